import { useRevalidator } from '@remix-run/react'
import { createParser } from 'eventsource-parser'
import { useEffect, useState } from 'react'
import type { Citation, Message } from '#app/features/chat/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Content of an answer so far, and its last event. */
type PartialAnswer = { content: string; citations: Citation[]; last: number }

/** Initial and maximum delay before a retry, in milliseconds. */
const RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 15_000

type Listener = { heard(answer: PartialAnswer): void; ended(): void }

/** Streams an answer, and resumes after the last event if the connection is lost. Returns a stop function. */
function followAnswer(address: string, from: PartialAnswer, { heard, ended }: Listener): () => void {
  const stop = new AbortController()
  let answer = from
  let failures = 0
  let isOver = false

  function take({ id, event, data }: { id?: string | undefined; event?: string | undefined; data: string }) {
    failures = 0
    const said = fromJson<{ text: string } & Citation>(data)
    if (event === 'message.start') answer = { content: '', citations: [], last: 0 }
    if (event === 'delta') answer = { ...answer, content: answer.content + said.text }
    if (event === 'citation') answer = { ...answer, citations: [...answer.citations, said] }
    if (id) answer = { ...answer, last: Number(id) }
    if (event === 'message.end') isOver = true
    heard(answer)
  }

  async function listen() {
    const headers: Record<string, string> = answer.last ? { 'Last-Event-ID': String(answer.last) } : {}
    const response = await fetch(address, { headers, signal: stop.signal })
    if (response.status === 404 || response.status === 401) isOver = true
    if (!response.ok || !response.body) return Number(response.headers.get('Retry-After') ?? 0) * 1000
    const parser = createParser({ onEvent: take })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value)
    return 0
  }

  async function follow() {
    while (!isOver && !stop.signal.aborted) {
      const wait = await listen().catch(() => 0)
      if (isOver || stop.signal.aborted) break
      const pause = Math.max(wait, Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** failures++))
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    if (!stop.signal.aborted) ended()
  }

  void follow()
  return () => stop.abort()
}

/** Returns the content of an answer and updates the content during streaming. Reloads the page data at the end. */
export function useAnswer(message: Message): Pick<Message, 'content' | 'citations'> {
  const { id, status } = message
  const { revalidate } = useRevalidator()
  const [heard, setHeard] = useState<PartialAnswer | null>(null)

  useEffect(() => {
    if (status !== 'streaming') return
    const { content, citations, last_event_id } = message
    let frame = 0
    let latest: PartialAnswer | null = null
    // Several updates can arrive within one frame.
    const show = () => {
      frame = 0
      setHeard(latest)
    }
    const leave = followAnswer(
      `/api/chat/messages/${id}/stream`,
      { content, citations, last: last_event_id ?? 0 },
      {
        heard(answer) {
          latest = answer
          frame ||= requestAnimationFrame(show)
        },
        ended: revalidate,
      },
    )
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
    // The stream continues from the initial content of the page, so later changes of `message` do not restart it.
  }, [id, status])

  return status === 'streaming' && heard && heard.content.length >= message.content.length ? heard : message
}

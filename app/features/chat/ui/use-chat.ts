import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Message } from '#app/features/chat/schema.ts'
import { truncate } from '#app/primitives/text.ts'

/** Escape stops the answer; Alt and an arrow go to the question before and after. */
export function useChatKeys(log: RefObject<HTMLElement | null>, isRunning: boolean) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.isComposing || event.defaultPrevented) return
      if (event.key === 'Escape' && isRunning) {
        const stop = document.querySelector<HTMLFormElement>('form#stop')
        stop?.requestSubmit()
      }
      const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
      if (!step) return
      event.preventDefault()
      const turns = [...(log.current?.querySelectorAll<HTMLElement>('[data-turn]') ?? [])]
      const here = turns.findIndex((turn) => turn.contains(document.activeElement))
      const next = here < 0 ? (step < 0 ? turns.length - 1 : turns.length) : here + step
      const target = next >= turns.length ? document.getElementById('question') : turns[Math.max(0, next)]
      target?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [log, isRunning])
}

/** In pixels: how near to its end a page counts as being read there. */
const NEAR = 120

/** Keeps the end of the page in sight while an answer grows, for who is at the end and for nobody else. */
export function useStickToBottom(log: RefObject<HTMLElement | null>, isRunning: boolean) {
  useEffect(() => {
    if (!isRunning || !log.current) return
    const page = document.documentElement
    const isBelow = () => page.scrollHeight - innerHeight - scrollY < NEAR
    let wasBelow = isBelow()
    const note = () => (wasBelow = isBelow())
    const grown = new ResizeObserver(() => {
      if (wasBelow) scrollTo({ top: page.scrollHeight, behavior: 'instant' })
    })
    grown.observe(log.current)
    addEventListener('scroll', note, { passive: true })
    return () => {
      grown.disconnect()
      removeEventListener('scroll', note)
    }
  }, [log, isRunning])
}

const SAID = 160

/** What is said to who does not see the page: that an answer is being written, and how it begins when it is there. */
export function useAnswerAnnouncement(answer: Message | null | undefined): string {
  const [news, setNews] = useState('')
  const known = useRef<string | null>(null)
  const { id, status, content, error } = answer ?? {}

  useEffect(() => {
    const now = id ? `${id} ${status}` : ''
    const isFirst = known.current === null
    if (known.current === now) return
    known.current = now
    // What was there when the page was opened was not waited for, unless it has just been asked.
    if (!id || (isFirst && location.hash !== '#latest' && status !== 'streaming')) return
    const said = {
      streaming: 'The answer is being written.',
      stopped: 'The answer was stopped.',
      failed: `The answer failed. ${error?.error ?? ''}`,
      complete: `The answer is there. ${plainly(content ?? '')}`,
    }[status!]
    // Only what changes after the page is there is read out.
    const timer = setTimeout(() => setNews(said), 100)
    return () => clearTimeout(timer)
  }, [id, status, content, error])
  return news
}

const plainly = (markdown: string) => {
  const text = markdown
    // What only begins like a link matches as well and is kept, so that nothing is looked at twice.
    .replace(/\[([^\]]*)(?:\]\([^)]*(\))?)?/g, (whole, text, end) => (end ? text : whole))
    .replace(/[`*_#>|]/g, '')
    .replace(/\s+/g, ' ')
  return text.length > SAID ? `${truncate(text, SAID)} …` : text
}

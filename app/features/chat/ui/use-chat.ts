import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Message } from '#app/features/chat/schema.ts'
import { truncate } from '#app/primitives/text.ts'

/** Handles keys: Escape stops the answer, and Alt with an arrow moves to the previous or next question. */
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

/** Distance from the end of the page that still counts as the end, in pixels. */
const NEAR = 120

/** Keeps the page scrolled to the end while an answer grows, if the reader is at the end. */
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

/**
 * Returns the announcement for screen readers: a notice while an answer is in progress, then the beginning of the
 * answer.
 */
export function useAnswerAnnouncement(answer: Message | null | undefined): string {
  const [news, setNews] = useState('')
  const known = useRef<string | null>(null)
  const { id, status, content, error } = answer ?? {}

  useEffect(() => {
    const now = id ? `${id} ${status}` : ''
    const isFirst = known.current === null
    if (known.current === now) return
    known.current = now
    // Answers that existed when the page loaded are not announced, except for the answer to a new question.
    if (!id || (isFirst && location.hash !== '#latest' && status !== 'streaming')) return
    const said = {
      streaming: 'The answer is in progress.',
      stopped: 'The answer was stopped.',
      failed: `The answer failed. ${error?.error ?? ''}`,
      complete: `The answer is complete. ${plainly(content ?? '')}`,
    }[status!]
    // Screen readers announce only changes after the page has loaded.
    const timer = setTimeout(() => setNews(said), 100)
    return () => clearTimeout(timer)
  }, [id, status, content, error])
  return news
}

const plainly = (markdown: string) => {
  const text = markdown
    // Incomplete links also match and are kept, so that no text is scanned twice.
    .replace(/\[([^\]]*)(?:\]\([^)]*(\))?)?/g, (whole, text, end) => (end ? text : whole))
    .replace(/[`*_#>|]/g, '')
    .replace(/\s+/g, ' ')
  return text.length > SAID ? `${truncate(text, SAID)} …` : text
}

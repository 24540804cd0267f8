import { useEffect, useState } from 'react'

/** Milliseconds between polls while the page is visible. */
const POLL_INTERVAL_MS = 60_000
/** Event dispatched on the page after its notices are marked as seen. */
const SEEN_EVENT = 'notices-seen'

/** Returns the number of unseen notices: initially from the page, then polled once a minute. */
export function useUnseenCount(given: number): number {
  const [unseen, setUnseen] = useState(given)
  useEffect(() => setUnseen(given), [given])
  useEffect(() => {
    const seen = () => setUnseen(0)
    const ask = async () => {
      if (document.hidden) return
      const answer = await fetch('/api/notices?limit=1').catch(() => null)
      if (answer?.ok) setUnseen(((await answer.json()) as { unseen: number }).unseen)
    }
    const timer = setInterval(() => void ask(), POLL_INTERVAL_MS)
    addEventListener(SEEN_EVENT, seen)
    return () => {
      clearInterval(timer)
      removeEventListener(SEEN_EVENT, seen)
    }
  }, [])
  return unseen
}

/** Marks notices up to this time as seen. The page keeps highlighting the new notices. */
export async function markSeen(until: string): Promise<void> {
  const answer = await fetch('/api/notices/seen', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ until }),
  }).catch(() => null)
  if (answer?.ok) dispatchEvent(new Event(SEEN_EVENT))
}

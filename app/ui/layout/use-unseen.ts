import { useEffect, useState } from 'react'

/** How often it is asked again while the page is to be seen, in milliseconds. */
const POLL_INTERVAL_MS = 60_000
/** Told on the page once its notices count as seen. */
const SEEN_EVENT = 'notices-seen'

/** How many notices are new: as the page came, and as the service says about once a minute. */
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

/** Notes that somebody has seen the notices up to this time. The page goes on showing which of them were new. */
export async function markSeen(until: string): Promise<void> {
  const answer = await fetch('/api/notices/seen', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ until }),
  }).catch(() => null)
  if (answer?.ok) dispatchEvent(new Event(SEEN_EVENT))
}

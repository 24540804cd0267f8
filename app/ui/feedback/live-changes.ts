/** How a page hears of changes: by a stream, by asking every now and then, or not while nobody looks at it. */
export type LiveState = 'live' | 'polling' | 'paused'

/** In milliseconds: how often it asks, when it tries the stream again meanwhile, and after a stream that was refused. */
const POLL_INTERVAL_MS = 5_000
const STREAM_RETRY_MS = 60_000
const STREAM_REFUSED_RETRY_MS = 3_000
/** After so many failures in a row the stream is given up for a while. */
const MAX_FAILURES = 2

type Listener = {
  /** Something may have changed. */
  changed(): void
  told(state: LiveState): void
}

/** Follows a stream of changes while the page is visible, and polls without one. Returns a stop function. */
export function subscribeToChanges(address: string, { changed, told }: Listener): () => void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setInterval> | undefined
  let failures = 0

  function listen() {
    if (typeof EventSource === 'undefined') return ask()
    const stream = (source = new EventSource(address))
    stream.onopen = () => {
      clearInterval(asking)
      // What happened while nothing was heard is not said again.
      if (failures > 0) changed()
      failures = 0
      told('live')
    }
    stream.addEventListener('change', changed)
    stream.onerror = () => {
      failures++
      const isGivenUp = failures >= MAX_FAILURES
      // A browser connects again by itself, unless it was refused.
      if (!isGivenUp && stream.readyState !== EventSource.CLOSED) return
      stream.close()
      if (isGivenUp) ask()
      again = setTimeout(listen, isGivenUp ? STREAM_RETRY_MS : STREAM_REFUSED_RETRY_MS)
    }
  }

  function ask() {
    told('polling')
    clearInterval(asking)
    asking = setInterval(async () => {
      // A page that is read again while the server is away turns into an error.
      const answer = await fetch('/api/session', { method: 'HEAD' }).catch(() => null)
      if (answer?.ok && asking) changed()
    }, POLL_INTERVAL_MS)
  }

  function rest() {
    source?.close()
    clearTimeout(again)
    clearInterval(asking)
    asking = undefined
  }

  function look() {
    rest()
    if (document.visibilityState === 'hidden') return told('paused')
    changed()
    listen()
  }

  document.addEventListener('visibilitychange', look)
  listen()
  return () => {
    document.removeEventListener('visibilitychange', look)
    rest()
  }
}

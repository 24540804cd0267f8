/** Update mode of a page: by stream, by polling, or paused while the page is hidden. */
export type LiveState = 'live' | 'polling' | 'paused'

/** Intervals in milliseconds: between polls, between stream attempts while polling, and after a refused stream. */
const POLL_INTERVAL_MS = 5_000
const STREAM_RETRY_MS = 60_000
const STREAM_REFUSED_RETRY_MS = 3_000
/** Consecutive failures after which a stream is replaced by polling. */
const MAX_FAILURES = 2

type Listener = {
  /** Called when something may have changed. */
  changed(): void
  told(state: LiveState): void
}

/**
 * Subscribes to changes while the page is visible. Polls if there is no stream or no address. Returns an unsubscribe
 * function.
 */
export function subscribeToChanges(address: string | null, { changed, told }: Listener): () => void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setInterval> | undefined
  let failures = 0

  function listen() {
    if (address === null || typeof EventSource === 'undefined') return ask()
    const stream = (source = new EventSource(address))
    stream.onopen = () => {
      clearInterval(asking)
      // The stream does not resend changes from the time without a connection.
      if (failures > 0) changed()
      failures = 0
      told('live')
    }
    stream.addEventListener('change', changed)
    stream.onerror = () => {
      failures++
      const isGivenUp = failures >= MAX_FAILURES
      // Browsers reconnect automatically unless the stream was refused.
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
      // Checks the server first, because a failed revalidation would replace the page with an error.
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

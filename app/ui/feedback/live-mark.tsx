import type { LiveState } from '#app/ui/feedback/live-changes.ts'
import { useLive } from '#app/ui/feedback/use-live.ts'

const words: Record<LiveState, string> = {
  live: 'Live',
  polling: 'Checking every 5 seconds',
  paused: 'Paused',
}

/**
 * Keeps the page up to date and says how, in a place that is there before it is known. It is no live region: what changes by
 * itself is read by who looks for it, and interrupts nobody.
 */
export function LiveMark({ address }: { address: string }) {
  const state = useLive(address)
  return (
    <p className="flex min-h-7 items-center gap-2 text-[0.9375rem] text-muted">
      {state && (
        <>
          <span className={`live-mark ${state === 'live' ? 'live-on' : ''}`} aria-hidden="true" />
          {words[state]}
        </>
      )}
    </p>
  )
}

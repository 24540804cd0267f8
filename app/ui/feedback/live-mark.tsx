import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { subscribeToChanges, type LiveState } from '#app/ui/feedback/live-changes.ts'

/** How long after one reading of the page the next begins at the earliest, in milliseconds: readings count against a limit. */
const REFRESH_INTERVAL_MS = 2_000

/** Keeps what the page shows up to date by the stream at the address; null until it is known how. */
function useLive(address: string): LiveState | null {
  const { revalidate, state } = useRevalidator()
  const [told, setTold] = useState<LiveState | null>(null)
  const reading = useRef({ isBusy: false, isOld: false, last: -Infinity, revalidate })

  useEffect(() => {
    const now = reading.current
    now.isBusy = state !== 'idle'
    now.revalidate = revalidate
  }, [state, revalidate])

  useEffect(() => {
    const now = reading.current
    const read = () => {
      // What changes while the page is being read may come too late for it.
      if (!now.isOld || now.isBusy || performance.now() - now.last < REFRESH_INTERVAL_MS) return
      now.isOld = false
      now.last = performance.now()
      now.revalidate()
    }
    const changed = () => {
      now.isOld = true
      read()
    }
    const timer = setInterval(read, REFRESH_INTERVAL_MS / 4)
    const leave = subscribeToChanges(address, { changed, told: setTold })
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [address])

  return told
}

const stateLabels: Record<LiveState, string> = {
  live: 'Live',
  polling: 'Checking every 5 seconds',
  paused: 'Paused',
}

/** Shows how the page is kept up to date. It is no live region, so that it interrupts nobody. */
export function LiveIndicator({ address }: { address: string }) {
  const state = useLive(address)
  return (
    <p className="flex min-h-7 items-center gap-2 text-[0.9375rem] text-muted">
      {state && (
        <>
          <span className={`live-mark ${state === 'live' ? 'live-on' : ''}`} aria-hidden="true" />
          {stateLabels[state]}
        </>
      )}
    </p>
  )
}

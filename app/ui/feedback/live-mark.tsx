import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useIsDemo } from '#app/ui/layout/use-demo.ts'
import { subscribeToChanges, type LiveState as LiveMode } from '#app/ui/feedback/live-changes.ts'

/** Minimum milliseconds between two revalidations, which count against a rate limit. */
const REFRESH_INTERVAL_MS = 2_000

/** Updates the page from the event stream, or by polling if there is no address. Returns null until the mode is known. */
function useLive(address: string | null): LiveMode | null {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation().state
  const [told, setTold] = useState<LiveMode | null>(null)
  const reading = useRef({ isBusy: false, isOld: false, last: -Infinity, revalidate })

  useEffect(() => {
    const now = reading.current
    // A revalidation before the result of a form is rendered would discard the result.
    now.isBusy = state !== 'idle' || navigation !== 'idle'
    now.revalidate = revalidate
  }, [state, navigation, revalidate])

  useEffect(() => {
    const now = reading.current
    const read = () => {
      // A change during a revalidation requires another revalidation.
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

const stateLabels: Record<LiveMode, string> = {
  live: 'Live',
  polling: 'Checking every 5 seconds',
  paused: 'Paused',
}

type Props = {
  address: string | null
  /** Text for a page that needs no more updates. */
  final?: string | false
}

/** Renders the update mode of the page. The indicator is not a live region, so it does not interrupt screen readers. */
export function LiveIndicator({ address, final }: Props) {
  const isDemo = useIsDemo()
  // The demo has no streams, and its data does not change.
  if (isDemo) return null
  return final ? <Mode>{final}</Mode> : <LiveState address={address} />
}

function LiveState({ address }: { address: string | null }) {
  const state = useLive(address)
  return (
    <Mode>
      {state && (
        <>
          <span className={`live-mark ${state === 'live' ? 'live-on' : ''}`} aria-hidden="true" />
          {stateLabels[state]}
        </>
      )}
    </Mode>
  )
}

const Mode = ({ children }: { children: ReactNode }) => (
  <p className="flex min-h-7 items-center gap-2 text-[0.9375rem] text-muted">{children}</p>
)

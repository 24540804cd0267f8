import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { whenHostReady } from '#agent-tools/wait-for-host.ts'
import { loadPolyfillIfEnabled } from '#agent-tools/load-polyfill.ts'
import { startControls } from '#app/ui/scripts/behaviour.ts'
import { forgetAccountOnSignOut } from '#app/ui/scripts/account.ts'
import { createPageObserver } from '#app/ui/scripts/moving-page.ts'
import { replayEarlyInput, captureEarlyInput } from '#app/ui/scripts/typed-early.ts'

startControls()
forgetAccountOnSignOut()
captureEarlyInput()

const app = <RemixBrowser />

/**
 * Renders the page alone, because a sibling would change the `useId` ids. Sets `data-ready` on `<html>` after the first
 * effects, so that browser tests know when to type.
 */
function Page() {
  const [isTaken, setTaken] = useState(false)
  useEffect(() => {
    void replayEarlyInput().then(() => setTaken(true))
  }, [])
  useEffect(() => {
    if (isTaken) document.documentElement.dataset.ready = ''
  }, [isTaken])
  return app
}

/**
 * Waits until Remix has read the page's data. Otherwise, the page suspends without a boundary, and early input makes
 * React 18 fail ("Root did not complete").
 */
async function dataIsRead() {
  try {
    RemixBrowser({})
  } catch (waiting) {
    if (waiting instanceof Promise) await waiting
  }
}

await dataIsRead()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  )
})

await loadPolyfillIfEnabled()
whenHostReady(async () => {
  const { startTools } = await import('#agent-tools/index.ts')
  startTools(await createPageObserver())
})

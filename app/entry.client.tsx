import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { whenHostReady } from '#agent-tools/wait-for-host.ts'
import { loadPolyfillIfEnabled } from '#agent-tools/load-polyfill.ts'
import { startControls } from '#app/ui/scripts/behaviour.ts'
import { forgetEditorOnSignOut } from '#app/ui/scripts/editing.ts'
import { createPageObserver } from '#app/ui/scripts/moving-page.ts'
import { replayEarlyInput, captureEarlyInput } from '#app/ui/scripts/typed-early.ts'

startControls()
forgetEditorOnSignOut()
captureEarlyInput()

const app = <RemixBrowser />

/**
 * The page, and a word when React has it. It stands alone where the server has its page alone: something beside it would
 * give every element another id than the server did (`useId` goes by the place in the tree). Sets `data-ready` on `<html>` once
 * the first effects have rendered, so that automation can send keys.
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
 * Waits until Remix has read the page's data. It suspends for that without a boundary above it, and React 18 gives up on
 * the page ("Root did not complete") when a key or a press meets it there: asked here, it no longer suspends.
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

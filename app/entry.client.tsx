import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startBehaviour } from '#app/ui/behaviour.ts'
import { forgetEditorOnLeaving } from '#app/ui/editing.ts'

startBehaviour()
forgetEditorOnLeaving()

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
      <RemixBrowser />
    </StrictMode>,
  )
})

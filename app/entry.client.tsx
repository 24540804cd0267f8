import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startBehaviour } from '#app/ui/behaviour.ts'
import { forgetEditorOnLeaving } from '#app/ui/editing.ts'

startBehaviour()
forgetEditorOnLeaving()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})

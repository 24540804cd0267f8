import type { RenderRequest, RenderResponse } from '#app/features/content/render/render-worker.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createSafeRenderer } from '#app/features/content/render/safe-render.server.tsx'

// Renders bodies that users write in a browser. A failure ends only this process.
const draw = createSafeRenderer(referenceKit)

process.on('message', async ({ id, body }: RenderRequest) => {
  const answer: RenderResponse = await draw(body).then(
    (drawn) => ({ id, drawn }),
    (error: unknown) => ({
      id,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())

import { parentPort } from 'node:worker_threads'
import { makeSafeRenderer } from '#app/features/content/safe-render.server.tsx'
import type { Draft, Drawing } from '#app/features/content/drawer.server.ts'

// Bodies that somebody wrote in a browser are drawn here: a text that takes long holds up nothing but this thread.
const draw = makeSafeRenderer()

parentPort?.on('message', async ({ id, body }: Draft) => {
  const answer: Drawing = await draw(body).then(
    (drawn) => ({ id, drawn }),
    (error: unknown) => ({
      id,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  parentPort?.postMessage(answer)
})

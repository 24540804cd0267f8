import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { TryLater } from '#app/errors.ts'
import type { DrawBody, Drawn } from '#app/features/content/safe-render.server.tsx'

/** To the thread. */
export type Draft = { id: number; body: string }
/** From the thread. */
export type Drawing = { id: number; drawn: Drawn } | { id: number; failed: string }

/** How many bodies may wait at once. */
const QUEUE = 50

/** In milliseconds: how long a body may take, and after how long without work the thread gives its memory back. */
export type DrawingTimes = { patience: number; idle: number }
const usual: DrawingTimes = { patience: 10_000, idle: 120_000 }

export type Drawer = { draw: DrawBody; close(): Promise<void> }

/**
 * Draws bodies one at a time in a thread, which is ended when one takes too long: that body is refused, and the next one
 * gets another thread. Throws `TryLater` when too many wait.
 */
export function makeDrawer(start: () => Promise<Worker>, { patience, idle }: DrawingTimes = usual): Drawer {
  const inTurn = pLimit(1)
  let thread: Worker | null = null
  let last = 0
  let resting: NodeJS.Timeout | undefined

  async function end() {
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  async function launch() {
    const worker = await start()
    worker.unref()
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (thread === worker) thread = null
    })
    return worker
  }

  async function draw(body: string): Promise<Drawn> {
    clearTimeout(resting)
    const worker = (thread ??= await launch())
    const over = new AbortController()
    const { signal } = over
    const timer = setTimeout(() => over.abort('late'), patience)
    const gone = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the thread that draws texts ended')
    })
    try {
      worker.postMessage({ id: (last += 1), body } satisfies Draft)
      const [answer] = (await Promise.race([once(worker, 'message', { signal }), gone])) as [Drawing]
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.drawn
    } catch (error) {
      if (signal.reason !== 'late') throw error
      await end()
      return {
        refused: [{ line: 1, column: 1, reason: 'this takes too long to draw: make it shorter or simpler' }],
      }
    } finally {
      clearTimeout(timer)
      over.abort()
      gone.catch(() => {})
      resting = setTimeout(() => void end(), idle).unref()
    }
  }

  return {
    async draw(body) {
      if (inTurn.pendingCount >= QUEUE)
        throw new TryLater('unavailable', 'Too many texts are being drawn right now.', 5)
      return inTurn(() => draw(body))
    },
    async close() {
      clearTimeout(resting)
      await end()
    },
  }
}

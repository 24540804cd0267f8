import { once } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isValidElement, type ReactElement, type ReactNode } from 'react'

/** Renders the element for an image. `unknown` lists text that no font supports, and is initially empty. */
export type DrawImage = (unknown: string[]) => ReactElement
/** Renders one image at a time as PNG. */
export type ImageEngine = (draw: DrawImage, size: { width: number; height: number }) => Promise<Buffer>

/** Idle time in milliseconds after which the thread ends, which frees about 60 MB. */
const IDLE_MS = 30_000

type Answer = { id: number; png?: Uint8Array; unknown?: string[]; failed?: string }

/**
 * Starts the thread that renders elements to PNG, and loads the layout engine, rasterizer and fonts. Rejects if the
 * rasterizer has no build for this operating system.
 */
export async function startImageEngine(): Promise<ImageEngine> {
  let thread: Worker | null = await start()
  let idle = setTimeout(leave, IDLE_MS).unref()
  let jobs = 0

  function leave() {
    void thread?.terminate()
    thread = null
  }

  async function ask(tree: unknown, size: object, last: boolean): Promise<Answer> {
    clearTimeout(idle)
    thread ??= await start()
    const id = ++jobs
    const ended = new AbortController()
    const gone = once(thread, 'exit', { signal: ended.signal }).then(() => {
      thread = null
      throw new Error('the rendering thread exited')
    })
    try {
      thread.postMessage({ id, tree, size, last })
      const [answer] = (await Promise.race([once(thread, 'message', { signal: ended.signal }), gone])) as [
        Answer,
      ]
      if (answer.failed) throw new Error(answer.failed)
      return answer
    } finally {
      ended.abort()
      gone.catch(() => {})
      idle = setTimeout(leave, IDLE_MS).unref()
    }
  }

  return async (draw, size) => {
    const first = await ask(plain(draw([])), size, false)
    const { png } = first.unknown ? await ask(plain(draw(first.unknown)), size, true) : first
    return Buffer.from(png!)
  }
}

/** Starts the thread. Resolves when the thread is ready to render. */
async function start() {
  const thread = new Worker(resolve('app/features/content/og-image/worker.js'))
  thread.unref()
  await once(thread, 'message')
  return thread
}

/** Resolves all components of a tree, so that it can be sent to a thread. */
function plain(node: ReactNode): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  const { type, props } = node
  if (typeof type === 'function') return plain((type as (given: object) => ReactNode)(props))
  return { type, props: { ...props, children: plain(props.children) } }
}

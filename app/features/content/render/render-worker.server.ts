import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pLimit, { type LimitFunction } from 'p-limit'
import { TryLater } from '#app/errors.ts'
import type { SafeRenderer, RenderResult } from '#app/features/content/render/safe-render.server.tsx'

/** Message to the rendering process. */
export type RenderRequest = { id: number; body: string }
/** Message from the rendering process. */
export type RenderResponse = { id: number; drawn: RenderResult } | { id: number; failed: string }

/** Maximum number of callers with queued bodies. */
const MAX_CALLERS = 50
/** Maximum number of queued bodies of a caller. */
const MAX_QUEUED = 20
/** Number of processes. A caller uses one at a time, so a slow body does not delay other callers. */
const PROCESSES = 2

/** Time limit for the start of a process, in milliseconds. */
const START_TIMEOUT = 60_000
/** Time limit for a body, and idle time after which the process ends, in milliseconds. */
type RenderTimeouts = { patience: number; idle: number }
const defaultTimeouts: RenderTimeouts = { patience: 10_000, idle: 120_000 }

export type RenderWorker = {
  /** Renders a body for a caller, such as a user or an API key. Callers take turns. */
  render(body: string, caller: string): ReturnType<SafeRenderer>
  close(): Promise<void>
}

/** Reasons for rejecting bodies that time out or crash the process. */
const reasons = {
  late: 'The text takes too long to render. Make it shorter or simpler.',
  ended: 'The text cannot be rendered. Make it shorter or simpler.',
}

/**
 * Renders bodies in child processes, one body per caller at a time. If a body times out or crashes the process, the
 * body is rejected and the next body gets a new process. Throws `TryLater` if the queue of all callers or of this
 * caller is full, or on shutdown.
 */
export function createRenderWorker(
  start: () => Promise<ChildProcess>,
  timeouts: RenderTimeouts = defaultTimeouts,
): RenderWorker {
  const inTurn = pLimit(PROCESSES)
  /** A caller waits with one body at a time, so that slow bodies of one caller do not hold up the others. */
  const queues = new Map<string, LimitFunction>()
  const processes = Array.from({ length: PROCESSES }, () => createRenderProcess(start, timeouts))
  /** Idle processes. The last one is used first, so that the second process starts only if it is needed. */
  const free = [...processes]

  async function draw(body: string): Promise<RenderResult> {
    const renderProcess = free.pop()!
    try {
      return await renderProcess.draw(body)
    } finally {
      free.push(renderProcess)
    }
  }

  return {
    async render(body, caller) {
      const queue = queues.get(caller) ?? pLimit(1)
      if (queue.pendingCount >= MAX_QUEUED || inTurn.pendingCount >= MAX_CALLERS)
        throw new TryLater(
          'unavailable',
          'Too many entries are being rendered. Try again in a few seconds.',
          5,
        )
      queues.set(caller, queue)
      try {
        return await queue(() => inTurn(() => draw(body)))
      } finally {
        if (queue.activeCount + queue.pendingCount === 0) queues.delete(caller)
      }
    },
    async close() {
      await Promise.all(processes.map((one) => one.close()))
    },
  }
}

/** Renders one body at a time in a child process, which starts with the first body. */
function createRenderProcess(start: () => Promise<ChildProcess>, { patience, idle }: RenderTimeouts) {
  let running: ChildProcess | null = null
  let last = 0
  let idleTimer: NodeJS.Timeout | undefined
  let closed = false

  async function end() {
    const ended = running
    running = null
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
    const gone = once(ended, 'exit')
    ended.kill('SIGKILL')
    await gone
  }

  async function launch() {
    const child = await start()
    child.unref()
    child.channel?.unref()
    child.on('error', () => {})
    child.once('exit', () => {
      if (running === child) running = null
    })
    running = child
    // The time limit of a body must not include the start, which takes seconds on a busy computer.
    const isReady = await replyTo(child, { id: 0, body: '' }, START_TIMEOUT).catch(() => null)
    if (isReady) return child
    await end()
    throw closed ? stopping() : new TryLater('unavailable', 'The renderer did not start. Try again soon.', 5)
  }

  async function draw(body: string): Promise<RenderResult> {
    if (closed) throw stopping()
    clearTimeout(idleTimer)
    const child = running ?? (await launch())
    try {
      const drawn = await replyTo(child, { id: (last += 1), body }, patience)
      if (closed) throw stopping()
      if (!drawn) return refusal('ended')
      if ('failed' in drawn) throw new Error(drawn.failed)
      return drawn.drawn
    } catch (error) {
      if (error !== LATE) throw error
      await end()
      return refusal('late')
    } finally {
      idleTimer = setTimeout(() => void end(), idle).unref()
    }
  }

  return {
    draw,
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await end()
    },
  }
}

const LATE = new Error('The process did not reply in time.')

/** Returns the reply of a process, or null if the process ends before. Throws `LATE` after `timeout` milliseconds. */
async function replyTo(
  child: ChildProcess,
  request: RenderRequest,
  timeout: number,
): Promise<RenderResponse | null> {
  const over = new AbortController()
  const { signal } = over
  const timer = setTimeout(() => over.abort('late'), timeout)
  const gone = once(child, 'exit', { signal }).then(() => null)
  try {
    child.send(request)
    const reply = (await Promise.race([once(child, 'message', { signal }), gone])) as [RenderResponse] | null
    return reply?.[0] ?? null
  } catch (error) {
    throw signal.reason === 'late' ? LATE : error
  } finally {
    clearTimeout(timer)
    over.abort()
    gone.catch(() => {})
  }
}

const stopping = () => new TryLater('unavailable', 'The service is stopping. Try again soon.', 5)

const refusal = (why: keyof typeof reasons): RenderResult => ({
  refused: [{ line: null, column: null, reason: reasons[why] }],
})

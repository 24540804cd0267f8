import { batchedOps } from '#app/http/runner/handlers.server.ts'
import { readFrame, type ProtocolViolation } from '#app/http/runner/frames.server.ts'
import type { RunnerFrame } from '#app/features/runners/schema.ts'

/** The most messages that are answered in one go. */
const MAX_BATCH = 256

type FrameQueueOptions = {
  isIdentified(): boolean
  /** Messages in the order in which they came; several only of the kinds that are answered in groups. */
  answer(frames: RunnerFrame[]): Promise<void>
  breach(breach: ProtocolViolation): void
  /** Called when there is less to do, with how many characters wait. */
  eased(waiting: number): void
  /** Called once for an error that nothing else caught. The queue takes nothing more on. */
  failed(error: unknown): void
}

/**
 * Takes frames in and hands them on strictly in their order, one after the other, but for those that come in numbers: what
 * has piled up of them while the last was answered is handed on together.
 */
export function createFrameQueue({ isIdentified, answer, breach, eased, failed }: FrameQueueOptions) {
  const texts: string[] = []
  let waiting = 0
  let ahead: RunnerFrame | ProtocolViolation | null = null
  let running: Promise<void> | null = null
  let ended = false

  async function run() {
    while (!ended) {
      const first = take()
      if (!first) return
      if ('breach' in first) return breach(first)
      const frames = [first]
      if (batchedOps.includes(first.op)) {
        for (;;) {
          const next = frames.length < MAX_BATCH ? take() : null
          if (next && 'op' in next && batchedOps.includes(next.op)) frames.push(next)
          else {
            ahead = next
            break
          }
        }
      }
      await answer(frames)
      eased(waiting)
    }
  }

  function fail(error: unknown) {
    ended = true
    failed(error)
  }

  function take() {
    if (ahead) {
      const frame = ahead
      ahead = null
      return frame
    }
    const text = texts.shift()
    if (text === undefined) return null
    waiting -= text.length
    return readFrame(text, isIdentified())
  }

  return {
    /** How many characters wait. */
    push(text: string): number {
      texts.push(text)
      waiting += text.length
      running ??= run()
        .catch(fail)
        .finally(() => (running = null))
      return waiting
    },
    /** Takes nothing more on. */
    end: () => void (ended = true),
    /** Resolves when what has been taken in is answered. */
    idle: async () => {
      while (running) await running
    },
  }
}

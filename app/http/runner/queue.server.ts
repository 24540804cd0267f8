import { batchedOps } from '#app/http/runner/handlers.server.ts'
import { readFrame, type ProtocolViolation } from '#app/http/runner/frames.server.ts'
import type { RunnerFrame } from '#app/features/runners/schema.ts'

/** Maximum number of messages in a batch. */
const MAX_BATCH = 256

type FrameQueueOptions = {
  isIdentified(): boolean
  /** Handles messages in order. Receives several messages only for batched operations. */
  answer(frames: RunnerFrame[]): Promise<void>
  breach(breach: ProtocolViolation): void
  /** Called after messages have been processed, with the number of queued characters. */
  eased(waiting: number): void
  /** Called once for an unhandled error. The queue then stops. */
  failed(error: unknown): void
}

/**
 * Creates a queue that processes frames strictly in order. Accumulated frames of batched operations are processed
 * together.
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
    /** Adds a frame and returns the number of queued characters. */
    push(text: string): number {
      texts.push(text)
      waiting += text.length
      running ??= run()
        .catch(fail)
        .finally(() => (running = null))
      return waiting
    },
    /** Stops processing. */
    end: () => void (ended = true),
    /** Resolves when all queued frames have been processed. */
    idle: async () => {
      while (running) await running
    },
  }
}

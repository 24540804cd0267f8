import { vi } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import type { RunnerOp } from '#app/features/runners/schema.ts'
import type { Executor, Log, ActionOutcome, Task } from '#app/runner/protocol.ts'
import { startRunner, type RunnerOptions } from '#app/runner/runner.server.ts'
import { scriptedService } from '#tests/support/discord/scripted-service.ts'

/** A log that keeps what was said, for tests of what is said. */
export function aLog() {
  const lines: { level: string; facts: object; text: string }[] = []
  const at = (level: string) => (facts: object, text: string) => void lines.push({ level, facts, text })
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  return { log, lines, says: (text: string) => lines.some((line) => line.text.includes(text)) }
}

export const done: ActionOutcome = { status: 'succeeded', output: { done: true } }

/** Does what it is told to do with each task; without an answer a task lasts until it is aborted. */
export function anExecutor() {
  const tasks: { task: Task; signal: AbortSignal; end(outcome: ActionOutcome): void }[] = []
  const executor: Executor = {
    run: (task, signal) =>
      new Promise((end) => {
        tasks.push({ task, signal, end })
        const error = { code: 'aborted', message: 'The action was stopped.', retryable: true }
        signal.addEventListener('abort', () => end({ status: 'failed', error }))
      }),
    async close() {},
  }
  return { executor, tasks }
}

type Script = Parameters<typeof scriptedService>[0]

/** A runner that is connected to a service of its own, unless the script keeps it from that. */
export async function aRunner(over: Partial<RunnerOptions> = {}, script: Script = {}) {
  const service = await scriptedService(script)
  const log = aLog()
  const work = anExecutor()
  const runner = startRunner({
    url: service.url,
    token: 'sgn_run_test',
    name: 'test',
    slots: 2,
    instanceKey: 'test-1',
    config: readConfig({}),
    log: log.log,
    gateway: false,
    stopTimeout: 200,
    delays: { least: 5, most: 20 },
    executor: work.executor,
    ...over,
  })
  const heard = <Op extends RunnerOp>(op: Op, count = 1) =>
    vi.waitFor(
      () => {
        const found = service.all(op)
        const said = log.lines.map(({ text }) => text).join('; ')
        if (found.length < count) throw new Error(`${found.length} ${op} of ${count}: ${said}`)
        return found
      },
      { timeout: 5_000, interval: 10 },
    )
  return {
    service,
    runner,
    ...log,
    ...work,
    heard,
    async close() {
      await runner.stop()
      await service.stop()
    },
  }
}

export type TestRunner = Awaited<ReturnType<typeof aRunner>>

/** Waits until something holds. */
export const until = (
  holds: () => boolean,
  why: string | (() => string) = 'it does not hold',
  timeout = 5_000,
) =>
  vi.waitFor(
    () => {
      if (!holds()) throw new Error(typeof why === 'string' ? why : why())
    },
    { timeout, interval: 10 },
  )

import { createRequire, syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

const promised = createRequire(import.meta.url)(
  'node:timers/promises',
) as typeof import('node:timers/promises')

/** In milliseconds. Shorter waits are set by the tests themselves, such as heartbeats and pauses between attempts. */
const LONG = 500

/**
 * Shortens every wait of 500 ms or more by this factor until the test ends, with `setTimeout` or its form with promises. Use
 * it for code that opens sockets, where fake timers do not work.
 */
export function shortenTimers(times: number): void {
  const { setTimeout: later } = globalThis
  const { setTimeout: wait } = promised
  const shorter = (milliseconds: number) => (milliseconds < LONG ? milliseconds : milliseconds / times)
  const hurried = (done: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    later(done, shorter(milliseconds), ...args)
  vi.stubGlobal('setTimeout', Object.assign(hurried, { [Symbol.for('nodejs.util.promisify.custom')]: wait }))
  promised.setTimeout = (milliseconds, ...rest) => wait(shorter(milliseconds ?? 0), ...rest)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    promised.setTimeout = wait
    syncBuiltinESMExports()
  })
}

import type { Server } from 'node:http'
import type { OpenApp } from '#app/app.server.ts'
import { closeSilent } from '#app/http/server/node-server.server.ts'

/** How long a stop waits for open requests, and for everything together, in milliseconds. */
const REQUESTS = 10_000
const WHOLE = 45_000

/** `drain` ends what takes new work; `finish` runs when no request is left, while the stores are still open. */
type Steps = { drain: () => Promise<void>; finish: () => Promise<void> }

/**
 * Ends the process in order on SIGTERM and SIGINT: it takes nothing new, lets requests end, lets go of runners and streams,
 * closes the stores and exits with 0. A second signal ends it at once with 1, and so does an end that takes too long.
 */
export function leaveOnSignal(server: Server, app: OpenApp, { drain, finish }: Steps): void {
  let isLeaving = false
  const leave = async () => {
    if (isLeaving) process.exit(1)
    isLeaving = true
    app.leave()
    setTimeout(() => server.closeAllConnections(), REQUESTS).unref()
    setTimeout(() => {
      app.log.error('the process did not end in time and is ended now')
      process.exit(1)
    }, WHOLE).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    closeSilent(server)
    await drain()
    server.closeIdleConnections()
    await closed
    await finish()
    await app.close()
    process.exit(0)
  }
  const failed = (error: unknown) => {
    app.log.error({ err: error }, 'the process could not end in order')
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave().catch(failed))
}

/** Writes what nobody caught into the log and ends the process: whoever watches it starts another in a known state. */
export function endOnBugs({ log }: Pick<OpenApp, 'log'>): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'a bug ended the process')
    process.exit(1)
  }
  process.on('uncaughtException', end).on('unhandledRejection', end)
}

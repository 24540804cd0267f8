import { contextFor, type App } from '#app/context.server.ts'
import { announceEntries } from '#app/features/announcements/announcements.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** Interval between checks, in milliseconds, in case a signal is lost. */
const POLL_MS = 60_000

/** Starts announcing published entries. Returns a function that stops the worker. */
export const startAnnouncing = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'announcements',
    every: POLL_MS,
    topic: 'announcements',
    failureMessage: 'published entries could not be announced',
    async run(ctx, isStopping) {
      await announceEntries(ctx, isStopping)
      return null
    },
  })

import { contextFor, type App, type Context } from '#app/context.server.ts'
import { purgeAccounts } from '#app/features/accounts/retention.server.ts'
import { purgeAudit } from '#app/features/audit/retention.server.ts'
import { purgeGuilds } from '#app/features/guilds/retention.server.ts'
import { purgeIdempotency } from '#app/features/idempotency/retention.server.ts'
import { purgeChat } from '#app/features/chat/finalize.server.ts'
import { recheckClaims } from '#app/features/claims/claims.server.ts'
import { purgeEntries } from '#app/features/cms/removal.server.ts'
import { purgeContact } from '#app/features/contact/retention.server.ts'
import { purgeInvitations } from '#app/features/invitations/retention.server.ts'
import { refreshDemo } from '#app/features/demo/refresh.server.ts'
import { purgeFeedback } from '#app/features/feedback/feedback.server.ts'
import { purgeInteractions } from '#app/features/interactions/interactions.server.ts'
import { purgeJobs } from '#app/features/jobs/retention.server.ts'
import { purgeKeys } from '#app/features/keys/requests.server.ts'
import { purgeReaders } from '#app/features/readers/retention.server.ts'
import { purgeStatistics } from '#app/features/stats/retention.server.ts'
import { claimPurge } from '#app/features/maintenance/store.server.ts'
import type { Sweeping } from '#app/platform/process/batches.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { MINUTE } from '#app/primitives/time.ts'

/** Interval between checks for due purges, in milliseconds. */
const POLL_MS = MINUTE

type Sweep = (ctx: Context, sweeping: Sweeping) => Promise<void>

/** Purges with their intervals in minutes, shared by all instances. */
const purges: [name: string, minutes: number, sweep: Sweep][] = [
  ['accounts', 60, purgeAccounts],
  ['guilds', 60, purgeGuilds],
  ['invitations', 60, purgeInvitations],
  ['keys', 60, purgeKeys],
  ['audit', 60, purgeAudit],
  ['calls', 60, purgeIdempotency],
  ['chat', 30, purgeChat],
  ['entries', 60, purgeEntries],
  ['claims', 5, recheckClaims],
  ['contact', 60, purgeContact],
  ['feedback', 60, purgeFeedback],
  ['interactions', 5, purgeInteractions],
  ['jobs', 60, purgeJobs],
  ['readers', 60, purgeReaders],
  ['statistics', 60, purgeStatistics],
]

/** Checks the age of the demo data. The interval is short so that the first data appears soon after a start with `DEMO=on`. */
const demo: (typeof purges)[number] = ['demo', 1, refreshDemo]

/**
 * Starts the worker that runs due purges of outdated data. Each purge runs on one instance. Returns a function that
 * stops the worker and waits for the current step.
 */
export const startPurging = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'retention',
    every: POLL_MS,
    failureMessage: 'expired data could not be deleted',
    async run(ctx, isStopping) {
      for (const [name, minutes, sweep] of ctx.config.demo ? [demo, ...purges] : purges) {
        const now = ctx.now().getTime()
        const [at, next] = [now, now + minutes * MINUTE].map((time) => new Date(time).toISOString()) as [
          string,
          string,
        ]
        if (isStopping() || !(await claimPurge(ctx.db, name, at, next))) continue
        await sweep(ctx, { stopping: isStopping })
      }
    },
  })

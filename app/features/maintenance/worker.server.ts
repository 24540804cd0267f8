import { contextFor, type App, type Context } from '#app/context.server.ts'
import { sweepAccounts } from '#app/features/accounts/retention.server.ts'
import { sweepAudit } from '#app/features/audit/retention.server.ts'
import { sweepCalls } from '#app/features/idempotency/retention.server.ts'
import { sweepChat } from '#app/features/chat/finalize.server.ts'
import { sweepEntries } from '#app/features/cms/removal.server.ts'
import { sweepContact } from '#app/features/contact/retention.server.ts'
import { sweepInvitations } from '#app/features/invitations/retention.server.ts'
import { sweepInteractions } from '#app/features/interactions/interactions.server.ts'
import { sweepJobs } from '#app/features/jobs/retention.server.ts'
import { sweepStatistics } from '#app/features/stats/retention.server.ts'
import { claimSweep } from '#app/features/maintenance/store.server.ts'
import type { Sweeping } from '#app/platform/process/batches.server.ts'
import { startRounds } from '#app/platform/process/background-worker.server.ts'
import { MINUTE } from '#app/primitives/time.ts'

/** How often an instance looks whether a sweep is due, in milliseconds. */
const LOOK_EVERY = MINUTE

type Sweep = (ctx: Context, sweeping: Sweeping) => Promise<void>

/** What is swept, how often among all instances in minutes, and by what. */
const sweeps: [name: string, minutes: number, sweep: Sweep][] = [
  ['accounts', 60, sweepAccounts],
  ['invitations', 60, sweepInvitations],
  ['audit', 60, sweepAudit],
  ['calls', 60, sweepCalls],
  ['chat', 30, sweepChat],
  ['entries', 60, sweepEntries],
  ['contact', 60, sweepContact],
  ['interactions', 5, sweepInteractions],
  ['jobs', 60, sweepJobs],
  ['statistics', 60, sweepStatistics],
]

/**
 * Deletes what is old from now on: at once what is due, then as it becomes due. Of all instances one does it. Returns what
 * stops it, which resolves when the step in hand is done.
 */
export const startSweeping = (app: App): (() => Promise<void>) =>
  startRounds(contextFor(app, { kind: 'system' }), {
    name: 'retention',
    every: LOOK_EVERY,
    failed: 'what is old could not be deleted',
    async round(ctx, isStopping) {
      for (const [name, minutes, sweep] of sweeps) {
        const now = ctx.now().getTime()
        const [at, next] = [now, now + minutes * MINUTE].map((time) => new Date(time).toISOString()) as [
          string,
          string,
        ]
        if (isStopping() || !(await claimSweep(ctx.db, name, at, next))) continue
        await sweep(ctx, { stopping: isStopping })
      }
    },
  })

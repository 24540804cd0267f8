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
import { sweepStatistics, type Sweeping } from '#app/features/stats/retention.server.ts'
import { claimSweep } from '#app/features/maintenance/store.server.ts'
import { startRounds } from '#app/platform/process/background-worker.server.ts'
import { HOUR, MINUTE } from '#app/primitives/time.ts'

/** How often an instance looks whether a sweep is due, in milliseconds. */
const LOOK_EVERY = MINUTE

/** What is swept, and how often among all instances. */
const sweeps: { name: string; every: number; sweep: (ctx: Context, sweeping: Sweeping) => Promise<void> }[] =
  [
    { name: 'accounts', every: HOUR, sweep: sweepAccounts },
    { name: 'invitations', every: HOUR, sweep: sweepInvitations },
    { name: 'audit', every: HOUR, sweep: sweepAudit },
    { name: 'calls', every: HOUR, sweep: sweepCalls },
    { name: 'chat', every: 30 * MINUTE, sweep: sweepChat },
    { name: 'entries', every: HOUR, sweep: sweepEntries },
    { name: 'contact', every: HOUR, sweep: sweepContact },
    { name: 'interactions', every: 5 * MINUTE, sweep: sweepInteractions },
    { name: 'jobs', every: HOUR, sweep: sweepJobs },
    { name: 'statistics', every: HOUR, sweep: sweepStatistics },
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
      for (const { name, every, sweep } of sweeps) {
        const now = ctx.now().getTime()
        const [at, next] = [now, now + every].map((time) => new Date(time).toISOString()) as [string, string]
        if (isStopping() || !(await claimSweep(ctx.db, name, at, next))) continue
        await sweep(ctx, { stopping: isStopping })
      }
    },
  })

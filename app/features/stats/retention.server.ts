import { setImmediate as breathe } from 'node:timers/promises'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { listAllGuilds } from '#app/features/guilds/states.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import {
  dailyTables,
  deleteDay,
  deleteEvents,
  markChanged,
  oldestDay,
} from '#app/features/stats/store.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** Minimum time for which late events are kept after their arrival, so that duplicates are detected. */
const RECOGNIZED = DAY

/**
 * Deletes events and daily actors after `raw_event_days`, and daily statistics after `daily_days`, if set. Works in
 * batches and is safe to run concurrently.
 */
export async function purgeStatistics(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  for (const { id } of await listAllGuilds(ctx)) {
    const { raw_event_days, daily_days } = (await settingsOf(ctx, id)).retention
    await purgeEvents(ctx, id, raw_event_days, sweeping)
    await purgeDays(ctx, id, daily_days, sweeping)
    if (sweeping.stopping?.()) return
  }
}

async function purgeEvents(ctx: Context, guildId: string, days: number, sweeping: Sweeping) {
  const now = ctx.now().getTime()
  const before = {
    occurred: new Date(now - days * DAY).toISOString(),
    received: new Date(now - RECOGNIZED).toISOString(),
  }
  await inBatches(sweeping, (limit) => deleteEvents(ctx.db, guildId, { ...before, limit }))
  const kept = addDays(dayOf(ctx.now()), -days)
  while (!sweeping.stopping?.()) {
    const date = await oldestDay(ctx.db, 'daily_actors', guildId, kept)
    if (date === null) return
    await deleteDay(ctx.db, 'daily_actors', guildId, date)
    await breathe()
  }
}

/** Deletes one day at a time. Each deletion changes reports and therefore raises the revision. */
async function purgeDays(ctx: Context, guildId: string, days: number | null, sweeping: Sweeping) {
  if (days === null) return
  const kept = addDays(dayOf(ctx.now()), -days)
  for (const table of dailyTables) {
    while (!sweeping.stopping?.()) {
      const date = await oldestDay(ctx.db, table, guildId, kept)
      if (date === null) break
      await inTransaction(ctx, async ({ db, now }) => {
        await markChanged(db, guildId, now().toISOString())
        await deleteDay(db, table, guildId, date)
      })
      await breathe()
    }
  }
}

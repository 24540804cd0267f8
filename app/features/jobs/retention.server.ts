import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteExpired } from '#app/platform/db/sql.server.ts'
import { listAllGuilds } from '#app/features/guilds/states.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { DAY } from '#app/primitives/time.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

/**
 * Deletes jobs and runs that ended before the guild's retention period for raw events. Works in batches and is safe to
 * run concurrently.
 */
export async function purgeJobs(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  for (const { id } of await listAllGuilds(ctx)) {
    const { raw_event_days } = (await settingsOf(ctx, id)).retention
    const before = new Date(ctx.now().getTime() - raw_event_days * DAY)
    for (const table of ['jobs', 'runs'] as const) {
      await inBatches(sweeping, (limit) => deleteExpired(ctx.db, table, { guildId: id, before, limit }))
    }
    if (sweeping.stopping?.()) return
  }
}

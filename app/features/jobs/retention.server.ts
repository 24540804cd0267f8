import { setImmediate as breathe } from 'node:timers/promises'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteEnded } from '#app/platform/db/sql.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** How many go in one statement. */
const BATCH = 500

/**
 * Deletes jobs and runs that ended longer ago than the guild keeps single events, which they hold. Works in small
 * steps, which several instances may do at once.
 */
export async function sweepJobs(
  ctx: Context,
  { stopping }: { stopping?: () => boolean } = {},
): Promise<void> {
  allow(ctx, 'guilds:write')
  for (const { id } of await listGuilds(ctx)) {
    const { raw_event_days } = (await settingsOf(ctx, id)).retention
    const before = new Date(ctx.now().getTime() - raw_event_days * DAY)
    for (const table of ['jobs', 'runs'] as const) {
      const old = { guildId: id, before, limit: BATCH }
      while (!stopping?.() && (await deleteEnded(ctx.db, table, old)) === BATCH) await breathe()
    }
    if (stopping?.()) return
  }
}

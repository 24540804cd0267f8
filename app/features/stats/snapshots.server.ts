import { allow } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { dayOf } from '#app/features/stats/days.ts'
import { mayReport } from '#app/features/stats/events.server.ts'
import { setMemberCount, upsertSnapshot } from '#app/features/stats/rollup-store.server.ts'
import type { GuildSnapshot } from '#app/features/stats/schema.ts'
import { markChanged } from '#app/features/stats/store.server.ts'

/** Keeps how a guild stands now, and the day's member count. Throws like `recordEvents`. */
export async function recordSnapshot(ctx: Context, snapshot: GuildSnapshot): Promise<void> {
  allow(ctx, 'events:report')
  mayReport(ctx, snapshot.guild_id)
  const now = ctx.now()
  await inTransaction(ctx, async ({ db }) => {
    if (!(await markChanged(db, snapshot.guild_id, now.toISOString()))) {
      throw new NotFound(`There is no guild ${snapshot.guild_id}.`)
    }
    await upsertSnapshot(db, { ...snapshot, recorded_at: now.toISOString() })
    await setMemberCount(db, { guildId: snapshot.guild_id, date: dayOf(now) }, snapshot.member_count)
  })
}

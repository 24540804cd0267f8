import { allow, mayReport } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { dayOf } from '#app/primitives/days.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound } from '#app/errors.ts'
import {
  setMemberCount,
  upsertDailySnapshots,
  upsertSnapshot,
} from '#app/features/stats/rollup-store.server.ts'
import { markChanged } from '#app/features/stats/store.server.ts'
import type { GuildSnapshot } from '#app/features/events/schema.ts'

/**
 * Stores a snapshot of a guild as its current state and as the state at the end of its day so far. Throws `NotFound` if the
 * guild is not here and `Forbidden` if the runner may not report on it.
 */
export async function recordSnapshot(ctx: Context, snapshot: GuildSnapshot): Promise<void> {
  allow(ctx, 'events:report')
  mayReport(ctx, snapshot.guild_id)
  const now = ctx.now()
  const [date, recorded_at] = [dayOf(now), now.toISOString()]
  await inTransaction(ctx, async ({ db }) => {
    if (!(await markChanged(db, snapshot.guild_id, recorded_at))) {
      throw new NotFound(`There is no guild ${snapshot.guild_id}.`)
    }
    await upsertSnapshot(db, { ...snapshot, recorded_at })
    await upsertDailySnapshots(db, [{ ...snapshot, date, recorded_at }])
    await setMemberCount(db, { guildId: snapshot.guild_id, date }, snapshot.member_count)
  })
}

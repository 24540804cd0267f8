import { allow, requireReportAccess } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { dayOf } from '#app/primitives/days.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound } from '#app/errors.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { isServed } from '#app/features/guilds/schema.ts'
import {
  setMemberCount,
  upsertDailySnapshots,
  upsertSnapshot,
} from '#app/features/stats/rollup-store.server.ts'
import { markChanged } from '#app/features/stats/store.server.ts'
import type { GuildSnapshot } from '#app/features/events/schema.ts'

/**
 * Stores a snapshot as the current state and the state of the day. Drops snapshots of guilds that are not served. Throws
 * `NotFound` for an unknown guild, and `Forbidden` if the runner cannot report on the guild.
 */
export async function recordSnapshot(ctx: Context, snapshot: GuildSnapshot): Promise<void> {
  allow(ctx, 'events:report')
  requireReportAccess(ctx, snapshot.guild_id)
  const now = ctx.now()
  const [date, recorded_at] = [dayOf(now), now.toISOString()]
  await inTransaction(ctx, async ({ db }) => {
    const state = (await lockGuilds({ db }, [snapshot.guild_id])).get(snapshot.guild_id)
    if (!state) throw new NotFound(`Guild ${snapshot.guild_id} does not exist.`)
    if (!isServed(state)) return
    await markChanged(db, snapshot.guild_id, recorded_at)
    await upsertSnapshot(db, { ...snapshot, recorded_at })
    await upsertDailySnapshots(db, [{ ...snapshot, date, recorded_at }])
    await setMemberCount(db, { guildId: snapshot.guild_id, date }, snapshot.member_count)
  })
}

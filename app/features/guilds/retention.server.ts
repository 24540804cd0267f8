import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { currentPolicy } from '#app/features/guilds/policy.server.ts'
import { KEEP_LEFT_DAYS, type Guild } from '#app/features/guilds/schema.ts'
import { leaveOrRetryLater } from '#app/features/guilds/states.server.ts'
import {
  allGuilds,
  deleteGuildRows,
  deleteLeftGuild,
  guildTables,
  insertGuild,
} from '#app/features/guilds/store.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { DAY } from '#app/primitives/time.ts'

/**
 * Leaves blocked guilds, and pending guilds that waited too long. Deletes guilds, with their data, that the bot left 30
 * days ago. Keeps the ids of blocked guilds.
 */
export async function purgeGuilds(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  const { leave_after_days } = await currentPolicy(ctx)
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY).toISOString()
  const isDue = ({ state, joined_at, left_at }: Guild) => {
    if (!joined_at || left_at) return false
    const isOverdue = leave_after_days !== null && joined_at <= daysAgo(leave_after_days)
    return state === 'blocked' || (state === 'pending' && isOverdue)
  }
  for (const guild of await allGuilds(ctx.db)) {
    if (sweeping.stopping?.()) return
    const { id, left_at, created_at } = guild
    if (isDue(guild)) await leaveOrRetryLater(ctx, id, isDue)
    else if (left_at && left_at <= daysAgo(KEEP_LEFT_DAYS) && created_at <= daysAgo(KEEP_LEFT_DAYS))
      await deleteGuild(ctx, { guild, before: daysAgo(KEEP_LEFT_DAYS), sweeping })
  }
}

type Removal = { guild: Guild; before: string; sweeping: Sweeping }

/** Deletes large tables in batches, so that other requests run in between, and then the guild with everything else. */
async function deleteGuild(ctx: Context, { guild, before, sweeping }: Removal) {
  const { id, name, state, left_at } = guild
  for (const table of guildTables)
    await inBatches(sweeping, (limit) => deleteGuildRows(ctx.db, table, { id, before, limit }))
  if (sweeping.stopping?.()) return
  await inTransaction(ctx, async (inner) => {
    if (!(await deleteLeftGuild(inner.db, id, before))) return
    const created_at = inner.now().toISOString()
    if (state === 'blocked') await insertGuild(inner.db, { id, name, state, left_at, created_at })
    await recordAudit(inner, { action: 'guild.deleted', target: { kind: 'guild', id, name } })
  })
}

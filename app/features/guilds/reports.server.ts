import { allow, requireReportAccess } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { ownerEmails } from '#app/features/accounts/accounts.server.ts'
import { lastAuditAt, recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { expireClaims } from '#app/features/guilds/managers.server.ts'
import { currentPolicy } from '#app/features/guilds/policy.server.ts'
import type { GuildList, GuildReport, GuildState } from '#app/features/guilds/schema.ts'
import { insertGuild, lockGuild, presentGuilds, updateGuild } from '#app/features/guilds/store.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { cleanName } from '#app/primitives/clean-name.ts'
import { DAY, HOUR } from '#app/primitives/time.ts'

/**
 * Stores a runner's report about a guild. New guilds are active or pending, depending on the policy. Expires the claims
 * of the guild after changes that can end permissions. Throws `Forbidden` for guilds outside the runner's scope.
 */
export async function reportGuild(ctx: Context, report: GuildReport): Promise<void> {
  allow(ctx, 'events:report')
  requireReportAccess(ctx, report.guild_id)
  const asks = await inTransaction(ctx, async (inner) => {
    const result = await (report.state === 'available' ? storeAvailable : storeAway)(inner, report)
    if (report.access_changed) await expireClaims(inner, report.guild_id)
    return result
  })
  if (asks) await wakeMailWorker(ctx)
}

/** Marks the guilds of a shard as left that are missing from the runner's complete list. */
export async function reportGuildList(ctx: Context, list: GuildList): Promise<void> {
  allow(ctx, 'events:report')
  const listed = new Set(list.guild_ids)
  const only = ctx.actor.kind === 'runner' ? ctx.actor.guildId : null
  for (const { id } of await presentGuilds(ctx.db, list.application_id)) {
    if (listed.has(id) || (only && only !== id)) continue
    if (shardOf(id, list.shards) !== list.shard) continue
    await inTransaction(ctx, (inner) => storeAway(inner, { guild_id: id, state: 'left' }))
  }
}

/** Returns the shard of a guild: https://discord.com/developers/docs/events/gateway#sharding */
const shardOf = (id: string, shards: number) => Number((BigInt(id) >> 22n) % BigInt(shards))

/**
 * Stores a guild that the bot is in. For a blocked guild, keeps the name, icon, owner and member count. Returns true if
 * owners were asked to approve the guild.
 */
async function storeAvailable(ctx: Context, report: GuildReport): Promise<boolean> {
  const { guild_id: id, icon = null, owner_id = null, member_count = null, application_id = null } = report
  const now = ctx.now().toISOString()
  const name = cleanName(report.name) || id
  const { policy } = await currentPolicy(ctx)
  // The policy applies when the bot is added. Later reports keep the decision of the operator.
  const state = policy === 'open' ? 'active' : 'pending'
  const approved_at = state === 'active' ? now : null
  const facts = { name, icon }
  // Of two runners that report a new guild at once, one inserts it. The other one waits, and finds it below.
  const row = {
    id,
    ...facts,
    owner_id,
    member_count,
    application_id,
    state,
    joined_at: now,
    approved_at,
    created_at: now,
  } as const
  if (await insertGuild(ctx.db, row)) return announce(ctx, { id, name, state, asks: policy === 'ask' })
  const before = (await lockGuild(ctx.db, id))!
  const isNew = before.left_at !== null
  const isBlocked = before.state === 'blocked'
  const next = isBlocked ? 'blocked' : before.approved_at ? 'active' : isNew ? state : 'pending'
  const isNewOwner = !isBlocked && owner_id !== null && owner_id !== before.owner_id
  // Discord sends no changes of members while the bot is absent or the guild has an outage.
  if (isNew || isNewOwner || before.state === 'unavailable') await expireClaims(ctx, id)
  const stored = await updateGuild(ctx.db, id, {
    ...(isBlocked ? {} : facts),
    ...(isBlocked || owner_id === null ? {} : { owner_id }),
    ...(isBlocked || member_count === null ? {} : { member_count }),
    ...(application_id === null ? {} : { application_id }),
    state: next,
    joined_at: isNew ? now : (before.joined_at ?? now),
    left_at: null,
    approved_at: next === 'active' ? (before.approved_at ?? now) : before.approved_at,
  })
  return isNew && announce(ctx, { id, name: stored!.name, state: next, asks: policy === 'ask' })
}

type Arrival = { id: string; name: string; state: GuildState; asks: boolean }

/**
 * Records that the bot joined a guild. If the policy asks, notifies the owners about a pending guild. A runner that
 * reports the guild again and again causes one row an hour, and one email a day.
 */
async function announce(ctx: Context, { id, name, state, asks }: Arrival): Promise<boolean> {
  const quietMs = await timeSince(ctx, 'guild.joined', id)
  if (quietMs >= HOUR)
    await recordAudit(ctx, {
      action: 'guild.joined',
      target: { kind: 'guild', id, name },
      details: { state },
    })
  if (state !== 'pending' || !asks || quietMs < DAY) return false
  for (const recipient of await ownerEmails(ctx))
    await queueEmail(ctx, { kind: 'guild_pending', recipient, data: { guild_id: id } })
  return true
}

/** Returns the milliseconds since an action on a guild was last recorded. */
async function timeSince(ctx: Context, action: AuditAction, id: string): Promise<number> {
  const at = await lastAuditAt(ctx, action, id)
  return at ? ctx.now().getTime() - Date.parse(at) : Infinity
}

/**
 * Stores an outage, or that the bot left, which expires the claims. An outage does not change pending and blocked guilds.
 */
async function storeAway(ctx: Context, { guild_id, state }: Pick<GuildReport, 'guild_id' | 'state'>) {
  const before = await lockGuild(ctx.db, guild_id)
  if (!before) return false
  if (state === 'unavailable') {
    if (before.state === 'active') await updateGuild(ctx.db, guild_id, { state })
  } else if (before.left_at === null) {
    const row = await updateGuild(ctx.db, guild_id, {
      state: before.state === 'blocked' ? 'blocked' : 'left',
      left_at: ctx.now().toISOString(),
    })
    await expireClaims(ctx, guild_id)
    const target = { kind: 'guild', id: guild_id, name: row!.name }
    if ((await timeSince(ctx, 'guild.left', guild_id)) >= HOUR)
      await recordAudit(ctx, { action: 'guild.left', target })
  }
  return false
}

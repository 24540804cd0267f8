import { allow, requireProof, requireUser, type Actor } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Forbidden } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import {
  CHECK_MINUTES,
  FOUND_MINUTES,
  type FoundGuild,
  type GuildClaim,
} from '#app/features/claims/schema.ts'
import { managesOnDiscord } from '#app/features/claims/standing.server.ts'
import * as store from '#app/features/claims/store.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { guildStatesOf, requireServed } from '#app/features/guilds/guilds.server.ts'
import { guildIdsOf } from '#app/features/guilds/managers.server.ts'
import { isServed } from '#app/features/guilds/schema.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { MINUTE } from '#app/primitives/time.ts'

type Found = { id: string; name: string }
type Key = { guildId: string; userId: string }

/** Keeps the list of the user's servers from Discord for an hour. */
export async function storeFound(ctx: Context, userId: string, guilds: Found[]): Promise<void> {
  await store.writeFound(ctx.db, userId, JSON.stringify(guilds), ctx.now().toISOString())
}

/** Lists the servers that the user claimed, or manages in Discord as of the last hour. */
export async function listFound(ctx: Context): Promise<FoundGuild[]> {
  allow(ctx, 'profile:own')
  const { userId } = requireUser(ctx)
  const since = new Date(ctx.now().getTime() - FOUND_MINUTES * MINUTE).toISOString()
  const row = await store.foundBy(ctx.db, userId, since)
  const claims = new Map((await store.claimsOfUser(ctx.db, userId)).map((claim) => [claim.guild_id, claim]))
  const managed = new Set(await guildIdsOf(ctx, userId))
  const listed: Found[] = row ? fromJson(row.guilds) : []
  const names = new Map([
    ...[...claims.values()].map(({ guild_id, name }) => [guild_id, name] as const),
    ...listed.map(({ id, name }) => [id, name] as const),
  ])
  const states = await guildStatesOf(ctx, [...names.keys()])
  return [...names].map(([id, name]) => {
    const [claim, state] = [claims.get(id), states.get(id)]
    const option = managed.has(id)
      ? 'managed'
      : claim
        ? claim.suspended_at
          ? 'suspended'
          : 'claimed'
        : isServed(state)
          ? 'claim'
          : state === 'pending'
            ? 'wait'
            : state === 'blocked'
              ? 'blocked'
              : 'add'
    return { id, name, option, checked_at: claim?.checked_at ?? null }
  })
}

/**
 * Claims a guild for the user, who becomes a manager. Throws `Forbidden` if the user does not have Manage Server, and
 * `DiscordError` if Discord does not respond.
 */
export async function claimGuild(ctx: Context, { guildId }: { guildId: string }): Promise<void> {
  allow(ctx, 'profile:own')
  const { userId } = requireUser(ctx)
  const guild = await requireServed(ctx, guildId)
  if (!(await managesOnDiscord(ctx, { guildId, userId })))
    throw new Forbidden(
      `You need the Manage Server permission in ${guild.name}. Sign in with the Discord account that has it.`,
    )
  await inTransaction(ctx, async (inner) => {
    await store.upsertClaim(inner.db, { guildId, userId }, inner.now().toISOString())
    await recordClaim(inner, 'guild.claimed', { guildId, userId })
  })
}

/** Gives up the user's claim of a guild. Repeated calls change nothing. */
export async function releaseClaim(ctx: Context, { guildId }: { guildId: string }): Promise<void> {
  allow(ctx, 'profile:own')
  const key = { guildId, userId: requireUser(ctx).userId }
  await inTransaction(ctx, async (inner) => {
    if (await store.deleteClaim(inner.db, key)) await recordClaim(inner, 'guild.claim_released', key)
  })
}

/** Lists the claims of a guild, for administrators. Throws `NotFound`. */
export async function listClaims(ctx: Context, { guildId }: { guildId: string }): Promise<GuildClaim[]> {
  allow(ctx, 'guilds:write')
  await requireServed(ctx, guildId)
  return store.claimsOfGuild(ctx.db, guildId)
}

/**
 * Removes another user's claim of a guild, effective from the user's next request. Repeated calls change nothing. While
 * the user has Manage Server, they can claim the guild again. Requires a recent proof of identity.
 */
export async function removeClaim(ctx: Context, key: Key): Promise<void> {
  allow(ctx, 'guilds:write')
  requireProof(ctx)
  await inTransaction(ctx, async (inner) => {
    if (await store.deleteClaim(inner.db, key)) await recordClaim(inner, 'guild.claim_released', key)
  })
}

/** Returns the user's claims, for an account export. */
export async function exportClaims(ctx: Context) {
  allow(ctx, 'profile:own')
  const claims = await store.claimsOfUser(ctx.db, requireUser(ctx).userId)
  return claims.map(({ guild_id, name, created_at, checked_at, suspended_at }) => {
    return { guild_id, name, created_at, checked_at, suspended_at }
  })
}

/**
 * Checks the claims of an actor before a write. The claim for `guildId` is checked again if the check is older than ten
 * minutes. Other outdated claims, and claims that Discord cannot confirm now, allow only reading.
 */
export async function withCheckedClaims(ctx: Context, actor: Actor, guildId: string | null): Promise<Actor> {
  if (actor.kind !== 'user' || !actor.claims?.length) return actor
  const since = new Date(ctx.now().getTime() - CHECK_MINUTES * MINUTE).toISOString()
  const outdated = actor.claims.filter((claim) => claim.checkedAt < since)
  const uncheckedGuildIds = outdated.filter((claim) => !claim.isSuspended).map((claim) => claim.guildId)
  if (!outdated.some((claim) => claim.guildId === guildId)) return { ...actor, uncheckedGuildIds }
  const manages = await recheck(ctx, { guildId: guildId!, userId: actor.userId }).catch((error: unknown) => {
    if (error instanceof DiscordError) return null
    throw error
  })
  if (manages === null) return { ...actor, uncheckedGuildIds }
  const others = actor.guildIds.filter((id) => id !== guildId)
  return {
    ...actor,
    guildIds: manages ? [...others, guildId!] : others,
    claims: actor.claims.map((one) => (one.guildId === guildId ? { ...one, isSuspended: !manages } : one)),
    uncheckedGuildIds: uncheckedGuildIds.filter((id) => id !== guildId),
  }
}

/** Checks a claim at Discord, and suspends or restores it. Throws `DiscordError`. */
async function recheck(ctx: Context, key: Key): Promise<boolean> {
  const manages = await managesOnDiscord(ctx, key)
  await inTransaction(ctx, async (inner) => {
    const before = await store.claimOf(inner.db, key)
    if (!before) return
    const at = inner.now().toISOString()
    const suspended_at = manages ? null : (before.suspended_at ?? at)
    await store.storeCheck(inner.db, key, { checked_at: at, suspended_at })
    if (manages !== (before.suspended_at === null))
      await recordClaim(inner, manages ? 'guild.claim_restored' : 'guild.claim_suspended', key)
  })
  return manages
}

const memberChanges: ReadonlySet<string> = new Set([
  'MEMBER_LEAVE',
  'MEMBER_BAN',
  'MEMBER_UPDATE',
  'MEMBER_ROLE_ADD',
  'MEMBER_ROLE_REMOVE',
])

/** Marks the claims of members that events concern as not checked. Callers authorize first. */
export async function expireClaimsOfMembers({ db }: Pick<Context, 'db'>, events: readonly GatewayEvent[]) {
  const byGuild = new Map<string, Set<string>>()
  for (const { type, guild_id, actor, target } of events) {
    if (!memberChanges.has(type)) continue
    const ids = byGuild.get(guild_id) ?? new Set()
    byGuild.set(guild_id, ids)
    for (const id of [actor?.id, target?.id]) if (id) ids.add(id)
  }
  for (const [guildId, ids] of byGuild) await store.expireClaims(db, guildId, [...ids])
}

/** Marks all claims of a guild as not checked, after a change of its owner or roles. Callers authorize first. */
export const expireClaimsOfGuild = ({ db }: Pick<Context, 'db'>, guildId: string) =>
  store.expireClaims(db, guildId)

/** Maximum number of claims that one pass checks. */
const MAX_CHECKS = 100

/** Checks the claims that events concern, and deletes outdated lists. Stops if Discord does not respond. */
export async function recheckClaims(ctx: Context): Promise<void> {
  allow(ctx, 'guilds:write')
  const before = new Date(ctx.now().getTime() - FOUND_MINUTES * MINUTE).toISOString()
  await store.deleteFoundBefore(ctx.db, before)
  for (const { guild_id, user_id } of await store.uncheckedClaims(ctx.db, MAX_CHECKS)) {
    const state = (await guildStatesOf(ctx, [guild_id])).get(guild_id)
    if (!isServed(state)) continue
    try {
      await recheck(ctx, { guildId: guild_id, userId: user_id })
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error
      return ctx.log.warn({ err: error }, 'claims could not be checked: trying again later')
    }
  }
}

const recordClaim = (ctx: Context, action: AuditAction, { guildId, userId }: Key) =>
  recordAudit(ctx, {
    action,
    target: { kind: 'guild', id: guildId, name: null },
    details: { user_id: userId },
  })

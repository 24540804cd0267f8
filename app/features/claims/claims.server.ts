import {
  allow,
  CLAIM_READ_HOURS,
  claimsReadableSince,
  requireProof,
  requireUser,
  type Actor,
} from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Forbidden } from '#app/errors.ts'
import { discordIdentityOf, lockDiscordIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
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
import { guildStatesOf, requireGuild, requireServed } from '#app/features/guilds/guilds.server.ts'
import { expireClaims, guildIdsOf } from '#app/features/guilds/managers.server.ts'
import { isServed, type GuildState } from '#app/features/guilds/schema.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { Sweeping } from '#app/platform/process/batches.server.ts'
import { tooManyRequests } from '#app/platform/security/rate-limiter.server.ts'
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
  const row = await store.foundBy(ctx.db, userId, minutesAgo(ctx, FOUND_MINUTES))
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
    const option = isServed(state) ? optionIn(managed.has(id), claim) : optionWithout(state)
    return { id, name, option, checked_at: claim?.checked_at ?? null }
  })
}

type Option = FoundGuild['option']

/** Returns the option for a guild that is served. */
const optionIn = (isManaged: boolean, claim: { suspended_at: string | null } | undefined): Option =>
  isManaged ? 'managed' : !claim ? 'claim' : claim.suspended_at ? 'suspended' : 'claimed'

/** Returns the option for a guild that is not served, for people with and without access. */
const optionWithout = (state: GuildState | undefined): Option =>
  state === 'pending' ? 'wait' : state === 'blocked' ? 'blocked' : 'add'

/**
 * Claims a guild for the user, who becomes a manager, or checks a claim again. Throws `Forbidden` if the user does not
 * have Manage Server, `Conflict` if the claim or the link to Discord ends during the check, and `DiscordError` if Discord
 * does not respond. Only managers learn the name and the state.
 */
export async function claimGuild(ctx: Context, { guildId }: { guildId: string }): Promise<void> {
  allow(ctx, 'profile:own')
  const key = { guildId, userId: requireUser(ctx).userId }
  const claim = await store.claimOf(ctx.db, key)
  if (!claim || claim.suspended_at || claim.checked_at < minutesAgo(ctx, CHECK_MINUTES)) {
    const use = await ctx.rateLimiter.consume('claim', key.userId)
    if (use?.refused) throw tooManyRequests(use)
    if (!claim) await createClaim(ctx, key)
    const check = await recheck(ctx, key)
    if (check === 'gone') throw new Conflict(ENDED)
    if (check === 'suspended') throw new Forbidden(NOT_MANAGED)
  }
  await requireServed(ctx, guildId)
}

const NOT_MANAGED =
  'Discord reports that you do not have the Manage Server permission in this server, or that the bot is not in the server. Link the Discord account that has the permission, or ask the server owner for the permission.'
const NOT_LINKED = 'Link your Discord account first: open “Your servers” and select “Find my servers”.'
const ENDED =
  'Your Discord account was unlinked or the claim was removed during the check. Link your Discord account, then try again.'

/**
 * Inserts an unchecked claim if the user has Manage Server. Callers check the claim afterwards, because no
 * event reaches a claim that does not exist yet.
 */
async function createClaim(ctx: Context, key: Key): Promise<void> {
  const { guildId, userId } = key
  const identity = await discordIdentityOf(ctx, userId)
  if (!identity) throw new Forbidden(NOT_LINKED)
  const isKnown = (await guildStatesOf(ctx, [guildId])).has(guildId)
  if (!isKnown || !(await managesOnDiscord(ctx, { guildId, discordId: identity.provider_user_id })))
    throw new Forbidden(NOT_MANAGED)
  await inTransaction(ctx, async (inner) => {
    await requireServed(inner, guildId)
    // The lock keeps the identity until the claim refers to it.
    const linked = await lockDiscordIdentity(inner, userId)
    if (linked?.id !== identity.id) throw new Conflict(ENDED)
    const claim = { identity_id: identity.id, created_at: inner.now().toISOString() }
    if (await store.insertClaim(inner.db, key, claim)) await recordClaim(inner, 'guild.claimed', key)
  })
}

/** Gives up the user's claim of a guild. Repeated calls change nothing. */
export async function releaseClaim(ctx: Context, { guildId }: { guildId: string }): Promise<void> {
  allow(ctx, 'profile:own')
  await deleteClaim(ctx, { guildId, userId: requireUser(ctx).userId })
}

/** Lists the claims of a guild in any state, for administrators. Throws `NotFound`. */
export async function listClaims(ctx: Context, { guildId }: { guildId: string }): Promise<GuildClaim[]> {
  allow(ctx, 'guilds:write')
  await requireGuild(ctx, guildId)
  return store.claimsOfGuild(ctx.db, guildId)
}

/**
 * Removes another user's claim of a guild, effective from the user's next request. Returns false if there is no such claim.
 * While the user has Manage Server, they can claim the guild again. Requires a recent proof of identity.
 */
export async function removeClaim(ctx: Context, key: Key): Promise<boolean> {
  allow(ctx, 'guilds:write')
  requireProof(ctx)
  return deleteClaim(ctx, key)
}

const deleteClaim = (ctx: Context, key: Key) =>
  inTransaction(ctx, async (inner) => {
    if (!(await store.deleteClaim(inner.db, key))) return false
    await recordClaim(inner, 'guild.claim_released', key)
    return true
  })

/** Returns the user's claims, for an account export. */
export async function exportClaims(ctx: Context) {
  allow(ctx, 'profile:own')
  const claims = await store.claimsOfUser(ctx.db, requireUser(ctx).userId)
  return claims.map(({ guild_id, name, created_at, checked_at, suspended_at }) => {
    return { guild_id, name, created_at, checked_at, suspended_at }
  })
}

type Access = { guildId: string | null; isWrite: boolean }

/**
 * Checks the claims of an actor before a request. Before a write, the claim for `guildId` is checked again if the check
 * is older than ten minutes. Before a read, a check is due after a day or an event. Claims that Discord cannot confirm allow no more.
 */
export async function withCheckedClaims(ctx: Context, actor: Actor, access: Access): Promise<Actor> {
  if (actor.kind !== 'user' || !actor.claims?.length) return actor
  const { guildId, isWrite } = access
  const since = isWrite ? minutesAgo(ctx, CHECK_MINUTES) : claimsReadableSince(ctx.now())
  const outdated = actor.claims.filter((claim) => claim.checkedAt < since)
  const due = outdated
    .filter((claim) => claim.guildId === guildId || (!guildId && !isWrite))
    // After a failure, reads wait, so that they do not all wait for Discord.
    .filter((claim) => isWrite || claim.triedAt < minutesAgo(ctx, 1))
    .slice(0, MAX_CHECKS_PER_REQUEST)
  const checked = new Map<string, Check>()
  for (const claim of due) {
    const check = await recheck(ctx, { guildId: claim.guildId, userId: actor.userId }).catch(unlessDiscord)
    if (check && check !== 'expired') checked.set(claim.guildId, check)
  }
  const others = actor.guildIds.filter((id) => !checked.has(id))
  const unchecked = outdated.filter((claim) => !claim.isSuspended && !checked.has(claim.guildId))
  return {
    ...actor,
    guildIds: [...others, ...[...checked].flatMap(([id, check]) => (check === 'valid' ? [id] : []))],
    claims: actor.claims.flatMap((one) => {
      const check = checked.get(one.guildId)
      if (check === 'gone') return []
      return check ? { ...one, isSuspended: check === 'suspended' } : one
    }),
    ...(isWrite ? { uncheckedGuildIds: unchecked.map((claim) => claim.guildId) } : {}),
  }
}

/** Maximum number of claims that a request without a guild in its path checks. */
const MAX_CHECKS_PER_REQUEST = 3

function unlessDiscord(error: unknown): null {
  if (error instanceof DiscordError) return null
  throw error
}

/** Result of a check. `expired`: an event arrived during the check. `gone`: the claim does not exist. */
type Check = 'valid' | 'suspended' | 'expired' | 'gone'

/** Checks a claim at Discord, and suspends or restores it. Throws `DiscordError`. */
async function recheck(ctx: Context, key: Key): Promise<Check> {
  const claim = await store.claimOf(ctx.db, key)
  if (!claim) return 'gone'
  let manages: boolean
  try {
    manages = await managesOnDiscord(ctx, { guildId: key.guildId, discordId: claim.discord_id })
  } catch (error) {
    await store.storeFailure(ctx.db, key, ctx.now().toISOString())
    throw error
  }
  return inTransaction(ctx, async (inner) => {
    const at = inner.now().toISOString()
    const stored = await store.storeCheck(inner.db, key, claim, at)
    if (!stored) return (await store.claimOf(inner.db, key)) ? 'expired' : 'gone'
    if (manages !== (stored.suspended_at === null)) {
      await store.setSuspended(inner.db, key, manages ? null : at)
      await recordClaim(inner, manages ? 'guild.claim_restored' : 'guild.claim_suspended', key)
    }
    return manages ? 'valid' : 'suspended'
  })
}

const memberChanges: ReadonlySet<string> = new Set([
  'MEMBER_LEAVE',
  'MEMBER_BAN',
  'MEMBER_UPDATE',
  'MEMBER_ROLE_ADD',
  'MEMBER_ROLE_REMOVE',
])

/** Marks the claims of members that events concern as not checked, in the guilds that the actor can report on. */
export async function expireClaimsOfMembers(ctx: Context, events: readonly GatewayEvent[]): Promise<void> {
  allow(ctx, 'events:report')
  const only = ctx.actor.kind === 'runner' ? ctx.actor.guildId : null
  const byGuild = new Map<string, Set<string>>()
  for (const { type, guild_id, actor, target } of events) {
    if (!memberChanges.has(type) || (only && only !== guild_id)) continue
    const ids = byGuild.get(guild_id) ?? new Set()
    byGuild.set(guild_id, ids)
    for (const id of [actor?.id, target?.id]) if (id) ids.add(id)
  }
  for (const [guildId, ids] of byGuild) await expireClaims(ctx, guildId, [...ids])
}

/** Maximum number of claims that one pass checks. */
const MAX_CHECKS = 100
/** Maximum milliseconds of a pass, because each server can delay it. The next pass begins with other claims. */
const MAX_PASS_MS = 20_000
/** Failures that concern all servers. They end a pass. */
const sharedFailures: readonly string[] = ['not_set_up', 'token', 'rate_limited']

/** Checks claims that expired or were last checked 12 hours ago, and deletes outdated lists. */
export async function recheckClaims(ctx: Context, { stopping }: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  await store.deleteFoundBefore(ctx.db, minutesAgo(ctx, FOUND_MINUTES))
  // Half the time for which reads are allowed, so that a short outage does not end access.
  const before = minutesAgo(ctx, (CLAIM_READ_HOURS / 2) * 60)
  const end = performance.now() + MAX_PASS_MS
  for (const { guild_id, user_id } of await store.outdatedClaims(ctx.db, before, MAX_CHECKS)) {
    if (stopping?.() || performance.now() > end) return
    try {
      await recheck(ctx, { guildId: guild_id, userId: user_id })
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error
      ctx.log.warn({ err: error, guild_id }, 'a claim could not be checked: trying again later')
      if (sharedFailures.includes(error.trouble.reason)) return
    }
  }
}

const minutesAgo = ({ now }: Pick<Context, 'now'>, minutes: number) =>
  new Date(now().getTime() - minutes * MINUTE).toISOString()

async function recordClaim(ctx: Context, action: AuditAction, { guildId: id, userId }: Key) {
  const { name } = await requireGuild(ctx, id)
  await recordAudit(ctx, { action, target: { kind: 'guild', id, name }, details: { user_id: userId } })
}

import { allow, claimsReadableSince, requireProof, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { findUser } from '#app/features/accounts/users.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { readGuild, requireGuild } from '#app/features/guilds/guilds.server.ts'
import {
  deleteManager,
  expireClaimRows,
  insertManager,
  managedBy,
  managerRow,
  managersOf,
} from '#app/features/guilds/store.server.ts'
import type { Guild, Manager } from '#app/features/guilds/schema.ts'

/** Throws if the actor is not allowed to add managers to a guild. */
export const allowManaging = (ctx: Pick<Context, 'actor'>, _guildId: string): void =>
  allow(ctx, 'guilds:write')

/** Returns the guilds assigned to an account, without claims. The caller must have checked access. */
export const guildIdsOf = async (ctx: Pick<Context, 'db'>, userId: string): Promise<string[]> =>
  (await managedBy(ctx.db, userId)).map(({ guild_id }) => guild_id)

/** Checks whether an account manages a guild now, by assignment or by claim. The caller must have checked access. */
export const managesGuild = async (
  ctx: Pick<Context, 'db' | 'now'>,
  { guildId, userId }: ByAccount,
): Promise<boolean> =>
  (await managerRow(ctx.db, guildId, userId, claimsReadableSince(ctx.now()))) !== undefined

/**
 * Marks claims of a guild as not checked, so that the next request checks them at Discord: all claims, or those of the
 * members with these Discord ids. Callers authorize first.
 */
export const expireClaims = (ctx: Pick<Context, 'db'>, guildId: string, discordIds?: readonly string[]) =>
  expireClaimRows(ctx.db, guildId, discordIds)

type ByGuild = { guildId: string }

/** Lists the accounts assigned to a guild in any state as managers, in the order in which they were added. */
export async function listManagers(ctx: Context, { guildId }: ByGuild): Promise<Manager[]> {
  allow(ctx, 'guilds:write')
  await requireGuild(ctx, guildId)
  return managersOf(ctx.db, guildId)
}

/** Returns the guilds assigned to the current user, for an account export. */
export async function exportGuilds(ctx: Context) {
  allow(ctx, 'profile:own')
  return managedBy(ctx.db, requireUser(ctx).userId)
}

type ByAccount = ByGuild & { userId: string }

/**
 * Makes an account a manager of a guild, effective from the account's next request. Idempotent. Requires a recent proof
 * of identity. Throws `NotFound` for an unknown guild or account.
 */
export async function addManager(ctx: Context, input: ByAccount): Promise<Manager> {
  allowManaging(ctx, input.guildId)
  requireProof(ctx)
  return assignManager(ctx, input)
}

/**
 * Adds a manager like `addManager`, but without a proof of identity, on behalf of the sender of an accepted invitation.
 */
export async function assignManager(ctx: Context, { guildId, userId }: ByAccount): Promise<Manager> {
  allowManaging(ctx, guildId)
  return inTransaction(ctx, async (inner) => {
    const guild = await readGuild(inner, { id: guildId })
    const { id: user_id, name } = await findUser(inner, { userId })
    const created_at = inner.now().toISOString()
    if (await insertManager(inner.db, { guild_id: guildId, user_id, created_at }))
      await recordChange(inner, 'guild.manager_added', guild, { user_id, name })
    return (await managersOf(inner.db, guildId)).find((one) => one.user_id === user_id)!
  })
}

/**
 * Removes a manager from a guild in any state, effective from the account's next request. Requires a recent proof of identity.
 * Returns false if the account does not manage the guild.
 */
export async function removeManager(ctx: Context, { guildId, userId }: ByAccount): Promise<boolean> {
  allow(ctx, 'guilds:write')
  requireProof(ctx)
  return inTransaction(ctx, async (inner) => {
    const guild = await requireGuild(inner, guildId)
    const manager = (await managersOf(inner.db, guildId)).find((one) => one.user_id === userId)
    if (!manager || !(await deleteManager(inner.db, guildId, userId))) return false
    await recordChange(inner, 'guild.manager_removed', guild, manager)
    return true
  })
}

const recordChange = (
  ctx: Context,
  action: AuditAction,
  guild: Guild,
  { user_id, name }: Pick<Manager, 'user_id' | 'name'>,
) =>
  recordAudit(ctx, {
    action,
    target: { kind: 'user', id: user_id, name },
    details: { guild_id: guild.id, guild_name: guild.name },
  })

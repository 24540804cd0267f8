import { ulid } from 'ulid'
import { allow, hasRole, outranks, requireProof, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Forbidden, NotFound } from '#app/errors.ts'
import {
  setInvitationToken,
  countInvitations,
  deleteInvitation,
  insertInvitation,
  invitationById,
  invitationRows,
  invitationsTo,
  type InvitationRow,
} from '#app/features/invitations/store.server.ts'
import {
  INVITATION_LIFETIME_MS,
  type Invitation,
  type InvitationsQuery,
  type InviteInput,
} from '#app/features/invitations/schema.ts'
import { accountByEmail } from '#app/features/accounts/accounts.server.ts'
import { signupMode } from '#app/features/accounts/signup-mode.server.ts'
import { newToken } from '#app/features/accounts/tokens.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { allowManaging, guildIdsOf } from '#app/features/guilds/managers.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'

/** Throws unless the actor is allowed to invite people with this role to this guild. */
export function allowInviting(
  ctx: Pick<Context, 'actor'>,
  { role, guild_id }: Pick<InviteInput, 'role' | 'guild_id'>,
): void {
  const { actor } = ctx
  const isAdmin = actor.kind === 'user' && hasRole(actor.role, 'users:write')
  if (!isAdmin && guild_id && role === 'member') return allowManaging(ctx, guild_id)
  allow(ctx, 'users:write')
  if (actor.kind === 'user' && !outranks(actor.role, role))
    throw new Forbidden('Only an owner can assign this role.')
}

/**
 * Invites an email address. If email is configured, the link is sent to the address and `link` is null. Otherwise, the
 * inviter gets the link once. Requires a recent proof of identity.
 */
export async function createInvitation(
  ctx: Context,
  input: InviteInput,
): Promise<{ invitation: Invitation; link: string | null }> {
  const { userId, name } = requireUser(ctx)
  allowInviting(ctx, input)
  requireProof(ctx)
  const now = ctx.now()
  const id = ulid(now.getTime())
  const token = ctx.config.smtpUrl ? null : newToken()
  const created = await inTransaction(ctx, async (inner) => {
    const guild = input.guild_id ? await readGuild(inner, { id: input.guild_id }) : null
    await rejectNeedless(inner, input)
    const pending = await invitationsTo(inner.db, input.email, now.toISOString())
    if (pending.some(({ guild_id }) => guild_id === input.guild_id))
      throw new Conflict(
        'This email address already has a pending invitation. Revoke the pending invitation first.',
      )
    const row: InvitationRow = {
      id,
      ...input,
      invited_by_id: userId,
      token_hash: token && sha256(token),
      mailed: token ? 0 : 1,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString(),
    }
    await insertInvitation(inner.db, row)
    if (!token)
      await queueEmail(inner, { kind: 'invitation', recipient: input.email, data: { invitation_id: id } })
    await recordInvitation(inner, 'invitation.created', { id, ...input })
    return present({ ...row, invited_by: name, guild_name: guild?.name ?? null })
  })
  await wakeMailWorker(ctx)
  const link = token && `${ctx.config.siteUrl}/invitation?${new URLSearchParams({ token })}`
  return { invitation: created, link }
}

/** Throws `Conflict` if the invitation could not be accepted, or if it would change nothing. */
async function rejectNeedless(ctx: Context, { email, guild_id }: InviteInput) {
  const account = await accountByEmail(ctx, email)
  if (!account && (await signupMode(ctx)) === 'closed')
    throw new Conflict('Sign-up is closed on this site. Set SIGNUP to invite or open first.')
  if (account && guild_id && (await guildIdsOf(ctx, account.id)).includes(guild_id))
    throw new Conflict('The person already manages this server.')
}

/**
 * Creates the token for an invitation email, and returns it with the guild to manage. Returns null if the invitation was
 * revoked or has expired.
 */
export async function issueInvitationToken(
  ctx: Context,
  id: string,
): Promise<{ token: string; guild_id: string | null } | null> {
  const token = newToken()
  const row = await setInvitationToken(ctx.db, id, sha256(token), ctx.now().toISOString())
  return row ? { token, guild_id: row.guild_id } : null
}

/** Lists invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: Context, query: InvitationsQuery) {
  const isAdmin = ctx.actor.kind === 'user' && hasRole(ctx.actor.role, 'users:read')
  if (query.guild_id && !isAdmin) allowManaging(ctx, query.guild_id)
  else allow(ctx, 'users:read')
  const now = ctx.now().toISOString()
  const rows = await invitationRows(ctx.db, now, query)
  const total = await countInvitations(ctx.db, now, query.guild_id)
  return { invitations: rows.map(present), total, limit: query.limit, offset: query.offset }
}

/** Revokes an invitation. Requires the permission to send the same invitation. Throws `NotFound`. */
export async function revokeInvitation(ctx: Context, { id }: { id: string }): Promise<void> {
  requireUser(ctx)
  await inTransaction(ctx, async (inner) => {
    const row = await invitationById(inner.db, id, inner.now().toISOString())
    if (!row) throw new NotFound('This invitation does not exist.')
    allowInviting(inner, row)
    if (!(await deleteInvitation(inner.db, id))) throw new NotFound('This invitation does not exist.')
    await recordInvitation(inner, 'invitation.revoked', row)
  })
}

/** Writes an audit row with the invited email address. Deleting an account removes its address from these rows. */
export const recordInvitation = (
  ctx: Context,
  action: 'invitation.created' | 'invitation.revoked' | 'invitation.accepted',
  { id, email, role, guild_id }: Pick<InvitationRow, 'id' | 'email' | 'role' | 'guild_id'>,
) =>
  recordAudit(ctx, {
    action,
    target: { kind: 'invitation', id, name: email },
    details: guild_id ? { role, guild_id } : { role },
  })

type Listed = Awaited<ReturnType<typeof invitationRows>>[number]

const present = ({ id, email, role, guild_id, guild_name, invited_by, created_at, expires_at }: Listed) => ({
  id,
  email,
  role,
  guild_id,
  guild_name,
  invited_by,
  created_at,
  expires_at,
})

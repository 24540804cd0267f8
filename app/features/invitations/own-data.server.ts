import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import {
  deleteInvitationsTo,
  invitationsBy,
  invitationsTo,
  type InvitationRow,
} from '#app/features/invitations/store.server.ts'

/**
 * Returns the pending invitations sent by an account or to the account's confirmed email address. `confirmed` is null
 * if the account has no confirmed address.
 */
export async function ownInvitations(ctx: Context, userId: string, confirmed: string | null) {
  allow(ctx, 'profile:own')
  const at = ctx.now().toISOString()
  return [
    ...(confirmed ? await invitationsTo(ctx.db, confirmed, at) : []).map(received),
    ...(await invitationsBy(ctx.db, userId, at)).map(sent),
  ]
}

/** Deletes the invitations to an email address. */
export async function deleteInvitationsToUser(ctx: Context, email: string): Promise<void> {
  allow(ctx, 'profile:own')
  await deleteInvitationsTo(ctx.db, email)
}

const received = ({ email, role, guild_id, expires_at }: InvitationRow) => ({
  sent: false,
  email,
  role,
  guild_id,
  expires_at,
})

const sent = (row: InvitationRow) => ({ ...received(row), sent: true })

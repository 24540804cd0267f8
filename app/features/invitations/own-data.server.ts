import type { Context } from '#app/context.server.ts'
import {
  deleteInvitationsTo,
  invitationsBy,
  invitationsTo,
  type InvitationRow,
} from '#app/features/invitations/store.server.ts'

/**
 * Reads the pending invitations to the confirmed address of an account, null if it has none, and those that the account
 * sent. Its caller has authorised it.
 */
export async function ownInvitations(ctx: Context, userId: string, confirmed: string | null) {
  const at = ctx.now().toISOString()
  return [
    ...(confirmed ? await invitationsTo(ctx.db, confirmed, at) : []).map(received),
    ...(await invitationsBy(ctx.db, userId, at)).map(sent),
  ]
}

/** Deletes the invitations to an address. Its caller has authorised it. */
export const forgetInvitationsTo = (ctx: Pick<Context, 'db'>, email: string) =>
  deleteInvitationsTo(ctx.db, email)

const received = ({ email, role, guild_id, expires_at }: InvitationRow) => ({
  sent: false,
  email,
  role,
  guild_id,
  expires_at,
})

const sent = (row: InvitationRow) => ({ ...received(row), sent: true })

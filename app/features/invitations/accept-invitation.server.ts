import { hasRole, roles, type Actor } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Forbidden, Invalid } from '#app/errors.ts'
import { accountByEmail, accountById, rejectDisabled } from '#app/features/accounts/accounts.server.ts'
import { provePassword } from '#app/features/accounts/sign-in/password-attempts.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import type { Proof } from '#app/features/accounts/sign-in/sign-in-proof.server.ts'
import { confirmAddress, createInvitedAccount } from '#app/features/accounts/signup.server.ts'
import { changeUser } from '#app/features/accounts/users.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { assignManager, guildIdsOf } from '#app/features/guilds/managers.server.ts'
import { allowInviting, recordInvitation } from '#app/features/invitations/invitations.server.ts'
import { newMember, type AcceptInput } from '#app/features/invitations/schema.ts'
import { deleteInvitation, invitationOf, type InvitationRow } from '#app/features/invitations/store.server.ts'
import { withLabel } from '#app/primitives/plain-messages.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'

type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

/** Step that the invitation page asks for. `other` means that another account is signed in. */
type InvitationStep = 'new' | 'password' | 'provider' | 'own' | 'other'

/**
 * Returns the email, role, guild name and step of an invitation. Throws `Invalid` if the invitation cannot be accepted
 * now.
 */
export async function checkInvitation(ctx: Context, token: string) {
  const { row, inviter } = await openInvitation(ctx, token)
  const account = await accountByEmail(ctx, row.email)
  const guild = row.guild_id ? await readGuild({ ...ctx, actor: inviter }, { id: row.guild_id }) : null
  return {
    email: row.email,
    role: row.role,
    guild: guild && { id: guild.id, name: guild.name },
    asks: requestedStep(ctx, account),
  }
}

/**
 * Accepts an invitation once: creates an account or extends the existing account. Returns the account id, whether to
 * create a session, and the page that the invitation opens.
 */
export async function acceptInvitation(
  ctx: Context,
  { token, name, password }: AcceptInput,
): Promise<{ userId: string; opens: boolean; proof?: Proof; home: string }> {
  const { row } = await openInvitation(ctx, token)
  const account = await accountByEmail(ctx, row.email)
  const asks = requestedStep(ctx, account)
  const home = homeOf(row)
  if (asks === 'other')
    throw new Forbidden('You are signed in to another account. Sign out, then open the link again.')
  if (asks === 'provider')
    throw new Forbidden('Sign in with your provider in this browser, then open the link again.')
  if (account) {
    if (asks === 'password') await provePerson(ctx, account, password)
    return inTransaction(ctx, async (inner) => {
      if (asks === 'password') rejectDisabled(account)
      await applyInvitation(inner, token, account)
      if (asks !== 'password') return { userId: account.id, opens: false, home }
      return { userId: account.id, opens: true, proof: { passwordHash: account.password_hash }, home }
    })
  }
  const chosen = newMember.safeParse({ name, password })
  if (!chosen.success) throw issuesOf(chosen.error.issues)
  await rejectWeakPassword(ctx, chosen.data.password, { email: row.email, name: chosen.data.name })
  const password_hash = await ctx.passwordHasher.hash(chosen.data.password)
  return inTransaction(ctx, async (inner) => {
    const email_verified_at = row.mailed ? inner.now().toISOString() : null
    const { email, role } = row
    const made = await createInvitedAccount(inner, {
      email,
      name: chosen.data.name,
      password_hash,
      role,
      email_verified_at,
    })
    await applyInvitation(inner, token, made)
    return { userId: made.id, opens: true, home }
  })
}

/** Returns the first page for the person who accepts an invitation. */
function homeOf({ role, guild_id }: InvitationRow): string {
  const path = guild_id ? `/admin/guilds/${guild_id}` : hasRole(role, 'console:open') ? '/admin' : '/profile'
  return `${path}?done=joined`
}

/** Deletes the invitation and grants its role and guild on behalf of the inviter. */
async function applyInvitation(ctx: Context, token: string, account: Account) {
  const { row, inviter } = await openInvitation(ctx, token)
  if (!(await deleteInvitation(ctx.db, row.id))) throw usedLinkError()
  if (row.mailed && !account.email_verified_at) await confirmAddress(ctx, account)
  const asInviter = { ...ctx, actor: inviter }
  if (roles.indexOf(row.role) > roles.indexOf(account.role))
    await changeUser(asInviter, { id: account.id, role: row.role })
  if (row.guild_id) await assignManager(asInviter, { guildId: row.guild_id, userId: account.id })
  await recordInvitation({ ...ctx, actor: actorOf(account, []) }, 'invitation.accepted', row)
}

/** Returns the invitation and its inviter, who must still be allowed to send it. Throws `Invalid` otherwise. */
async function openInvitation(ctx: Context, token: string): Promise<{ row: InvitationRow; inviter: Actor }> {
  const row = await invitationOf(ctx.db, sha256(token), ctx.now().toISOString())
  const sender = row && (await accountById(ctx, row.invited_by_id))
  if (!row || !sender || sender.disabled_at) throw usedLinkError()
  const inviter = actorOf(sender, await guildIdsOf(ctx, sender.id))
  try {
    allowInviting({ actor: inviter }, row)
  } catch (error) {
    if (error instanceof Forbidden) throw usedLinkError()
    throw error
  }
  return { row, inviter }
}

function requestedStep({ actor }: Context, account: Account | undefined): InvitationStep {
  if (actor.kind === 'user') return actor.userId === account?.id ? 'own' : 'other'
  if (!account) return 'new'
  return account.password_hash ? 'password' : 'provider'
}

async function provePerson(ctx: Context, account: Account, password = '') {
  if (await provePassword(ctx, account.email, account, password)) return
  throw issuesOf([
    { path: ['password'], message: 'The password is wrong. Try again, or reset your password.' },
  ])
}

const actorOf = ({ id, name, role, theme }: Account, guildIds: string[]): Actor => ({
  kind: 'user',
  userId: id,
  name,
  role,
  theme,
  guildIds,
  sessionId: '',
})

function issuesOf(found: readonly { path: PropertyKey[]; message: string }[]) {
  const issues = found.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new Invalid(found.map(({ path, message }) => withLabel(path, message)).join(' '), issues)
}

function usedLinkError() {
  const message = 'This invitation was used, was revoked or has expired. Request a new invitation.'
  return new Invalid(message, [{ path: 'token', message }])
}

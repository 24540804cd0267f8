import { randomBytes } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Forbidden } from '#app/errors.ts'
import { insertAccount } from '#app/features/accounts/accounts.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import type { SetupInput, User } from '#app/features/accounts/schema.ts'
import {
  deleteUser,
  hasOwner,
  lockOwners,
  userByEmail,
  type UserRow,
} from '#app/features/accounts/store.server.ts'
import { anonymizeUserAudit, recordAudit } from '#app/features/audit/audit.server.ts'
import {
  consumeSetupLink,
  replaceSetupLink,
  setupLinkValid,
} from '#app/features/accounts/token-store.server.ts'
import { sha256 } from '#app/platform/security/tokens.server.ts'

const LIFETIME = 60 * 60 * 1000

/** Returns the path of a new one-time link for the first owner, or null once an owner exists. Valid for one hour. */
export async function createSetupLink(ctx: Context): Promise<string | null> {
  if (await hasOwner(ctx.db)) return null
  const token = randomBytes(24).toString('base64url')
  await replaceSetupLink(ctx.db, sha256(token), new Date(ctx.now().getTime() + LIFETIME).toISOString())
  return `/setup?token=${token}`
}

/** Checks whether the site has an owner. */
export const isSetUp = ({ db }: Pick<Context, 'db'>): Promise<boolean> => hasOwner(db)

/** Throws `Forbidden` if the setup link is not valid. */
export async function checkSetup(ctx: Context, token: string): Promise<void> {
  const valid =
    !(await hasOwner(ctx.db)) && (await setupLinkValid(ctx.db, sha256(token), ctx.now().toISOString()))
  if (!valid) throw refused()
}

/** Creates the first owner and consumes the link. If an error occurs, the link remains valid. */
export async function completeSetup(
  ctx: Context,
  { token, email, name, password }: SetupInput & { token: string },
): Promise<User> {
  await checkSetup(ctx, token)
  await rejectWeakPassword(ctx, password, { email, name })
  const password_hash = await ctx.passwordHasher.hash(password)
  return inTransaction(ctx, async (inner) => {
    // With this lock, the check below sees an owner that the command line creates at the same time.
    await lockOwners(inner.db)
    const link = await consumeSetupLink(inner.db, sha256(token), inner.now().toISOString())
    if (!link || (await hasOwner(inner.db))) throw refused()
    const squatter = await userByEmail(inner.db, email)
    if (squatter && !squatter.email_verified_at) await deleteUnconfirmedAccount(inner, squatter)
    return insertAccount(inner, 'setup', { email, name, role: 'owner', password_hash })
  })
}

/** Deletes an unconfirmed account with the new owner's email. The audit log keeps the id of the deleted account. */
async function deleteUnconfirmedAccount(ctx: Context, { id }: UserRow) {
  await recordAudit(ctx, {
    action: 'user.deleted',
    target: { kind: 'user', id, name: null },
    details: { because: 'setup' },
  })
  await anonymizeUserAudit(ctx, id)
  await deleteUser(ctx.db, id)
}

const refused = () =>
  new Forbidden(
    'This setup link was already used, has expired or is incomplete. If the site has an owner, sign in. Otherwise, restart the server and open the new link.',
  )

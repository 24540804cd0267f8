import { randomBytes } from 'node:crypto'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Forbidden } from '#app/errors.ts'
import { insertAccount } from '#app/features/accounts/accounts.server.ts'
import { refuseWeakPassword } from '#app/features/accounts/password-policy.server.ts'
import type { SignupInput, User } from '#app/features/accounts/schema.ts'
import { hasUsers } from '#app/features/accounts/store.server.ts'
import {
  consumeSetupLink,
  replaceSetupLink,
  setupLinkValid,
} from '#app/features/accounts/token-store.server.ts'
import { sha256 } from '#app/features/keys/token.server.ts'

const LIFETIME = 60 * 60 * 1000

/** The path of a new one-time link for the first owner, or null when there are users. Valid for one hour. */
export async function offerSetup(ctx: Context): Promise<string | null> {
  if (await hasUsers(ctx.db)) return null
  const token = randomBytes(24).toString('base64url')
  await replaceSetupLink(ctx.db, sha256(token), new Date(ctx.now().getTime() + LIFETIME).toISOString())
  return `/setup?token=${token}`
}

/** Refuses with `Forbidden` unless the link would work now. */
export async function checkSetup(ctx: Context, token: string): Promise<void> {
  const valid =
    !(await hasUsers(ctx.db)) && (await setupLinkValid(ctx.db, sha256(token), ctx.now().toISOString()))
  if (!valid) throw refused()
}

/** Uses the link up and makes the first owner; a refusal further on leaves the link as it was. */
export async function completeSetup(
  ctx: Context,
  { token, email, name, password }: SignupInput & { token: string },
): Promise<User> {
  await checkSetup(ctx, token)
  await refuseWeakPassword(ctx, password, { email, name })
  const password_hash = await ctx.passwords.hash(password)
  return inTransaction(ctx, async (inner) => {
    const link = await consumeSetupLink(inner.db, sha256(token), inner.now().toISOString())
    if (!link || (await hasUsers(inner.db))) throw refused()
    return insertAccount(inner, { email, name, role: 'owner', password_hash })
  })
}

const refused = () =>
  new Forbidden('This setup link was used, is over, or is not ours. Start the server again for a new one.')

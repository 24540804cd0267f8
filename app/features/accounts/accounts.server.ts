import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Forbidden, Unauthorized } from '#app/errors.ts'
import { provePassword } from '#app/features/accounts/sign-in/password-attempts.server.ts'
import {
  emailsOfOwners,
  identitiesOfUser,
  insertUser,
  lockOwners,
  updateUser,
  userByEmail,
  userById,
  type UserRow,
} from '#app/features/accounts/store.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import { wrongCredentials, type Proof } from '#app/features/accounts/sign-in/sign-in-proof.server.ts'
import { allowSignup } from '#app/features/accounts/signup-mode.server.ts'
import type { CreateUserInput, LoginInput, UpdateProfileInput, User } from '#app/features/accounts/schema.ts'
import { partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import type { Provider } from '#app/platform/config/providers.ts'
import { changedNames } from '#app/primitives/objects.ts'

/** Returns the user for an email and password. Neither the error nor its timing reveals whether the account exists. */
export async function signIn(
  ctx: Context,
  { email, password }: Pick<LoginInput, 'email' | 'password'>,
): Promise<{ user: User; proof: Proof }> {
  const row = await userByEmail(ctx.db, email)
  const right = await provePassword(ctx, email, row, password)
  if (!right || !row) {
    await recordAudit(ctx, {
      action: 'session.refused',
      target: row ? partyOf(row) : { kind: 'user', id: null, name: null },
    })
    throw wrongCredentials()
  }
  rejectDisabled(row)
  return { user: await present(ctx, row), proof: { passwordHash: row.password_hash } }
}

/** Throws `Forbidden` if the account is disabled. */
export function rejectDisabled({ disabled_at }: Pick<UserRow, 'disabled_at'>): void {
  if (disabled_at) throw new Forbidden('This account is disabled. Ask an administrator of this site.')
}

/** Creates an account with any role. */
export async function createUser(
  ctx: Context,
  { email, name, password, role }: CreateUserInput,
): Promise<User> {
  allow(ctx, 'users:create')
  await rejectWeakPassword(ctx, password, { email, name })
  const password_hash = await ctx.passwordHasher.hash(password)
  return inTransaction(ctx, async (inner) => {
    if (role === 'owner') await lockOwners(inner.db)
    return insertAccount(inner, 'operator', { email, name, role, password_hash })
  })
}

/** Returns the owners' email addresses. The caller must check permission first. */
export const ownerEmails = (ctx: Pick<Context, 'db'>): Promise<string[]> => emailsOfOwners(ctx.db)

/** Returns the actor's account. */
export const readProfile = async (ctx: Context): Promise<User> => present(ctx, await ownRow(ctx))

/** Updates the given fields. */
export async function updateProfile(ctx: Context, input: UpdateProfileInput): Promise<User> {
  allow(ctx, 'profile:own')
  const { userId } = requireUser(ctx)
  const change = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  if (!Object.keys(change).length) return readProfile(ctx)
  return inTransaction(ctx, async (inner) => {
    const before = await ownRow(inner)
    const row = await updateUser(inner.db, userId, change)
    if (!row) throw new Unauthorized('unauthorized', 'Sign in first.')
    const fields = changedNames(['name', 'avatar_url'], before, row)
    if (fields.length)
      await recordAudit(inner, { action: 'user.profile_changed', target: partyOf(row), details: { fields } })
    return present(inner, row)
  })
}

/** Returns the signed-in user for page scripts, or null. */
export async function currentUser({ actor }: Context) {
  if (actor.kind !== 'user') return { user: null }
  const { userId: id, name, role, guildIds } = actor
  return { user: { id, name, role, manages_guilds: guildIds.length > 0 } }
}

/** How an account was created, such as by sign-up, by the setup link or by the operator. */
type MadeBy = 'password' | 'email' | Provider | 'invitation' | 'setup' | 'operator'

export type NewAccount = Pick<UserRow, 'email' | 'name' | 'role' | 'password_hash'> &
  Partial<Pick<UserRow, 'email_verified_at' | 'avatar_url'>>

/**
 * Inserts an account and enforces the sign-up policy. Throws `Forbidden` if the policy does not allow `by`, and
 * `Conflict` if the email is taken.
 */
export async function insertAccount(ctx: Context, by: MadeBy, account: NewAccount): Promise<User> {
  if (by !== 'setup' && by !== 'operator')
    await allowSignup(ctx, by === 'invitation' ? 'invitation' : 'visitor')
  const row = await insertUser(ctx.db, {
    id: ulid(ctx.now().getTime()),
    created_at: ctx.now().toISOString(),
    ...account,
  })
  if (!row) {
    const message = 'An account with this email address already exists. Sign in, or use another address.'
    throw new Conflict(message, 'conflict', [{ path: 'email', message }])
  }
  await recordNewAccount(ctx, by, row)
  return present(ctx, row)
}

/** Records a new account in the audit log. For sign-ups, the actor is the new account itself. */
function recordNewAccount(ctx: Context, by: MadeBy, row: UserRow) {
  const [target, { role }] = [partyOf(row), row]
  if (by === 'operator') return recordAudit(ctx, { action: 'user.created', target, details: { role } })
  if (by === 'setup')
    return recordAudit(ctx, { action: 'site.set_up', target, actor: target, details: { role } })
  return recordAudit(ctx, { action: 'user.signed_up', target, actor: target, details: { role, method: by } })
}

/** Returns the actor's row. Throws `Unauthorized` if the account was deleted. */
export async function ownRow(ctx: Context): Promise<UserRow> {
  const { userId } = requireUser(ctx)
  const row = await userById(ctx.db, userId)
  if (!row) throw new Unauthorized('unauthorized', 'Sign in first.')
  return row
}

/** Returns the account with an email, or undefined. The caller must check permission first. */
export const accountByEmail = (ctx: Pick<Context, 'db'>, email: string): Promise<UserRow | undefined> =>
  userByEmail(ctx.db, email.toLowerCase())

/** Returns an account by id, or undefined. The caller must check permission first. */
export const accountById = (ctx: Pick<Context, 'db'>, id: string): Promise<UserRow | undefined> =>
  userById(ctx.db, id)

/** Converts a row to the account as its owner sees it. */
export async function present(ctx: Pick<Context, 'db'>, row: UserRow): Promise<User> {
  const identities = await identitiesOfUser(ctx.db, row.id)
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    name: row.name,
    avatar_url: row.avatar_url,
    theme: row.theme,
    role: row.role,
    has_password: row.password_hash !== null,
    connections: identities.map(({ provider }) => provider as Provider),
    created_at: row.created_at,
  }
}

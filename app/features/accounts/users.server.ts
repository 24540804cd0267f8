import { allow, outranks, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Forbidden, found } from '#app/errors.ts'
import { present } from '#app/features/accounts/accounts.server.ts'
import { afterNewPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import type {
  ManagedUser,
  UpdateUserInput,
  User,
  UserSort,
  UsersQuery,
} from '#app/features/accounts/schema.ts'
import {
  deleteSessionsOfUser,
  markForRenewal,
  sessionsOfUser,
} from '#app/features/accounts/sign-in/session-store.server.ts'
import {
  allUsers,
  countOwners,
  countUsers,
  findUsers,
  lockOwners,
  updateUser as writeUser,
  userByEmail,
  userById,
  type UserRow,
} from '#app/features/accounts/store.server.ts'
import { deleteTokensOfUser } from '#app/features/accounts/token-store.server.ts'
import { partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import { wakeMailWorker } from '#app/features/mail/queue.server.ts'

/** Returns all accounts, oldest first, for the command line. */
export async function listAllUsers(ctx: Context): Promise<User[]> {
  allow(ctx, 'users:create')
  return Promise.all((await allUsers(ctx.db)).map((row) => present(ctx, row)))
}

/** Returns the accounts that match the query, by default newest first. */
export async function listUsers(ctx: Context, query: UsersQuery & UserSort) {
  allow(ctx, 'users:read')
  const [rows, total] = [await findUsers(ctx.db, query), await countUsers(ctx.db, query)]
  const users = await Promise.all(rows.map((row) => manage(ctx, row)))
  return { users, total, limit: query.limit, offset: query.offset }
}

/** Returns an account as administrators see it. */
export async function readUser(ctx: Context, { id }: { id: string }): Promise<{ user: ManagedUser }> {
  allow(ctx, 'users:read')
  return { user: await manage(ctx, await requireAccount(ctx, id)) }
}

/**
 * Changes the role of another account, or disables or enables the account. The actor must outrank the account and the
 * new role, and needs a recent proof. Throws `Forbidden`, and `Conflict` for the last owner.
 */
export async function updateUser(
  ctx: Context,
  { id, role, disabled }: UpdateUserInput & { id: string },
): Promise<{ user: ManagedUser }> {
  allow(ctx, 'users:write')
  requireProof(ctx)
  return changeUser(ctx, { id, role, disabled })
}

/**
 * Changes an account like `updateUser` but without a recent proof, on behalf of the sender of an accepted invitation.
 */
export async function changeUser(
  ctx: Context,
  { id, role, disabled }: UpdateUserInput & { id: string },
): Promise<{ user: ManagedUser }> {
  allow(ctx, 'users:write')
  return inTransaction(ctx, async (inner) => {
    await lockOwners(inner.db)
    const row = await requireAccount(inner, id)
    requireCanManage(inner, row)
    if (role && role !== row.role) await changeRole(inner, row, role)
    if (disabled !== undefined && disabled !== (row.disabled_at !== null)) await disable(inner, row, disabled)
    return readUser(inner, { id })
  })
}

/** Returns the account with an id. Throws `NotFound`. */
export async function findUser(
  ctx: Context,
  { userId }: { userId: string },
): Promise<Pick<User, 'id' | 'name' | 'email'>> {
  allow(ctx, 'users:read')
  const { id, name, email } = await requireAccount(ctx, userId)
  return { id, name, email }
}

/** Ends every session of an account. */
export async function closeSessions(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'users:write')
  await inTransaction(ctx, async (inner) => {
    const row = await requireAccount(inner, id)
    requireCanManage(inner, row)
    const count = await deleteSessionsOfUser(inner.db, id, null)
    await recordAudit(inner, { action: 'sessions.closed', target: partyOf(row), details: { count } })
  })
}

/** Sets the role of the account with an email. */
export async function setRole(ctx: Context, { email, role }: { email: string; role: User['role'] }) {
  allow(ctx, 'users:create')
  const { id } = await findByEmailOrThrow(ctx, email)
  return (await updateUser(ctx, { id, role })).user
}

/** Sets the password of the account with an email and ends its sessions. */
export async function setPassword(ctx: Context, { email, password }: { email: string; password: string }) {
  allow(ctx, 'users:create')
  const row = await findByEmailOrThrow(ctx, email)
  await rejectWeakPassword(ctx, password, row)
  const password_hash = await ctx.passwordHasher.hash(password)
  await inTransaction(ctx, async (inner) => {
    await writeUser(inner.db, row.id, { password_hash })
    await afterNewPassword(inner, row, null)
    await recordAudit(inner, { action: 'user.password_changed', target: partyOf(row) })
  })
  await wakeMailWorker(ctx)
  return { id: row.id, email }
}

/**
 * Throws `Conflict` if the account is the last owner that can sign in. Must be called after `lockOwners`, in the
 * transaction that removes the owner, to serialize concurrent removals.
 */
export async function requireAnotherOwner(ctx: Context, row: UserRow): Promise<void> {
  if (row.role !== 'owner' || row.disabled_at || (await countOwners(ctx.db)) > 1) return
  throw new Conflict('This is the last owner. Make another user an owner first.')
}

async function changeRole(ctx: Context, row: UserRow, role: User['role']) {
  if (ctx.actor.kind === 'user' && !outranks(ctx.actor.role, role))
    throw new Forbidden('Only an owner can assign this role. Ask an owner.')
  await requireAnotherOwner(ctx, row)
  await writeUser(ctx.db, row.id, { role })
  await markForRenewal(ctx.db, row.id)
  // Administrators who could manage the account before this change could have read earlier links.
  await deleteTokensOfUser(ctx.db, row.id)
  await recordAudit(ctx, {
    action: 'user.role_changed',
    target: partyOf(row),
    details: { from: row.role, to: role },
  })
}

async function disable(ctx: Context, row: UserRow, disabled: boolean) {
  if (disabled) await requireAnotherOwner(ctx, (await userById(ctx.db, row.id))!)
  await writeUser(ctx.db, row.id, { disabled_at: disabled ? ctx.now().toISOString() : null })
  if (disabled) await deleteSessionsOfUser(ctx.db, row.id, null)
  await recordAudit(ctx, { action: disabled ? 'user.disabled' : 'user.enabled', target: partyOf(row) })
}

function requireCanManage({ actor }: Context, row: UserRow) {
  if (actor.kind !== 'user') return
  if (actor.userId === row.id)
    throw new Forbidden('You cannot change your own account. Ask another administrator.')
  if (!outranks(actor.role, row.role))
    throw new Forbidden('Only an owner can change this account. Ask an owner.')
}

const requireAccount = async (ctx: Context, id: string): Promise<UserRow> =>
  found(await userById(ctx.db, id), 'This account does not exist. Use an id from the list.')

async function findByEmailOrThrow(ctx: Context, email: string): Promise<UserRow> {
  return found(await userByEmail(ctx.db, email), 'No account has this email address. Check the address.')
}

async function manage(ctx: Context, row: UserRow): Promise<ManagedUser> {
  const { theme: _theme, ...user } = await present(ctx, row)
  const sessions = await sessionsOfUser(ctx.db, row.id, ctx.now().toISOString())
  return {
    ...user,
    disabled_at: row.disabled_at,
    session_count: sessions.length,
    last_seen_at: sessions[0]?.last_seen_at ?? null,
  }
}

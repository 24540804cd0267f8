import { allow, outranks, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Forbidden, found } from '#app/errors.ts'
import { present } from '#app/features/accounts/accounts.server.ts'
import { afterNewPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import type { ManagedUser, UpdateUserInput, User, UsersQuery } from '#app/features/accounts/schema.ts'
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

/** Every account, oldest first: for the command line, which has no pages. */
export async function listAllUsers(ctx: Context): Promise<User[]> {
  allow(ctx, 'users:create')
  return Promise.all((await allUsers(ctx.db)).map((row) => present(ctx, row)))
}

/** Accounts, the newest first, narrowed by the query. */
export async function listUsers(ctx: Context, query: UsersQuery) {
  allow(ctx, 'users:read')
  const [rows, total] = [await findUsers(ctx.db, query), await countUsers(ctx.db, query)]
  const users = await Promise.all(rows.map((row) => manage(ctx, row)))
  return { users, total, limit: query.limit, offset: query.offset }
}

/** One account, as administrators see it. */
export async function readUser(ctx: Context, { id }: { id: string }): Promise<{ user: ManagedUser }> {
  allow(ctx, 'users:read')
  return { user: await manage(ctx, await requireAccount(ctx, id)) }
}

/**
 * Changes the role of an account, disables it or enables it. Nobody changes an account that they do not outrank, gives a role
 * that they do not outrank, or changes their own; the last owner stays one. Needs a new proof. Throws `Forbidden` and
 * `Conflict`.
 */
export async function updateUser(
  ctx: Context,
  { id, role, disabled }: UpdateUserInput & { id: string },
): Promise<{ user: ManagedUser }> {
  allow(ctx, 'users:write')
  requireProof(ctx)
  return changeUser(ctx, { id, role, disabled })
}

/** Does what `updateUser` does, for an actor whose proof is no question now: the sender of an accepted invitation. */
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

/** The account with an id or an e-mail address. Throws `NotFound`. */
export async function findUser(
  ctx: Context,
  who: { userId: string } | { email: string },
): Promise<Pick<User, 'id' | 'name' | 'email'>> {
  allow(ctx, 'users:read')
  const { id, name, email } = await ('email' in who
    ? findByEmailOrThrow(ctx, who.email)
    : requireAccount(ctx, who.userId))
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

/** Gives the account with this e-mail a role. */
export async function setRole(ctx: Context, { email, role }: { email: string; role: User['role'] }) {
  allow(ctx, 'users:create')
  const { id } = await findByEmailOrThrow(ctx, email)
  return (await updateUser(ctx, { id, role })).user
}

/** Gives the account with this e-mail a password and ends its sessions. */
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
 * Throws `Conflict` when nobody could sign in as owner without this account. Call it in the transaction that takes the owner
 * away, after `lockOwners`: two owners who go at once are then asked one after the other.
 */
export async function requireAnotherOwner(ctx: Context, row: UserRow): Promise<void> {
  if (row.role !== 'owner' || row.disabled_at || (await countOwners(ctx.db)) > 1) return
  throw new Conflict('This is the last owner. Make somebody else an owner first.')
}

async function changeRole(ctx: Context, row: UserRow, role: User['role']) {
  if (ctx.actor.kind === 'user' && !outranks(ctx.actor.role, role))
    throw new Forbidden('Only an owner may give this role.')
  await requireAnotherOwner(ctx, row)
  await writeUser(ctx.db, row.id, { role })
  await markForRenewal(ctx.db, row.id)
  // Links from before were read by whoever could manage the account then.
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
  if (actor.userId === row.id) throw new Forbidden('This is your own account. Ask another administrator.')
  if (!outranks(actor.role, row.role)) throw new Forbidden('Only an owner may change this account.')
}

const requireAccount = async (ctx: Context, id: string): Promise<UserRow> =>
  found(await userById(ctx.db, id), 'There is no such account.')

async function findByEmailOrThrow(ctx: Context, email: string): Promise<UserRow> {
  return found(await userByEmail(ctx.db, email), 'There is no account with this e-mail address.')
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

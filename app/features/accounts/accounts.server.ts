import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Conflict, Invalid, Unauthorized } from '#app/errors.ts'
import { checkPassword, hashPassword } from '#app/features/accounts/password.server.ts'
import type { CreateUserInput, LoginInput, SignupInput, User } from '#app/features/accounts/schema.ts'
import {
  allUsers,
  insertUser,
  userByEmail,
  userById,
  type UserRow,
} from '#app/features/accounts/store.server.ts'

/** The right e-mail and password give the user. Unknown account and wrong password are one answer and take one time. */
export async function signIn(
  ctx: Context,
  { email, password }: Pick<LoginInput, 'email' | 'password'>,
): Promise<User> {
  const row = await userByEmail(ctx.db, email)
  if (!(await checkPassword(row?.password_hash, password)) || !row) {
    throw new Unauthorized('invalid_credentials', 'The e-mail or the password is wrong.')
  }
  return present(row)
}

/** Anyone may open a member's account. Throws `Conflict` when the e-mail is taken. */
export async function signUp(ctx: Context, input: SignupInput): Promise<User> {
  return addUser(ctx, { ...input, role: 'member' })
}

/** Makes an account with any role. */
export async function createUser(ctx: Context, input: CreateUserInput): Promise<User> {
  allow(ctx, 'users:manage')
  return addUser(ctx, input)
}

/** Every account, oldest first. */
export async function listUsers(ctx: Context): Promise<User[]> {
  allow(ctx, 'users:manage')
  return (await allUsers(ctx.db)).map(present)
}

/** The account of the one who asks. */
export async function readProfile(ctx: Context): Promise<User> {
  const { userId } = requireUser(ctx)
  const row = await userById(ctx.db, userId)
  if (!row) throw new Unauthorized('unauthorized', 'Sign in first.')
  return present(row)
}

/** Who is signed in, as far as a script of the page needs to know. Null for everybody else. */
export async function whoIsSignedIn({ actor }: Context) {
  return { user: actor.kind === 'user' ? { id: actor.userId, name: actor.name, role: actor.role } : null }
}

/** Inserts the account. Its caller has authorised it. */
export async function addUser(ctx: Context, { email, name, password, role }: CreateUserInput): Promise<User> {
  if (password.toLowerCase() === email) {
    throw new Invalid('The password may not be the e-mail address.', [
      { path: 'password', message: 'Use something other than your e-mail address.' },
    ])
  }
  const password_hash = await hashPassword(password)
  const row = await inTransaction(ctx, ({ db }) =>
    insertUser(db, {
      id: ulid(ctx.now().getTime()),
      email,
      name,
      role,
      password_hash,
      created_at: ctx.now().toISOString(),
    }),
  )
  if (!row) {
    const message = 'There is an account with this e-mail address already.'
    throw new Conflict(message, 'conflict', [{ path: 'email', message }])
  }
  return present(row)
}

function present(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    email_verified: false,
    name: row.name,
    avatar_url: null,
    role: row.role,
    has_password: row.password_hash !== null,
    connections: [],
    created_at: row.created_at,
  }
}

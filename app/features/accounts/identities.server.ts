import { ulid } from 'ulid'
import { allow, hasRole, requireUser } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import { admit, insertAccount, ownRow, partyOf, present } from '#app/features/accounts/accounts.server.ts'
import {
  deleteIdentity,
  identitiesOfUser,
  identityOf,
  insertIdentity,
  touchIdentity,
} from '#app/features/accounts/identity-store.server.ts'
import { OAuthRefused } from '#app/features/accounts/oauth.ts'
import { providerNames, type Connection, type Provider, type User } from '#app/features/accounts/schema.ts'
import { deleteTokensOfUser } from '#app/features/accounts/token-store.server.ts'
import { userByEmail, userById, type UserRow } from '#app/features/accounts/store.server.ts'
import { record } from '#app/features/audit/audit.server.ts'
import { queueLetter, sendLetters } from '#app/features/mail/outbox.server.ts'

/** What a provider says of somebody. `email` is null where it gives none. */
export type Profile = {
  provider: Provider
  id: string
  username: string
  name: string
  email: string | null
  emailVerified: boolean
  avatarUrl: string | null
}

/**
 * Signs in whoever a provider vouches for. A known identity is its account's. An unknown one is linked to the account of the
 * one who asks, when somebody does; else it joins the account with the same address if both sides have confirmed it and it
 * is no administrator's; else it opens a new account. Throws `OAuthRefused`.
 */
export async function signInWithIdentity(ctx: Context, profile: Profile): Promise<User> {
  const user = await inTransaction(ctx, async (inner) => {
    const known = await identityOf(inner.db, profile.provider, profile.id)
    const own = ctx.actor.kind === 'user' ? await ownRow(inner) : null
    if (known) {
      if (own && known.user_id !== own.id) throw new OAuthRefused('linked_elsewhere')
      await touchIdentity(inner.db, known.id, {
        username: profile.username,
        last_used_at: inner.now().toISOString(),
      })
      return enter(inner, (await userById(inner.db, known.user_id))!, profile)
    }
    return own ? link(inner, own, profile) : joinOrOpen(inner, profile)
  })
  await sendLetters(ctx)
  return user
}

async function joinOrOpen(ctx: Context, profile: Profile): Promise<User> {
  if (!profile.email) throw new OAuthRefused('no_email')
  if (!profile.emailVerified) throw new OAuthRefused('unverified_email')
  const email = profile.email.toLowerCase()
  const row = await userByEmail(ctx.db, email)
  if (row) {
    if (!row.email_verified_at || hasRole(row.role, 'users:write')) throw new OAuthRefused('link_first')
    return link(ctx, row, profile)
  }
  const { id } = await insertAccount(ctx, {
    email,
    name: profile.name.slice(0, 100),
    role: 'member',
    password_hash: null,
    email_verified_at: ctx.now().toISOString(),
    avatar_url: profile.avatarUrl,
  })
  const opened = (await userById(ctx.db, id))!
  await add(ctx, opened, profile)
  return enter(ctx, opened, profile)
}

async function link(ctx: Context, row: UserRow, profile: Profile): Promise<User> {
  await add(ctx, row, profile)
  const data = { user_id: row.id, provider: profile.provider }
  await queueLetter(ctx, { kind: 'identity_linked', recipient: row.email, data })
  return enter(ctx, row, profile)
}

async function add(ctx: Context, row: UserRow, { provider, id, username }: Profile) {
  const at = ctx.now().toISOString()
  const added = await insertIdentity(ctx.db, {
    id: ulid(ctx.now().getTime()),
    user_id: row.id,
    provider,
    provider_user_id: id,
    username,
    created_at: at,
    last_used_at: at,
  })
  if (!added) throw new OAuthRefused('already_linked')
  const details = { provider, username }
  await record(ctx, { action: 'identity.linked', target: partyOf(row), actor: partyOf(row), details })
}

async function enter(ctx: Context, row: UserRow, { provider }: Profile): Promise<User> {
  if (row.disabled_at) throw new OAuthRefused('disabled')
  return admit(ctx, row, provider)
}

/** What the one who asks can sign in with, beside a password. */
export async function listConnections(ctx: Context): Promise<{ connections: Connection[] }> {
  const { userId } = requireUser(ctx)
  const rows = await identitiesOfUser(ctx.db, userId)
  return {
    connections: rows.map(({ provider, username, created_at, last_used_at }) => ({
      provider: provider as Provider,
      username,
      created_at,
      last_used_at,
    })),
  }
}

/** Takes an identity off one's own account. Throws `Conflict` when nothing else could sign in. */
export async function unlinkIdentity(ctx: Context, { provider }: { provider: Provider }): Promise<User> {
  allow(ctx, 'profile:own')
  const user = await inTransaction(ctx, async (inner) => {
    const row = await ownRow(inner)
    const gone = await deleteIdentity(inner.db, row.id, provider)
    if (!gone) throw new NotFound(`${providerNames[provider]} is not linked to this account.`)
    const left = await identitiesOfUser(inner.db, row.id)
    if (!left.length && !row.password_hash)
      throw new Conflict('This is the last way into the account. Set a password first.')
    await deleteTokensOfUser(inner.db, row.id)
    const details = { provider, username: gone.username }
    await record(inner, { action: 'identity.unlinked', target: partyOf(row), details })
    await queueLetter(inner, {
      kind: 'identity_unlinked',
      recipient: row.email,
      data: { user_id: row.id, provider },
    })
    return present(inner, row)
  })
  await sendLetters(ctx)
  return user
}

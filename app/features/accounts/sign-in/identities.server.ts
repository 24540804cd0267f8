import { ulid } from 'ulid'
import { allow, hasRole, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Forbidden, NotFound } from '#app/errors.ts'
import { insertAccount, ownRow, present } from '#app/features/accounts/accounts.server.ts'
import {
  deleteIdentity,
  identitiesOfUser,
  identityOf,
  type IdentityRow,
  insertIdentity,
  lockUser,
  touchIdentity,
  userByEmail,
  userById,
  type UserRow,
} from '#app/features/accounts/store.server.ts'
import { cleanLabel } from '#app/primitives/clean-name.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import type { Connection, User } from '#app/features/accounts/schema.ts'
import { signupMode } from '#app/features/accounts/signup-mode.server.ts'
import { hasRecentProof } from '#app/features/accounts/sign-in/sessions.server.ts'
import type { Proof } from '#app/features/accounts/sign-in/sign-in-proof.server.ts'
import { deleteTokensOfUser } from '#app/features/accounts/token-store.server.ts'
import { partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { providerNames, providers, type Provider } from '#app/platform/config/providers.ts'
import { email as emailSchema } from '#app/primitives/schema.ts'

/** Profile from a provider. `email` is null if the provider sends none. */
export type Profile = {
  provider: Provider
  id: string
  username: string
  name: string
  email: string | null
  emailVerified: boolean
  avatarUrl: string | null
  /** Servers in which the user has Manage Server, if the sign-in asked for them. */
  guilds?: { id: string; name: string }[]
}

/** Result of a provider sign-in. `linked` is true if a signed-in user linked a new identity. */
type SignedIn = { user: User; linked: boolean; proof: Proof }

/** Returns the configured providers, in the order in which their buttons appear. */
export const offeredProviders = ({ config }: Pick<Context, 'config'>): Provider[] =>
  providers.filter((provider) => config.providers[provider])

/**
 * Signs in to the account that an identity is linked to. Links an unknown identity to the actor's account, which
 * requires a recent proof. Without an actor, links the identity to the confirmed account with the same email, or
 * creates an account. Never links accounts with admin rights by email. Throws `OAuthRefused`.
 */
export async function signInWithIdentity(ctx: Context, profile: Profile): Promise<SignedIn> {
  const decided = () => inTransaction(ctx, (inner) => resolveIdentity(inner, profile))
  // Of several sign-ins at once, the first retry finds the new account, and the second retry the new identity.
  const retry = (error: unknown) => {
    if (error instanceof Conflict) return decided()
    throw error
  }
  const signedIn = await decided().catch(retry).catch(retry)
  await wakeMailWorker(ctx)
  return signedIn
}

async function resolveIdentity(ctx: Context, profile: Profile): Promise<SignedIn> {
  const known = await identityOf(ctx.db, profile.provider, profile.id)
  const own = ctx.actor.kind === 'user' ? await ownRow(ctx) : null
  if (known) {
    if (own && known.user_id !== own.id) throw new OAuthRefused('linked_elsewhere')
    const at = ctx.now().toISOString()
    await touchIdentity(ctx.db, known.id, { username: profile.username, last_used_at: at })
    return toSignedIn(ctx, (await userById(ctx.db, known.user_id))!, profile)
  }
  if (!own) return linkOrCreateAccount(ctx, profile)
  // Waits for a concurrent claim of the account, which ends this session.
  await lockUser(ctx.db, own.id)
  // Prevents another person at an unattended browser from adding a sign-in method.
  if (!(await hasRecentProof(ctx))) throw new OAuthRefused('prove_first')
  await link(ctx, own, profile)
  return { user: await present(ctx, own), linked: true, proof: proofOf(profile) }
}

async function linkOrCreateAccount(ctx: Context, profile: Profile): Promise<SignedIn> {
  const address = emailSchema.safeParse(profile.email)
  if (!address.success) throw new OAuthRefused('no_email')
  if (!profile.emailVerified) throw new OAuthRefused('unverified_email')
  const email = address.data
  const row = await userByEmail(ctx.db, email)
  if (row) {
    if (!row.email_verified_at || hasRole(row.role, 'users:write')) throw new OAuthRefused('link_first')
    await link(ctx, row, profile)
    return toSignedIn(ctx, row, profile)
  }
  const mode = await signupMode(ctx)
  if (mode !== 'open') throw new OAuthRefused(mode === 'invite' ? 'by_invitation' : 'signup_closed')
  const { id } = await insertAccount(ctx, profile.provider, {
    email,
    name: nameOf(profile),
    role: 'member',
    password_hash: null,
    email_verified_at: ctx.now().toISOString(),
    avatar_url: profile.avatarUrl,
  })
  const opened = (await userById(ctx.db, id))!
  await add(ctx, opened, profile)
  return toSignedIn(ctx, opened, profile)
}

/** Returns the name for a new account. Providers allow empty names, long names and invisible characters. */
function nameOf({ name, username }: Profile) {
  return cleanLabel(name, 100) || cleanLabel(username, 100)
}

async function link(ctx: Context, row: UserRow, profile: Profile) {
  await add(ctx, row, profile)
  const data = { user_id: row.id, provider: profile.provider }
  await queueEmail(ctx, { kind: 'identity_linked', recipient: row.email, data })
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
  if (!added) {
    // If a concurrent request has linked this identity, the retry finds the link.
    if (await identityOf(ctx.db, provider, id))
      throw new Conflict('This identity has just been linked to an account. Try again.')
    throw new OAuthRefused('already_linked')
  }
  const details = { provider, username }
  await recordAudit(ctx, { action: 'identity.linked', target: partyOf(row), actor: partyOf(row), details })
}

const proofOf = ({ provider, id }: Profile): Proof => ({ provider, providerUserId: id })

async function toSignedIn(ctx: Context, row: UserRow, profile: Profile): Promise<SignedIn> {
  if (row.disabled_at) throw new OAuthRefused('disabled')
  return { user: await present(ctx, row), linked: false, proof: proofOf(profile) }
}

/** Returns the Discord identity that is linked to an account, if any. Callers authorize first. */
export const discordIdentityOf = async ({ db }: Pick<Context, 'db'>, userId: string) =>
  (await identitiesOfUser(db, userId)).find(({ provider }) => provider === 'discord')

/** Locks an account until the transaction ends, and returns its Discord identity, if any. Callers authorize first. */
export async function lockDiscordIdentity(ctx: Pick<Context, 'db'>, userId: string) {
  await lockUser(ctx.db, userId)
  return discordIdentityOf(ctx, userId)
}

/** Returns the provider accounts that can sign in to the actor's account. */
export async function listConnections(ctx: Context): Promise<{ connections: Connection[] }> {
  const { userId } = requireUser(ctx)
  const rows = await identitiesOfUser(ctx.db, userId)
  return { connections: rows.map(connectionOf) }
}

/** Converts an identity to the connection as its owner sees it. */
export const connectionOf = ({ provider, username, created_at, last_used_at }: IdentityRow): Connection => ({
  provider: provider as Provider,
  username,
  created_at,
  last_used_at,
})

/**
 * Unlinks an identity from the actor's account. Throws `Forbidden` without a recent proof of identity, and `Conflict`
 * for the last sign-in method.
 */
export async function unlinkIdentity(ctx: Context, { provider }: { provider: Provider }): Promise<User> {
  allow(ctx, 'profile:own')
  if (!(await hasRecentProof(ctx)))
    throw new Forbidden('Confirm your identity first: sign in again, or enter your password.')
  const user = await inTransaction(ctx, async (inner) => {
    const row = await ownRow(inner)
    // Without this lock, two concurrent requests could unlink the last two identities.
    await lockUser(inner.db, row.id)
    const gone = await deleteIdentity(inner.db, row.id, provider)
    if (!gone)
      throw new NotFound(
        `${providerNames[provider]} is not linked to this account. Reload your profile to see your linked providers.`,
      )
    const left = await identitiesOfUser(inner.db, row.id)
    if (!left.length && !row.password_hash)
      throw new Conflict('You have no other way to sign in. Set a password first.')
    await deleteTokensOfUser(inner.db, row.id)
    const details = { provider, username: gone.username }
    await recordAudit(inner, { action: 'identity.unlinked', target: partyOf(row), details })
    await queueEmail(inner, {
      kind: 'identity_unlinked',
      recipient: row.email,
      data: { user_id: row.id, provider },
    })
    return present(inner, row)
  })
  await wakeMailWorker(ctx)
  return user
}

import { Forbidden, TryLater, Unauthorized } from '#app/errors.ts'
import { guildScopes, scopes, siteScopes, type Scope } from '#app/primitives/scopes.ts'
import type { Theme } from '#app/site/theme.ts'

export const roles = ['member', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export { guildScopes, scopes, siteScopes, type Scope }

/** Authentication of an operation by API key. `grants` are the permissions that its rule requires. */
export type KeyAccess = { key: Scope | null; grants?: readonly Permission[] }

/** Caller of an operation. `system` is the service itself: startup, purges and, with `isCommand`, the CLI. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      userId: string
      role: Role
      sessionId: string
      name: string
      theme: Theme
      /** Time of the user's last proof of identity in this session, in ISO format. */
      provedAt?: string
      /** Guilds that an administrator assigned to this user, or that the user has claimed. */
      guildIds: readonly string[]
      /** Claims of the user. `guildIds` contains the guilds of claims that are valid for reads. */
      claims?: readonly Claim[]
      /** Guilds that the user can only read now, because their claim could not be checked. */
      uncheckedGuildIds?: readonly string[]
      /** True for demo visitors. They have no account, and can only read the guilds in `guildIds`. */
      readOnly?: true
    }
  | KeyActor
  | { kind: 'runner'; runnerId: string; guildId: string | null }
  | { kind: 'discord' }
  | { kind: 'system'; isCommand?: true }

/** API key of a guild, or of the site. */
export type KeyActor = {
  kind: 'key'
  keyId: string
  name: string
  guildId: string | null
  scopes: readonly Scope[]
  /** Permissions for the current operation. Permissions for a guild apply only to the key's guild. */
  grants?: readonly Permission[]
}

/** Access of a user who had Manage Server in Discord at the last check. */
export type Claim = { guildId: string; checkedAt: string; triedAt: string; isSuspended: boolean }

/** Time of the last check of claims that must be checked again before the next request. */
export const NEVER_CHECKED = '1970-01-01T00:00:00.000Z'

/** Hours for which a check of a claim is valid for reads. */
export const CLAIM_READ_HOURS = 24

/** Returns the time after which a claim must have been checked for reads. */
export const claimsReadableSince = (now: Date): string =>
  new Date(now.getTime() - CLAIM_READ_HOURS * 3_600_000).toISOString()

/** Display name for deleted users. */
export const FORMER_MEMBER = 'a former member'

/** Returns an id for the caller, by which calls of the same user or API key are compared. */
export const callerIdOf = ({ actor }: { actor: Actor }): string =>
  actor.kind === 'user' ? actor.userId : actor.kind === 'key' ? `key ${actor.keyId}` : actor.kind

/**
 * Returns the author columns of a row: the name of the user or API key in `column` and, for account deletion, the id of
 * the user in `<column>_id`. Both columns are null for the service itself.
 */
export function authorColumns<Column extends string>(column: Column, { actor }: { actor: Actor }) {
  const id = actor.kind === 'user' ? actor.userId : null
  const name = actor.kind === 'user' ? actor.name : actor.kind === 'key' ? `${actor.name} (API key)` : null
  return { [column]: name, [`${column}_id`]: id } as Record<Column | `${Column}_id`, string | null>
}

/** Minimum role for each permission, or null if no role has the permission. */
const minimumRole = {
  'profile:own': 'member',
  'chat:use': 'member',
  'console:open': 'editor',
  'content:publish': 'editor',
  'site:write': 'admin',
  'cms:write': 'editor',
  'users:read': 'admin',
  'users:write': 'admin',
  'audit:read': 'admin',
  'mail:read': 'admin',
  'contact:read': 'admin',
  'contact:write': 'admin',
  'guild:read': 'admin',
  'guild:write': 'admin',
  'guilds:write': 'admin',
  'guilds:policy': 'owner',
  'runners:read': 'admin',
  'bot:manage': 'owner',
  'keys:decide': 'owner',
  'keys:manage': null,
  'runners:manage': null,
  'users:create': null,
} as const satisfies Record<string, Role | null>

/** Permissions in the order of the role table. */
export const rolePermissions = Object.keys(minimumRole) as (keyof typeof minimumRole)[]

/** Permissions for one guild. Managers of a guild have these permissions regardless of their role. */
const guildPermissions = ['guild:read', 'guild:write'] as const
export type GuildPermission = (typeof guildPermissions)[number]

/** Permissions that no role grants, for machines with their own credentials. */
type MachinePermission = 'events:report' | 'interactions:answer' | 'jobs:do' | 'jobs:give'
export type Permission = keyof typeof minimumRole | Scope | MachinePermission

/**
 * Throws `Unauthorized` or `Forbidden` unless the actor has the permission. Every rule calls `allow` first. Guild
 * permissions require a guild id.
 */
export function allow(who: { actor: Actor }, permission: GuildPermission, guildId: string): void
export function allow(who: { actor: Actor }, permission: Exclude<Permission, GuildPermission>): void
export function allow({ actor }: { actor: Actor }, permission: Permission, guildId?: string): void {
  if (isReadOnly(actor)) return allowReading(actor, permission, guildId)
  if (actor.kind === 'user' && guildId !== undefined && !hasRole(actor.role, permission)) {
    if (permission === 'guild:write' && actor.uncheckedGuildIds?.includes(guildId)) throw uncheckedError()
    if (actor.guildIds.includes(guildId)) return
    const claim = actor.claims?.find((one) => one.guildId === guildId)
    if (claim) throw claim.isSuspended ? new Forbidden(SUSPENDED) : uncheckedError()
  }
  requirePermission(actor, permission, guildId)
}

const SUSPENDED =
  'Your access to this server is suspended, because you no longer have Manage Server in Discord, or because the bot is not in the server. Nothing was deleted. Your access returns when the bot can confirm the permission.'

const uncheckedError = () =>
  new TryLater(
    'unavailable',
    'Discord does not respond, so your permission in this server could not be checked. Try again in a minute.',
    60,
  )

/** Permissions of read-only actors. All other permissions are refused, including every permission added later. */
const readOnlyPermissions: readonly Permission[] = ['guild:read', 'console:open']

/** Checks whether the actor is a demo visitor. */
export const isReadOnly = (actor: Actor): actor is Extract<Actor, { kind: 'user' }> & { readOnly: true } =>
  actor.kind === 'user' && actor.readOnly === true

/** Creates the error for actions that read-only actors cannot take. */
export const readOnlyError = () => new Forbidden('The demo is read-only.')

function allowReading({ guildIds }: AccessRights, permission: Permission, guildId?: string) {
  if (!readOnlyPermissions.includes(permission)) throw readOnlyError()
  if (guildId !== undefined && !guildIds.includes(guildId))
    throw new Forbidden('The demo includes only its own server.')
}

/** Checks whether the actor has the permission for this guild, without throwing `Forbidden`. */
export function mayFor(who: { actor: Actor }, permission: GuildPermission, guildId: string): boolean {
  try {
    allow(who, permission, guildId)
    return true
  } catch (error) {
    if (error instanceof Forbidden) return false
    throw error
  }
}

/** Validity of a proof of identity, in seconds. */
export const PROOF_SECONDS = 10 * 60

/** Checks whether a user proved their identity in the last ten minutes, with a password or a provider. */
export const isProved = ({ actor, now }: { actor: Actor; now: () => Date }): boolean =>
  actor.kind === 'user' &&
  actor.provedAt !== undefined &&
  now().getTime() - Date.parse(actor.provedAt) <= PROOF_SECONDS * 1000

/**
 * Throws `Forbidden` for a user without a recent proof of identity. The service itself needs no proof. Call `allow`
 * first.
 */
export function requireProof(who: { actor: Actor; now: () => Date }): void {
  if (who.actor.kind === 'system' || isProved(who)) return
  throw new Forbidden(
    'Confirm your identity first: open /proof, or send your password to POST /api/auth/proof. Then repeat the request within ten minutes.',
    'proof_required',
  )
}

/** Throws unless the actor has the permission for at least one guild. Used when the guild is not known yet. */
export function allowAnyGuild({ actor }: { actor: Actor }, permission: Permission): void {
  if (isReadOnly(actor)) return allowReading(actor, permission)
  if (actor.kind === 'user' && canAccess(actor, permission)) return
  requirePermission(actor, permission)
}

function requirePermission(actor: Actor, permission: Permission, guildId?: string) {
  switch (actor.kind) {
    case 'system':
      return
    case 'key':
      return allowKey(actor, permission, guildId)
    case 'runner':
      if (permission === 'events:report' || permission === 'jobs:do') return
      break
    case 'discord':
      if (permission === 'interactions:answer') return
      break
    case 'user':
      if (hasRole(actor.role, permission)) return
      if (permission === 'console:open' && actor.guildIds.length > 0) return
      if (guildId === undefined && opensWithGuild(permission) && actor.claims?.length)
        throw actor.claims.every(({ isSuspended }) => isSuspended)
          ? new Forbidden(SUSPENDED)
          : uncheckedError()
      break
    case 'anonymous':
      throw new Unauthorized('unauthorized', 'Sign in first.')
  }
  throw new Forbidden(
    'Your account does not have permission for this action. Ask an administrator for access.',
  )
}

/** A user's role and assigned guilds, which determine what the user can access. */
export type AccessRights = { role: Role; guildIds: readonly string[] }

/** Checks whether managers of at least one guild have the permission. */
const opensWithGuild = (permission: Permission): boolean =>
  ([...guildPermissions, 'console:open'] as Permission[]).includes(permission)

/** Checks whether a user has the permission, by role or for at least one guild that they manage. */
export const canAccess = ({ role, guildIds }: AccessRights, permission: Permission): boolean =>
  hasRole(role, permission) || (guildIds.length > 0 && opensWithGuild(permission))

/** Returns the lowest role with the permission, or null if no role has the permission. */
export const leastRoleOf = (permission: Permission): Role | null =>
  permission in minimumRole ? minimumRole[permission as keyof typeof minimumRole] : null

/** Checks whether `role` can change accounts with the `other` role, which must be lower unless `role` is `owner`. */
export const outranks = (role: Role, other: Role): boolean =>
  role === 'owner' || roles.indexOf(role) > roles.indexOf(other)

/** Checks whether `role` has the permission. */
export function hasRole(role: Role, permission: Permission): boolean {
  const least = leastRoleOf(permission)
  return least !== null && roles.indexOf(role) >= roles.indexOf(least)
}

/** Throws `Forbidden` if the actor is a key or runner of another guild. Call `allow` first. */
export function requireReportAccess({ actor }: { actor: Actor }, guildId: string): void {
  if (actor.kind === 'key' && actor.guildId !== guildId) throw otherGuildError()
  if (actor.kind === 'runner' && actor.guildId && actor.guildId !== guildId) {
    throw new Forbidden(`This runner cannot report on guild ${guildId}. Use a token for that guild.`)
  }
}

/** Throws `Forbidden` if a key belongs to another guild, or lacks the permission for the current operation. */
function allowKey(
  { guildId: own, scopes: held, grants }: KeyActor,
  permission: Permission,
  guildId?: string,
) {
  if (guildId !== undefined && guildId !== own) throw otherGuildError()
  if (grants?.includes(permission)) return
  if ((scopes as readonly string[]).includes(permission)) return requireScope(held, permission as Scope)
  throw new Forbidden('API keys do not have permission for this action.')
}

const otherGuildError = () => new Forbidden('This API key belongs to another guild.')

/** Throws `Forbidden` if the actor is a key without the scope. Call `allow` first. */
export function requireKeyScope({ actor }: { actor: Actor }, scope: Scope): void {
  if (actor.kind === 'key') requireScope(actor.scopes, scope)
}

/** Throws unless the scope is held. The header names the missing scope (RFC 6750, section 3.1). */
function requireScope(held: readonly Scope[], scope: Scope) {
  if (held.includes(scope)) return
  throw new Forbidden(`This key lacks the ${scope} scope. Use a key with that scope.`, 'insufficient_scope', {
    'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${scope}"`,
  })
}

/**
 * Returns the actor for one operation of a key. Only in the key's guild, the actor has the permissions that the rule of
 * the operation requires. Throws `Forbidden` if the key lacks the operation's scope.
 */
export function keyActorFor(actor: KeyActor, { key, grants }: KeyAccess): KeyActor {
  if (key !== null) requireScope(actor.scopes, key)
  return grants ? { ...actor, grants } : actor
}

/** Returns the user behind the request. Throws `Unauthorized` for other actors. */
export function requireUser({ actor }: { actor: Actor }) {
  if (actor.kind !== 'user') throw new Unauthorized('unauthorized', 'Sign in first.')
  return actor
}

import { Forbidden, Unauthorized } from '#app/errors.ts'
import type { Theme } from '#app/site/theme.ts'

export const roles = ['member', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export const scopes = ['stats:read', 'settings:read', 'commands:read', 'automations:read'] as const
export type Scope = (typeof scopes)[number]

/** Who is asking. `system` is the service itself: the CLI, start-up and the sweepers. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      userId: string
      role: Role
      sessionId: string
      name: string
      theme: Theme
      /** When the user last proved who they are in this session, as an ISO time. */
      provedAt?: string
      /** The guilds that an administrator gave this user to manage. */
      guildIds: readonly string[]
    }
  | { kind: 'key'; keyId: string; guildId: string; scopes: readonly Scope[] }
  | { kind: 'runner'; runnerId: string; guildId: string | null }
  | { kind: 'discord' }
  | { kind: 'system' }

/** What stands where the name of somebody stood who has deleted their account. */
export const FORMER_MEMBER = 'a former member'

/**
 * How a row says who wrote it: in `column` the name of a user as it is now, and in the one that ends in `_id` the id, by which
 * the row is found when they leave. Both are null for the service itself.
 */
export function authorColumns<Column extends string>(column: Column, { actor }: { actor: Actor }) {
  const [name, id] = actor.kind === 'user' ? [actor.name, actor.userId] : [null, null]
  return { [column]: name, [`${column}_id`]: id } as Record<Column | `${Column}_id`, string | null>
}

/** What a rule asks for, and the least role that a signed-in human needs for it. */
const minimumRole = {
  'profile:own': 'member',
  'chat:use': 'member',
  'console:open': 'editor',
  'content:publish': 'editor',
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
  'runners:read': 'admin',
  'keys:manage': null,
  'runners:manage': null,
  'users:create': null,
} as const satisfies Record<string, Role | null>

/** What the roles differ in, in the order of the table. */
export const rolePermissions = Object.keys(minimumRole) as (keyof typeof minimumRole)[]

/** Permissions that are asked for about one guild: its managers have them for it, whatever their role is. */
const guildPermissions = ['guild:read', 'guild:write'] as const
export type GuildPermission = (typeof guildPermissions)[number]

/** Permissions that no role carries: what a machine brings its own proof for. */
type MachinePermission = 'events:report' | 'interactions:answer' | 'jobs:do' | 'jobs:give'
export type Permission = keyof typeof minimumRole | Scope | MachinePermission

/**
 * Refuses with `Unauthorized` or `Forbidden` unless the actor may. Every rule's first line. What is asked for about one
 * guild names the guild.
 */
export function allow(who: { actor: Actor }, permission: GuildPermission, guildId: string): void
export function allow(who: { actor: Actor }, permission: Exclude<Permission, GuildPermission>): void
export function allow({ actor }: { actor: Actor }, permission: Permission, guildId?: string): void {
  if (actor.kind === 'user' && guildId !== undefined && actor.guildIds.includes(guildId)) return
  requirePermission(actor, permission)
}

/** True when the actor may do so for this guild: for what a rule shows to some and hides from others. */
export function mayFor(who: { actor: Actor }, permission: GuildPermission, guildId: string): boolean {
  try {
    allow(who, permission, guildId)
    return true
  } catch (error) {
    if (error instanceof Forbidden) return false
    throw error
  }
}

/** How long a proof of identity counts, in seconds. */
export const PROOF_SECONDS = 10 * 60

/** True when a person proved within the last ten minutes who they are: by password or by a sign-in at a provider. */
export const isProved = ({ actor, now }: { actor: Actor; now: () => Date }): boolean =>
  actor.kind === 'user' &&
  actor.provedAt !== undefined &&
  now().getTime() - Date.parse(actor.provedAt) <= PROOF_SECONDS * 1000

/** Refuses a person without a new proof. The service itself needs none. Call it after `allow`. */
export function requireProof(who: { actor: Actor; now: () => Date }): void {
  if (who.actor.kind === 'system' || isProved(who)) return
  throw new Forbidden(
    'Confirm your identity first: open /proof, or send your password to POST /api/auth/proof. Then repeat the request within ten minutes.',
    'proof_required',
  )
}

/** What a door asks before it knows which guild: refuses whoever may do so for no guild at all. */
export function allowAnyGuild({ actor }: { actor: Actor }, permission: Permission): void {
  if (actor.kind === 'user' && canAccess(actor, permission)) return
  requirePermission(actor, permission)
}

function requirePermission(actor: Actor, permission: Permission) {
  switch (actor.kind) {
    case 'system':
      return
    case 'key':
      return allowKey(actor.scopes, permission)
    case 'runner':
      if (permission === 'events:report' || permission === 'jobs:do') return
      break
    case 'discord':
      if (permission === 'interactions:answer') return
      break
    case 'user':
      if (hasRole(actor.role, permission)) return
      if (permission === 'console:open' && actor.guildIds.length > 0) return
      break
    case 'anonymous':
      throw new Unauthorized('unauthorized', 'Sign in first.')
  }
  throw new Forbidden('Your account may not do this.')
}

/** What decides which doors stand open: a role, and the guilds that were given. */
export type AccessRights = { role: Role; guildIds: readonly string[] }

/** True when somebody may do so at all: everywhere by their role, or for a guild that they manage. */
export const canAccess = ({ role, guildIds }: AccessRights, permission: Permission): boolean =>
  hasRole(role, permission) ||
  (guildIds.length > 0 && [...guildPermissions, 'console:open'].includes(permission))

/** The least role that carries the permission; null when no role does. */
export const leastRoleOf = (permission: Permission): Role | null =>
  permission in minimumRole ? minimumRole[permission as keyof typeof minimumRole] : null

/** True when one role is above another, or is `owner`, whom nobody outranks: only then may it change the other’s account. */
export const outranks = (role: Role, other: Role): boolean =>
  role === 'owner' || roles.indexOf(role) > roles.indexOf(other)

/** True when `role` carries the permission. */
export function hasRole(role: Role, permission: Permission): boolean {
  const least = leastRoleOf(permission)
  return least !== null && roles.indexOf(role) >= roles.indexOf(least)
}

/** Refuses when the actor is a runner whose token is bound to another guild. Call it after `allow`. */
export function mayReport({ actor }: { actor: Actor }, guildId: string): void {
  if (actor.kind === 'runner' && actor.guildId && actor.guildId !== guildId) {
    throw new Forbidden(`This runner may not report on the guild ${guildId}.`)
  }
}

/** RFC 6750 section 3.1: the header names the scope that is missing. */
function allowKey(held: readonly Scope[], permission: Permission) {
  if (held.includes(permission as Scope)) return
  throw new Forbidden(`This key lacks the scope ${permission}.`, 'insufficient_scope', {
    'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${permission}"`,
  })
}

/** The user behind the request. Throws `Unauthorized` for everybody else. */
export function requireUser({ actor }: { actor: Actor }) {
  if (actor.kind !== 'user') throw new Unauthorized('unauthorized', 'Sign in first.')
  return actor
}

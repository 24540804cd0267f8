import type { Generated } from 'kysely'
import type { Actor, Role } from '#app/access.ts'
import type { Flag, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

export type Users = {
  id: string
  email: string
  name: string
  role: Role
  password_hash: string | null
  created_at: Time
  email_verified_at: Time | null
  avatar_url: string | null
  theme: Generated<'system' | 'light' | 'dark'>
  disabled_at: Time | null
}
export type Sessions = {
  id: string
  token_hash: string
  user_id: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  user_agent: string | null
  ip_prefix: string | null
  /** Sign-in method: `password` or the name of a provider. */
  method: string
  /** Last time that the user proved their identity in this session. */
  proved_at: Time
  /** Set when the user's permissions change: the next request receives a new session id. */
  renew: Generated<Flag>
}
export type Identities = {
  id: string
  user_id: string
  provider: string
  provider_user_id: string
  username: string
  created_at: Time
  last_used_at: Time
}
export type AccountTokens = {
  id: string
  user_id: string
  purpose: string
  token_hash: string
  expires_at: Time
}
export type PendingSignups = {
  id: string
  email: string
  name: string
  token_hash: string | null
  expires_at: Time
}
export type Invitations = {
  id: string
  email: string
  role: Role
  guild_id: string | null
  invited_by_id: string
  token_hash: string | null
  /** Set if the link was emailed to the invited address, so that the link proves the address. */
  mailed: Flag
  created_at: Time
  expires_at: Time
}
export type OwnerChanges = { id: Generated<number>; count: Generated<number> }
export type Audit = {
  id: string
  at: Time
  action: string
  /** Kind of the actor. `cli` is the command line. */
  actor_kind: Actor['kind'] | 'cli'
  actor_id: string | null
  actor_name: string | null
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  address: string | null
  request_id: string | null
  /** Browser tool that made the call, as reported by the caller. */
  agent_tool: string | null
  details: Json<{ version?: number; changed?: string[] } & Record<string, unknown>>
}
export type Outbox = {
  id: string
  kind: string
  recipient: string
  data: Json<Record<string, unknown>>
  status: 'waiting' | 'sent' | 'dropped' | 'failed'
  attempts: number
  created_at: Time
  next_attempt_at: Time
  settled_at: Time | null
  last_error: string | null
}
export type SetupLinks = { id: string; token_hash: string; expires_at: Time }
export type Secrets = { name: string; value: string; created_at: Time }

/** Used confirmation, kept until it expires. */
export type SpentConfirmations = { id: string; expires_at: Time }

/** Write with an idempotency key, and its response. */
export type IdempotencyKeys = {
  /** Derived from the caller and the key, so that the key itself is not stored. */
  id: string
  /** Null for anonymous callers. */
  user_id: string | null
  operation: string
  fingerprint: string
  /** Null while the request runs. */
  status: number | null
  headers: Json<Record<string, string>> | null
  /** Null while the request runs, and for bodies too large to store. */
  body: string | null
  started_at: Time
  expires_at: Time
}

/** Time up to which a user has seen the notices. */
export type NoticeMarks = { user_id: string; seen_at: Time }

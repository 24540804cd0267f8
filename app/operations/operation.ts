import type { z } from 'zod'
import type { Permission, Scope } from '#app/access.ts'
import type { LimitName } from '#app/http/limits.ts'

/**
 * How a caller proves who they are. `public` needs nothing, `session` reads the cookie and serves everybody,
 * with a permission only the roles that carry it; `key` takes a bearer key and names the scope (null: any valid key), `signature` is Discord's.
 */
export type Access = 'public' | 'session' | 'signature' | { session: Permission } | { key: Scope | null }

/** True for what the session cookie opens. */
export const isForSessions = (access: Access): boolean =>
  access === 'session' || (typeof access === 'object' && 'session' in access)

/** True for what an API key opens. */
export const isForKeys = (access: Access): access is { key: Scope | null } =>
  typeof access === 'object' && 'key' in access

export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters as in OpenAPI: `/api/stats/{guild_id}`. */
  path: string
  access: Access
  /** The limits that a call counts against; null for none. */
  limit: LimitName | null
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** What each success status answers with; null is an empty body. */
  answers: Record<number, z.ZodType | null>
  /** Refusals beyond those that every such operation shares. */
  refuses?: number[]
  summary: string
  description?: string
}

/** Declares a JSON operation: one entry drives validation, access, OpenAPI, browser tools and the contract test. */
export const operation = <const O extends Operation>(entry: O): O => entry

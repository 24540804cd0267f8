import type { z } from 'zod'
import type { KeyAccess, Permission, Scope } from '#app/access.ts'
import type { ErrorCode } from '#app/errors.ts'
import type { LimitName } from '#app/platform/security/rate-limits.ts'

/**
 * Authentication of an operation. A session can require a permission. A key can require a scope, or null for any valid
 * key.
 */
export type Access = 'public' | 'session' | 'signature' | 'runner' | { session: Permission } | KeyAccess

/** Checks whether an operation accepts the session cookie. */
export const acceptsSession = (access: Access): boolean =>
  access === 'session' || (typeof access === 'object' && 'session' in access)

/** Checks whether an operation accepts an API key. */
export const acceptsApiKey = (access: Access): access is KeyAccess =>
  typeof access === 'object' && 'key' in access

/** Checks whether an operation accepts the `Agent-Tool` header: session operations and public writes. */
export const acceptsAgentTool = ({ access, method, rpc }: Operation): boolean =>
  acceptsSession(access) || (access === 'public' && method !== 'GET' && !rpc)

/** Checks whether a response can be stored for replay: writes that return JSON or nothing and set no cookie. */
export const isIdempotent = (operation: Operation): boolean =>
  (acceptsAgentTool(operation) || acceptsApiKey(operation.access)) &&
  operation.method !== 'GET' &&
  !operation.safe &&
  !operation.upload &&
  !operation.sends?.includes('Set-Cookie') &&
  Object.values(operation.answers).every((answer) => answer === null || !('streamed' in answer))

/** Checks whether an operation accepts an `Idempotency-Key`. */
export const acceptsIdempotencyKey = (operation: Operation): boolean =>
  isIdempotent(operation) || operation.joins === true

/** Streamed response body in one of several media types, each with its schema. */
export type Streamed = { streamed: Record<string, z.ZodType> }

/** Declares a streamed response. */
export const streamed = (streamed: Streamed['streamed']): Streamed => ({ streamed })

/** Returns the media types of a response, each with its schema. */
export const mediaTypesOf = (answer: z.ZodType | Streamed | null): Record<string, z.ZodType> =>
  answer === null ? {} : 'streamed' in answer ? answer.streamed : { 'application/json': answer }

/** Lists the media types that a request body can use. */
export const bodyTypes = ({ forms }: Pick<Operation, 'forms'>): string[] => [
  'application/json',
  ...(forms ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : []),
]

/** Headers that only some operations send with a success response. `Version` is an `ETag` with the new version. */
type SentHeader =
  | 'Set-Cookie'
  | 'Location'
  | 'Content-Disposition'
  | 'Access-Control-Allow-Origin'
  | 'Version'

/** Name of a tool, with a sentence for the model after the description of the operation. */
export type DerivedTool = { name: string; hint: string }

export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with parameters as in OpenAPI: `/api/stats/{guild_id}`. */
  path: string
  access: Access
  /** Rate limit of the operation, or null. */
  limit: LimitName | null
  params?: z.ZodObject
  query?: z.ZodObject
  /** Headers of the request in addition to those that the other fields imply. */
  headers?: z.ZodObject
  body?: z.ZodType
  /** Fields of a `multipart/form-data` body in addition to `file`, and the maximum file size in bytes. */
  upload?: { fields: z.ZodObject; most: number }
  /** True if the body can also be an HTML form. Unknown form fields are ignored. */
  forms?: boolean
  /** True for a write to a versioned resource. The request names the version in `If-Match: "v<version>"`. */
  versioned?: boolean
  /** True for a write that a browser tool must confirm, so that the user can decline. */
  confirmed?: boolean
  /** Body fields that differ between repeats of a request, such as a single-use challenge. */
  varying?: readonly string[]
  /** True for a POST that changes nothing. */
  safe?: boolean
  /** True if the body is a JSON-RPC message. Errors of the protocol then have the form of JSON-RPC. */
  rpc?: boolean
  /** True if the operation itself resolves a repeated `Idempotency-Key` to the work of the first call. */
  joins?: boolean
  /** Response schema of each success status. Null means an empty body. */
  answers: Record<number, z.ZodType | Streamed | null>
  /** Additional errors of the operation: error codes, or statuses with a default error code. */
  refuses?: readonly (number | ErrorCode)[]
  /** Extra headers of the first success response. */
  sends?: readonly SentHeader[]
  summary: string
  description?: string
  /** Scope with which API keys can call this session operation, as an operation of the external API. */
  keys?: Scope
  /** Command of the CLI that is derived from this session operation, such as `jobs cancel`. */
  command?: string
  /** Tool that is derived from this session operation, for browsers and, with `keys`, for MCP. */
  tool?: DerivedTool
  /** Session operation that this operation opens to API keys. */
  opens?: Operation
}

/** Options shared by all operations below a path. */
type Shared = Partial<Pick<Operation, 'access' | 'params' | 'refuses'>>
type Made = Pick<Operation, 'id' | 'method' | 'path' | 'access' | 'limit' | 'refuses'>
type Own<S> = Omit<Operation, Exclude<keyof Made, 'refuses'>> &
  Partial<Pick<Operation, 'limit'>> &
  (S extends { access: Access } ? unknown : Pick<Operation, 'access'>)

/** Returns a function that declares operations below a path. `route` is the method and the remaining path. */
export const operationsAt =
  <const S extends Shared>(base: string, shared: S) =>
  <const O extends Own<S>>(
    id: string,
    route: Operation['method'] | `${Operation['method']} /${string}`,
    own: O,
  ) => {
    const [method, rest = ''] = route.split(' ')
    const { access } = { ...shared, ...own } as Pick<Operation, 'access'>
    const limit = own.limit === undefined ? usualLimit(access) : own.limit
    const refuses = [...(shared.refuses ?? []), ...(own.refuses ?? [])]
    const entry = { ...shared, ...own, id, method, path: `${base}${rest}`, limit, refuses }
    return entry as unknown as Made & Omit<S, keyof Made | keyof O> & Omit<O, keyof Made>
  }

/** Declares a JSON operation by its full path. */
export const operation = operationsAt('', {})

/** Returns the default rate limit for an access type. */
function usualLimit(access: Access): LimitName | null {
  if (acceptsSession(access)) return 'api_session'
  if (acceptsApiKey(access)) return 'v1'
  return access === 'public' ? 'api_anonymous' : null
}

import type { z } from 'zod'
import type { Permission, Scope } from '#app/access.ts'
import type { ErrorCode } from '#app/errors.ts'
import type { LimitName } from '#app/platform/security/rate-limits.ts'

/** How a caller proves who they are. A session may need a permission, a key a scope (null: any valid key). */
export type Access =
  'public' | 'session' | 'signature' | 'runner' | { session: Permission } | { key: Scope | null }

/** True for what the session cookie opens. */
export const acceptsSession = (access: Access): boolean =>
  access === 'session' || (typeof access === 'object' && 'session' in access)

/** True for what an API key opens. */
export const acceptsApiKey = (access: Access): access is { key: Scope | null } =>
  typeof access === 'object' && 'key' in access

/** True for the surface of people, where a call may name the browser tool that makes it. */
export const acceptsAgentTool = ({ access, method }: Operation): boolean =>
  acceptsSession(access) || (access === 'public' && method !== 'GET')

/** True for a write whose response can be kept: in JSON or empty, without a cookie, a file or a stream. */
export const isIdempotent = (operation: Operation): boolean =>
  acceptsAgentTool(operation) &&
  operation.method !== 'GET' &&
  !operation.safe &&
  !operation.upload &&
  !operation.sends?.includes('Set-Cookie') &&
  Object.values(operation.answers).every((answer) => answer === null || !('streamed' in answer))

/** True for a write that takes an `Idempotency-Key`. */
export const acceptsIdempotencyKey = (operation: Operation): boolean =>
  isIdempotent(operation) || operation.joins === true

/** A body that is sent as it is read, in one of several media types, each with its schema. */
export type Streamed = { streamed: Record<string, z.ZodType> }

/** Declares an answer that is sent as it is read. */
export const streamed = (streamed: Streamed['streamed']): Streamed => ({ streamed })

/** The media types that an answer may come in, each with its schema. */
export const mediaTypesOf = (answer: z.ZodType | Streamed | null): Record<string, z.ZodType> =>
  answer === null ? {} : 'streamed' in answer ? answer.streamed : { 'application/json': answer }

/** The media types that a body may come in. */
export const bodyTypes = ({ forms }: Pick<Operation, 'forms'>): string[] => [
  'application/json',
  ...(forms ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : []),
]

/** What only some operations send with a success. */
type SentHeader = 'Set-Cookie' | 'Location' | 'Content-Disposition' | 'Access-Control-Allow-Origin'

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
  /** The fields beside the field `file` of a body that is `multipart/form-data`, and how many bytes the file may have. */
  upload?: { fields: z.ZodObject; most: number }
  /** True where the body may come as the fields of a form of HTML too; those that are not known are let go. */
  forms?: boolean
  /** True for a write to a thing that has a version: the call names it in `If-Match: "v<version>"`. */
  versioned?: boolean
  /** True for a write that a browser tool has to ask for twice, so that the person in front of it can say no. */
  confirmed?: boolean
  /** Fields of the body that differ by nature when the same thing is asked for again, such as a challenge that counts once. */
  varying?: readonly string[]
  /** True for a POST that changes nothing. */
  safe?: boolean
  /** True where the rule itself leads a repeat with the same `Idempotency-Key` to what the first call began. */
  joins?: boolean
  /** What each success status answers with; null is an empty body. */
  answers: Record<number, z.ZodType | Streamed | null>
  /** Refusals beyond those that every such operation shares: a status stands for its usual code. */
  refuses?: readonly (number | ErrorCode)[]
  /** Headers that the first success carries besides those that every such answer has. */
  sends?: readonly SentHeader[]
  summary: string
  description?: string
}

/** What all operations below one path have in common. */
type Shared = Partial<Pick<Operation, 'access' | 'params' | 'refuses'>>
type Made = Pick<Operation, 'id' | 'method' | 'path' | 'access' | 'limit' | 'refuses'>
type Own<S> = Omit<Operation, Exclude<keyof Made, 'refuses'>> &
  Partial<Pick<Operation, 'limit'>> &
  (S extends { access: Access } ? unknown : Pick<Operation, 'access'>)

/** Returns what declares operations below a path. `route` is the method and the rest of the path. */
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

/** Returns the limit that applies unless an operation names another. */
function usualLimit(access: Access): LimitName | null {
  if (acceptsSession(access)) return 'api_session'
  if (acceptsApiKey(access)) return 'v1'
  return access === 'public' ? 'api_anonymous' : null
}

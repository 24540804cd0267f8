import { createHmac } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { keyFor } from '#app/platform/security/encryption.server.ts'
import type { Operation } from '#app/operations/operation.ts'

/** A call that was let in and parsed. */
export type Asked = {
  ctx: Context
  operation: Operation
  input: { params?: unknown; query?: unknown; body?: unknown; version?: number | undefined }
  headers: Headers
}

/** Who calls, as far as two calls of one caller must say the same. */
export const callerOf = ({ actor }: Context): string => (actor.kind === 'user' ? actor.userId : 'anonymous')

/**
 * What two requests have in common when they ask for the same thing. It is keyed: a body may hold a password, which nobody
 * shall find out by trying.
 */
export function fingerprintOf({ ctx, operation, input: { params, query, body, version } }: Asked): string {
  const { id, varying = [] } = operation
  const lasting = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !varying.includes(name)))
    : body
  return createHmac('sha256', keyFor(ctx.secrets.pepper, 'fingerprint'))
    .update(canonical([callerOf(ctx), id, params, query, lasting, version]))
    .digest('base64url')
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON in which the order of names makes no difference. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

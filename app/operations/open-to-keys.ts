import type { Permission, Scope } from '#app/access.ts'
import { acceptsSession, type Operation } from '#app/operations/operation.ts'

/** Paths of the session surface, and the paths that replace them below `/api/v1`. */
const places: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^\/api\/cms(?=\/|$)/, '/api/v1/content'],
  [/^\/api\/guilds\/(?:\{guildId\}|\d+)(?=\/|$)/, '/api/v1'],
]

/** Returns the path below `/api/v1` for a path of the session surface. Other paths remain unchanged. */
export function keyPathOf(path: string): string {
  const [pattern, base] = places.find(([one]) => one.test(path)) ?? []
  return pattern ? path.replace(pattern, base!) : path
}

/** Session operation that API keys can call. */
type Opened = Operation & { keys: Scope }

/** Checks whether API keys can call a session operation. */
export const isOpened = (operation: Operation): operation is Opened => operation.keys !== undefined

/**
 * Derives the operation for API keys. The input, responses and errors are the same. The path is below `/api/v1` and has
 * no guild. The rule runs with the permission of the session operation, in the key's guild only.
 */
export function openToKeys(opens: Opened): Operation {
  const { id, path, access, params, refuses = [], confirmed: _, keys: scope, command: __, ...same } = opens
  if (!acceptsSession(access) || typeof access !== 'object' || !('session' in access))
    throw new Error(`${id} has no permission, so it cannot be opened to API keys`)
  const own = params && withoutGuild(params)
  const isOfGuild = params !== undefined && 'guildId' in params.shape
  // Rules that change a guild read it first.
  const grants: Permission[] = [...new Set([access.session, ...(isOfGuild ? ['guild:read' as const] : [])])]
  const keyPath = keyPathOf(path)
  return {
    ...same,
    id: `v1${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    path: keyPath,
    access: { key: scope, grants },
    limit: 'v1',
    ...(own ? { params: own } : {}),
    // The guild of a key exists, so only other parameters can name something unknown.
    refuses: keyPath.includes('{') ? refuses : refuses.filter((one) => one !== 404),
    opens,
  }
}

function withoutGuild(params: NonNullable<Operation['params']>): Operation['params'] {
  if (!('guildId' in params.shape)) return params
  const own = params.omit({ guildId: true })
  return Object.keys(own.shape).length ? own : undefined
}

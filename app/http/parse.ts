import type { z } from 'zod'
import { Invalid } from '#app/errors.ts'

/**
 * Parses what came in by its schema. Throws `Invalid` with one issue a field, and for the character NUL in a text, which
 * PostgreSQL cannot keep.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    const path = pathOfNul(parsed.data)
    if (!path) return parsed.data
    throw new Invalid(`${path.join('.')}: ${NUL_REFUSED}`, [{ path: path.join('.'), message: NUL_REFUSED }])
  }
  const issues = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'There is no such field.',
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  const first = issues[0]
  throw new Invalid(
    first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'The input is not valid.',
    issues,
  )
}

const NUL_REFUSED = 'The character NUL cannot be kept: take it out.'

/** Where the first text with a NUL is; null when there is none. */
function pathOfNul(value: unknown): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const path = name.includes('\0') ? [] : pathOfNul(inner)
    if (path) return [name.replaceAll('\0', ''), ...path]
  }
  return null
}

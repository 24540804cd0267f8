import type { z } from 'zod'
import { Invalid, type Issue } from '#app/errors.ts'

/** Parses input. Throws `Invalid` with one issue per field, and for NUL in a text, which PostgreSQL cannot keep. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: missing })
  if (parsed.success) {
    const path = pathOfNul(parsed.data)
    if (!path) return parsed.data
    throw new Invalid(`${path.join('.')}: ${NUL_REFUSED}`, [{ path: path.join('.'), message: NUL_REFUSED }])
  }
  const issues = issuesOf(parsed.error)
  const first = issues[0]
  throw new Invalid(
    first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'The input is not valid.',
    issues,
  )
}

/** Says of a field that is not there that it is needed, where its schema has no words of its own. */
const missing: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'This field is required.' : undefined

/** Throws `Invalid` for a parameter of these names that comes more than once: each has one value. */
export function rejectRepeated(query: URLSearchParams, names: readonly string[]): void {
  const repeated = names.filter((name) => query.getAll(name).length > 1)
  if (!repeated.length) return
  const message = 'Send this parameter once.'
  const issues = repeated.map((path) => ({ path, message }))
  throw new Invalid(`${repeated[0]}: ${message}`, issues)
}

/** One issue a field, unknown fields included. */
export const issuesOf = ({ issues }: z.ZodError): Issue[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'There is no such field.',
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )

export const NUL_REFUSED = 'The character NUL cannot be stored. Remove it.'

/** True for a text that the databases cannot store. */
const hasNul = (text: string) => text.includes('\0')

/** True for a text that is changed when it is stored: with NUL, or with half of a surrogate pair. */
export const isUnstorable = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text)

/** Returns the path of the first text that `isBad`, or null. Expects a value within the bounds of JSON. */
export function pathOfNul(value: unknown, isBad = hasNul): string[] | null {
  if (typeof value === 'string') return isBad(value) ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const path = isBad(name) ? [] : pathOfNul(inner, isBad)
    if (path) return [name.replaceAll('\0', ''), ...path]
  }
  return null
}

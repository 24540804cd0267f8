import type { z } from 'zod'
import { Invalid, type Issue } from '#app/errors.ts'
import { withLabel } from '#app/primitives/plain-messages.ts'

/**
 * Parses input. Throws `Invalid` with one issue per invalid field. Rejects NUL characters, which PostgreSQL cannot
 * store.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    const path = pathOfNul(parsed.data)
    if (!path) return parsed.data
    throw new Invalid(withLabel(path, NUL_MESSAGE), [{ path: path.join('.'), message: NUL_MESSAGE }])
  }
  const issues = issuesOf(parsed.error)
  const first = issues[0]
  throw new Invalid(
    first
      ? withLabel(first.path ? first.path.split('.') : [], first.message)
      : 'The input is not valid. See the API reference for the accepted values.',
    issues,
  )
}

/** Throws `Invalid` if a named parameter is repeated. */
export function rejectRepeated(query: URLSearchParams, names: readonly string[]): void {
  const repeated = names.filter((name) => query.getAll(name).length > 1)
  if (!repeated.length) return
  const message = 'Send this parameter once.'
  const issues = repeated.map((path) => ({ path, message }))
  throw new Invalid(withLabel([repeated[0]!], message), issues)
}

/** Returns one issue for each invalid or unknown field. */
export const issuesOf = ({ issues }: z.ZodError): Issue[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'This field is unknown. Remove it.',
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )

export const NUL_MESSAGE = 'Remove the NUL character, which cannot be stored.'

/** Checks for text that the databases cannot store. */
const hasNul = (text: string) => text.includes('\0')

/** Checks for text that storage would change: NUL characters and lone surrogates. */
export const isUnstorable = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text)

/** Returns the path of the first string that matches `isBad`, or null. Expects a value within the JSON limits. */
export function pathOfNul(value: unknown, isBad = hasNul): string[] | null {
  if (typeof value === 'string') return isBad(value) ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const path = isBad(name) ? [] : pathOfNul(inner, isBad)
    if (path) return [name.replaceAll('\0', ''), ...path]
  }
  return null
}

import type { z } from 'zod'
import { Invalid } from '#app/errors.ts'

/** Parses what came in by its schema. Throws `Invalid` with one issue a field. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
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

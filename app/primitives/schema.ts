import { z } from 'zod'
import '#app/primitives/plain-messages.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { isVisible, SAFE_LINE } from '#app/primitives/text.ts'

/** Form of a Discord id. */
export const SNOWFLAKE = /^[1-9]\d{16,19}$/
const MAX_SNOWFLAKE = '18446744073709551615'

/** Discord id: a 64-bit number as text, because JavaScript numbers are exact only up to 2^53. */
export const snowflake = z
  .string()
  .regex(SNOWFLAKE, { error: 'Enter a Discord id with 17 to 20 digits.', abort: true })
  .refine((id) => id.length < MAX_SNOWFLAKE.length || id <= MAX_SNOWFLAKE, {
    error: `Enter a Discord id of at most ${MAX_SNOWFLAKE}.`,
  })

/** Email address in its stored form. */
export const email = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'Enter an email address.', abort: true })
  .max(254, { error: 'Use at most 254 characters for the email address.', abort: true })
  .pipe(z.email({ error: 'Enter a valid email address.' }))
  .meta({ description: 'Email address. Compared in lowercase.' })

/** Refuses direction overrides and control characters in a text, and texts of invisible characters. Allows empty text. */
const visible = (schema: z.ZodString, isSafe: (text: string) => boolean, error: string) =>
  schema
    .refine(isSafe, { error, abort: true })
    .refine((text) => text === '' || isVisible(text), { error: 'Use at least one visible character.' })

/** Refuses line breaks, control characters, direction overrides and invisible text in a field of one line. */
export const visibleLine = (schema: z.ZodString): z.ZodString =>
  visible(
    schema,
    (text) => SAFE_LINE.test(text),
    'Use one line without control characters, such as text direction overrides.',
  )

/** Refuses control characters, direction overrides and invisible text in a field that can have line breaks and tabs. */
export const visibleText = (schema: z.ZodString): z.ZodString =>
  visible(
    schema,
    (text) => SAFE_LINE.test(text.replace(/[\t\r\n]/g, ' ')),
    'Remove the control characters, such as text direction overrides.',
  )

/** ISO 8601 time in UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })

/** Creates a schema for an integer within bounds. */
export function boundedInteger(least: number, most: number) {
  const error = `Enter a whole number from ${formatInteger(least)} to ${formatInteger(most)}.`
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const DIGITS = /^(0|[1-9]\d{0,8})$/

/**
 * Creates a schema that parses an integer query parameter. The JSON Schema of the parameter is an integer with the same
 * bounds.
 */
export function integerParam(least: number, most: number): z.ZodType<number, number> {
  const read = (text: unknown) => (typeof text === 'string' && DIGITS.test(text) ? Number(text) : text)
  return z.preprocess(read, boundedInteger(least, most)) as z.ZodType<number, number>
}

/** Schema that parses a `true` or `false` query parameter. The JSON Schema of the parameter is a boolean. */
export const booleanParam: z.ZodType<boolean, boolean> = z.preprocess(
  (text: unknown) => (text === 'true' ? true : text === 'false' ? false : text),
  z.boolean({ error: 'Use true or false.' }),
) as z.ZodType<boolean, boolean>

/** Query of a paginated list, with an optional filter for enabled or disabled items. */
export const pagedQuery = z.object({
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of items.', example: 50 }),
  offset: integerParam(0, 1_000_000).default(0).meta({ description: 'Number of items to skip.', example: 0 }),
  enabled: booleanParam
    .optional()
    .meta({ description: 'Only items that are enabled (`true`) or disabled (`false`).', example: true }),
})

export type PagedQuery = z.output<typeof pagedQuery>

/** Creates the query parameters that sort a list by one of several columns. */
export const sortParams = <const T extends readonly [string, ...string[]]>(columns: T) => ({
  sort: z.enum(columns, { error: `Use one of: ${columns.join(', ')}.` }).optional(),
  order: z.enum(['asc', 'desc'], { error: 'Use asc or desc.' }).optional(),
})

/** Order of a list. Undefined for the default order. */
export type Sorted<T extends string> = { sort?: T | undefined; order?: 'asc' | 'desc' | undefined }

/** Version of a stored resource. The next version must also fit in a 32-bit integer. */
export const versionNumber = z.number().int().min(0).max(2_147_483_646)

/** Version number in a form field. */
export const versionField = z.coerce.number().pipe(versionNumber)

/** Returns the arguments of `refine` that limit the size of a value as JSON. */
export const isWithinKib = (kib: number) =>
  [
    (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length <= kib * 1024,
    { error: `Use at most ${formatInteger(kib)} KiB in total.` },
  ] as const

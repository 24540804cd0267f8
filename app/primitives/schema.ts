import { z } from 'zod'

/** A Discord id: a 64-bit number as text, because JavaScript's numbers end at 2^53. */
export const snowflake = z.string().regex(/^\d{17,20}$/, { error: 'A Discord id: 17 to 20 digits.' })

/** An e-mail address, as it is kept. */
export const email = z
  .string({ error: 'Enter an e-mail address.' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'Enter an e-mail address.', abort: true })
  .max(254, { error: 'This address is too long.', abort: true })
  .pipe(z.email({ error: 'This is not an e-mail address.' }))
  .meta({ description: 'Compared in lower case.' })

/** A time in a response: ISO 8601 in UTC, with milliseconds. */
export const time = z.string().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })

/** An integer within bounds. */
export function boundedInteger(least: number, most: number) {
  const error = `A whole number from ${least} to ${most}.`
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const DIGITS = /^(0|[1-9]\d{0,8})$/

/** Parses an integer of a query string. Its JSON Schema is an integer with the same bounds. */
export function integerParam(least: number, most: number): z.ZodType<number, number> {
  const read = (text: unknown) => (typeof text === 'string' && DIGITS.test(text) ? Number(text) : text)
  return z.preprocess(read, boundedInteger(least, most)) as z.ZodType<number, number>
}

/** Parses `true` or `false` of a query string. Its JSON Schema is a boolean. */
export const booleanParam: z.ZodType<boolean, boolean> = z.preprocess(
  (text: unknown) => (text === 'true' ? true : text === 'false' ? false : text),
  z.boolean({ error: 'true or false.' }),
) as z.ZodType<boolean, boolean>

/** The page of a list that is asked for, and whether only what is on or off. */
export const pagedQuery = z.object({
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of items.', example: 50 }),
  offset: integerParam(0, 1_000_000).default(0).meta({ description: 'Number of items to skip.', example: 0 }),
  enabled: booleanParam.optional().meta({ description: 'Only those that are on, or off.', example: true }),
})

export type PagedQuery = z.output<typeof pagedQuery>

/** The version of a stored thing, as the databases hold it: an integer of 32 bits. */
export const versionNumber = z.number().int().min(0).max(2_147_483_647)

/** The same in a field of a form. */
export const versionField = z.coerce.number().pipe(versionNumber)

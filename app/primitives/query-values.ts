import { z } from 'zod'

const DIGITS = /^(0|[1-9]\d{0,8})$/

/** Parses an integer of a query string. Its JSON Schema is an integer with the same bounds. */
export function integerParam(least: number, most: number): z.ZodType<number, number> {
  const error = `A whole number from ${least} to ${most}.`
  const value = z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
  const read = (text: unknown) => (typeof text === 'string' && DIGITS.test(text) ? Number(text) : text)
  return z.preprocess(read, value) as z.ZodType<number, number>
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

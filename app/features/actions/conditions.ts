import { z } from 'zod'
import { ruleOps, type RuleOp } from '#app/features/actions/operator-labels.ts'
import { isWithinKib } from '#app/primitives/schema.ts'

/** Limits the size of the conditions per automation or command, because conditions are evaluated for every event. */
export const conditionsFit = isWithinKib(64)

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

const field = z
  .string()
  .regex(/^[A-Za-z_]\w{0,49}(\.\w{1,50}){0,7}$/, {
    error: 'Enter a field of the event, such as actor.id or data.content.',
  })
  .meta({ description: 'Dotted path of an event field.', example: 'data.content' })

/** Returns a description of the valid values for an operator, or null if the value is valid. */
function ruleIssue(op: RuleOp, value: unknown): string | null {
  switch (op) {
    case 'in':
    case 'not_in':
      return Array.isArray(value) ? null : 'Enter a list of values.'
    case 'starts_with':
    case 'ends_with':
      return typeof value === 'string' ? null : 'Enter text.'
    case 'matches':
      return typeof value === 'string' && value.length <= 500
        ? null
        : 'Enter a pattern of at most 500 characters.'
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' ||
        (typeof value === 'string' && value.trim() !== '' && !isNaN(Number(value)))
        ? null
        : 'Enter a number.'
    case 'exists':
      return typeof value === 'boolean' ? null : 'Use true or false.'
    default:
      return Array.isArray(value) ? 'Enter one value.' : null
  }
}

/** Condition with an event field, an operator and a value for the comparison. */
export const rule = z
  .strictObject({
    field,
    op: z.enum(ruleOps, { error: `Use one of: ${ruleOps.join(', ')}.` }),
    value: z
      .union([
        scalar,
        z
          .array(scalar)
          .max(200)
          .refine(...conditionsFit),
      ])
      .meta({ description: 'Value to compare with. For `in` and `not_in`, use a list.' }),
  })
  .superRefine(({ op, value }, check) => {
    const wrong = ruleIssue(op, value)
    if (wrong) check.addIssue({ code: 'custom', path: ['value'], message: wrong })
  })
  .meta({ id: 'Rule', example: { field: 'data.content', op: 'contains', value: 'hello' } })

export const conditions = z
  .strictObject({
    match: z.enum(['all', 'any']).default('all'),
    rules: z
      .array(rule)
      .max(25, { error: 'Use at most 25 rules.' })
      .refine(...conditionsFit)
      .default([]),
  })
  .meta({ id: 'Conditions', description: 'Conditions (with none, the automation always runs).' })

export type Rule = z.output<typeof rule>
export type Conditions = z.output<typeof conditions>

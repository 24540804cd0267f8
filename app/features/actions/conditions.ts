import { z } from 'zod'
import { conditionsFit } from '#app/features/actions/total-size.ts'

export const ruleOps = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
] as const

export type RuleOp = (typeof ruleOps)[number]

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

const field = z
  .string()
  .regex(/^[A-Za-z_]\w{0,49}(\.\w{1,50}){0,7}$/, {
    error: 'A field of the event, such as actor.id or data.content.',
  })
  .meta({ description: 'A field of the event, with dots between its parts.', example: 'data.content' })

/** What the value of a rule must be for its operator; null when it fits. */
function ruleIssue(op: RuleOp, value: unknown): string | null {
  switch (op) {
    case 'in':
    case 'not_in':
      return Array.isArray(value) ? null : 'A list of values.'
    case 'starts_with':
    case 'ends_with':
      return typeof value === 'string' ? null : 'A text.'
    case 'matches':
      return typeof value === 'string' && value.length <= 500 ? null : 'A pattern of at most 500 characters.'
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' ||
        (typeof value === 'string' && value.trim() !== '' && !isNaN(Number(value)))
        ? null
        : 'A number.'
    case 'exists':
      return typeof value === 'boolean' ? null : 'true or false.'
    default:
      return Array.isArray(value) ? 'One value.' : null
  }
}

/** One thing that must hold: a field of the event, an operator, and what it is held against. */
export const rule = z
  .strictObject({
    field,
    op: z.enum(ruleOps, { error: `One of ${ruleOps.join(', ')}.` }),
    value: z
      .union([
        scalar,
        z
          .array(scalar)
          .max(200)
          .refine(...conditionsFit),
      ])
      .meta({ description: 'A list for `in` and `not_in`.' }),
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
  .meta({ id: 'Conditions', description: 'What must hold; without rules, everything does.' })

export type Rule = z.output<typeof rule>
export type Conditions = z.output<typeof conditions>

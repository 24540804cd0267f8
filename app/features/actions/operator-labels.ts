import type { RuleOp } from '#app/features/actions/conditions.ts'

/** How an operator reads between a field and a value, and what kind of value it takes. */
export const operatorLabels: Record<
  RuleOp,
  { label: string; takes: 'one' | 'many' | 'pattern' | 'number' | 'truth' }
> = {
  eq: { label: 'is', takes: 'one' },
  neq: { label: 'is not', takes: 'one' },
  in: { label: 'is one of', takes: 'many' },
  not_in: { label: 'is none of', takes: 'many' },
  contains: { label: 'contains', takes: 'one' },
  not_contains: { label: 'does not contain', takes: 'one' },
  starts_with: { label: 'begins with', takes: 'one' },
  ends_with: { label: 'ends with', takes: 'one' },
  matches: { label: 'matches', takes: 'pattern' },
  gt: { label: 'is greater than', takes: 'number' },
  gte: { label: 'is at least', takes: 'number' },
  lt: { label: 'is less than', takes: 'number' },
  lte: { label: 'is at most', takes: 'number' },
  exists: { label: 'is there', takes: 'truth' },
}

export const operators = Object.keys(operatorLabels) as RuleOp[]

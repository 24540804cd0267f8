import type { RuleOp } from '#app/features/actions/conditions.ts'

/** How an operator reads between a field and a value, and what kind of value it takes. */
export const opWords: Record<
  RuleOp,
  { words: string; takes: 'one' | 'many' | 'pattern' | 'number' | 'truth' }
> = {
  eq: { words: 'is', takes: 'one' },
  neq: { words: 'is not', takes: 'one' },
  in: { words: 'is one of', takes: 'many' },
  not_in: { words: 'is none of', takes: 'many' },
  contains: { words: 'contains', takes: 'one' },
  not_contains: { words: 'does not contain', takes: 'one' },
  starts_with: { words: 'begins with', takes: 'one' },
  ends_with: { words: 'ends with', takes: 'one' },
  matches: { words: 'matches', takes: 'pattern' },
  gt: { words: 'is greater than', takes: 'number' },
  gte: { words: 'is at least', takes: 'number' },
  lt: { words: 'is less than', takes: 'number' },
  lte: { words: 'is at most', takes: 'number' },
  exists: { words: 'is there', takes: 'truth' },
}

export const orderedOps = Object.keys(opWords) as RuleOp[]

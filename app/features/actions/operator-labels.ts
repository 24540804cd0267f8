export type ValueKind = 'one' | 'many' | 'pattern' | 'number' | 'truth'

/** Label of each operator, and the kind of value that the operator accepts. */
export const operatorLabels = {
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
  exists: { label: 'exists', takes: 'truth' },
} as const satisfies Record<string, { label: string; takes: ValueKind }>

export type RuleOp = keyof typeof operatorLabels
export const ruleOps = Object.keys(operatorLabels) as [RuleOp, ...RuleOp[]]

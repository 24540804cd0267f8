import type { Conditions, Rule } from '#app/features/actions/conditions.ts'

/** Function that matches a rule's pattern against the text of the rule's field. */
export type Matches = (rule: Rule, text: string) => boolean

/** Throws, because patterns can be slow and only the evaluation thread matches them. */
const noPatterns: Matches = () => {
  throw new Error('patterns are matched in the evaluation thread')
}

/** Checks whether the conditions match an event. Returns true if there are no rules. */
export const matchesConditions = (
  { match, rules }: Conditions,
  event: object,
  matches = noPatterns,
): boolean =>
  rules.length === 0 ||
  (match === 'all'
    ? rules.every((one) => matchesRule(one, event, matches))
    : rules.some((one) => matchesRule(one, event, matches)))

/**
 * Checks whether a rule matches an event. A missing or null field matches only `exists: false`, `neq`, `not_in` and
 * `not_contains`. Numbers match numeric strings.
 */
export function matchesRule(rule: Rule, event: object, matches = noPatterns): boolean {
  const { field, op, value } = rule
  const found = valueAt(event, field)
  const isThere = found !== undefined && found !== null
  switch (op) {
    case 'exists':
      return isThere === value
    case 'neq':
      return !isThere || !isSame(found, value)
    case 'not_in':
      return !isThere || !listOf(value).some((one) => isSame(found, one))
    case 'not_contains':
      return !isThere || !contains(found, value)
  }
  if (!isThere) return false
  switch (op) {
    case 'eq':
      return isSame(found, value)
    case 'in':
      return listOf(value).some((one) => isSame(found, one))
    case 'contains':
      return contains(found, value)
    case 'starts_with':
      return isText(found) && String(found).startsWith(String(value))
    case 'ends_with':
      return isText(found) && String(found).endsWith(String(value))
    case 'matches':
      return isText(found) && matches(rule, String(found))
    case 'gt':
      return compare(found, value) > 0
    case 'gte':
      return compare(found, value) >= 0
    case 'lt':
      return compare(found, value) < 0
    case 'lte':
      return compare(found, value) <= 0
  }
}

/** Cache of the last path, because most rules of an automation read the same field. */
let last = { path: '', names: [''] }

/** Returns the value at a dotted path. Only own properties count. */
export function valueAt(event: object, path: string): unknown {
  let value: unknown = event
  if (last.path !== path) last = { path, names: path.split('.') }
  for (const name of last.names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    if (Array.isArray(value) && !/^\d{1,9}$/.test(name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const listOf = (value: Rule['value']) => (Array.isArray(value) ? value : [value])

/** Checks whether a value has a text form: a string, a number or a boolean. */
const isText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function isSame(found: unknown, value: unknown): boolean {
  if (!isText(found) || !isText(value)) return false
  if (typeof found === 'number' || typeof value === 'number') return compare(found, value) === 0
  return String(found) === String(value)
}

function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((one) => isSame(one, value))
  return isText(found) && String(found).includes(String(value))
}

/** Compares two values. Returns a negative number, zero or a positive number, or NaN if one value is not a number. */
function compare(found: unknown, value: unknown): number {
  // Discord ids have more digits than a number can represent.
  if (isWhole(found) && isWhole(value)) {
    const [one, other] = [BigInt(found), BigInt(value)]
    return one < other ? -1 : Number(one > other)
  }
  return numberOf(found) - numberOf(value)
}

const isWhole = (value: unknown): value is string | number =>
  typeof value === 'string' ? /^-?\d{1,50}$/.test(value) : Number.isSafeInteger(value)

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
}

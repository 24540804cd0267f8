import type { Conditions, Rule } from '#app/features/actions/conditions.ts'

/** Matches the pattern of a rule against the text of its field. */
export type Matches = (rule: Rule, text: string) => boolean

/** Patterns can take long, so only the evaluation thread has a function that matches them. */
const noPatterns: Matches = () => {
  throw new Error('patterns are matched in the evaluation thread')
}

/** True when the conditions hold for an event; without rules, they do. */
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
 * True when one rule holds for an event. Of a field that is missing or null only `exists: false`, `neq`, `not_in` and
 * `not_contains` hold. Numbers are compared as numbers, also where one of the two is written as text.
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

/** Most rules of an automation read the same field. */
let last = { path: '', names: [''] }

/** The value at a path with dots between its parts; only what an object itself has counts. */
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

/** What has a written form: a text, a number, or true and false. */
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

/** Below, at or above zero as the first is less, equal or greater; not a number when one of the two is none. */
function compare(found: unknown, value: unknown): number {
  // The ids of Discord have more digits than a number keeps.
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

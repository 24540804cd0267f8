type Text = { type: 'string'; minLength?: number; maxLength?: number; pattern?: string }
type Amount = {
  type: 'integer' | 'number'
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

/** One input, in the part of JSON Schema that every host takes (WebMCP pull request 289). */
export type Property = (Text | Amount | { type: 'boolean' }) & {
  enum?: readonly unknown[]
  default?: unknown
  description?: string
}

/** The inputs of a tool. Whatever is not named here is refused. */
export type Inputs = { properties: Record<string, Property>; required: readonly string[] }

/** What a property lets through, in TypeScript's terms. */
export type Value<P> = P extends { enum: readonly (infer V)[] }
  ? V
  : P extends { type: 'string' }
    ? string
    : P extends { type: 'boolean' }
      ? boolean
      : number

/** What is left of the inputs after `check`: defaults are filled in. */
export type Checked<S extends Inputs> = {
  [K in keyof S['properties']]: K extends S['required'][number]
    ? Value<S['properties'][K]>
    : S['properties'][K] extends { default: unknown }
      ? Value<S['properties'][K]>
      : Value<S['properties'][K]> | undefined
}

/** What is wrong: `path` names the input, and is null when it is not one of them. */
export type Wrong = { path: string | null; message: string }

/**
 * Checks what was given, and fills in the defaults. It judges as the server's schemas do: lengths are counted in code
 * points, integers are safe ones, and numbers are finite.
 */
export function check<S extends Inputs>(
  { properties, required }: S,
  given: unknown,
): { value: Checked<S> } | { wrong: Wrong } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { wrong: { path: null, message: 'The input is not an object.' } }
  const value: Record<string, unknown> = {}
  for (const [path, rules] of Object.entries(properties)) {
    const part = (given as Record<string, unknown>)[path]
    if (part === undefined) {
      if (required.includes(path)) return wrong(path, `${path} is missing`, rules)
      if (rules.default !== undefined) value[path] = rules.default
    } else {
      const fault = faultOf(rules, part)
      if (fault) return wrong(path, `${path} ${fault}`, rules)
      value[path] = part
    }
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) return { wrong: { path: null, message: `There is no input ${unknown}.` } }
  return { value: value as Checked<S> }
}

/** The description tells a model more than a pattern does. */
const wrong = (path: string, message: string, { description = '' }: Property) => ({
  wrong: { path, message: `${message}. ${description}`.trimEnd() },
})

function faultOf(rules: Property, part: unknown): string | null {
  if (rules.enum && !rules.enum.includes(part)) return `must be one of ${rules.enum.join(', ')}`
  if (rules.type === 'boolean') return typeof part === 'boolean' ? null : 'must be true or false'
  if (rules.type === 'string') {
    if (typeof part !== 'string') return 'must be a string'
    const { minLength = 0, maxLength = Infinity, pattern } = rules
    const length = [...part].length
    if (length < minLength) return `must have at least ${minLength} characters`
    if (length > maxLength) return `must have at most ${maxLength} characters`
    return pattern === undefined || new RegExp(pattern).test(part) ? null : `must match ${pattern}`
  }
  const isNumber = rules.type === 'integer' ? Number.isSafeInteger(part) : Number.isFinite(part)
  if (!isNumber) return rules.type === 'integer' ? 'must be a whole number' : 'must be a number'
  const amount = part as number
  if (amount < (rules.minimum ?? -Infinity)) return `must be at least ${rules.minimum}`
  if (amount > (rules.maximum ?? Infinity)) return `must be at most ${rules.maximum}`
  if (amount <= (rules.exclusiveMinimum ?? -Infinity)) return `must be greater than ${rules.exclusiveMinimum}`
  if (amount >= (rules.exclusiveMaximum ?? Infinity)) return `must be less than ${rules.exclusiveMaximum}`
  return null
}

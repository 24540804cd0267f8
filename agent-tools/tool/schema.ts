type Text = { type: 'string'; minLength?: number; maxLength?: number; pattern?: string }
type Amount = {
  type: 'integer' | 'number'
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}
type List = { type: 'array'; items: Property }
/** Value of several types, without a `type` keyword. The server validates the value. */
type Any = { type?: undefined }
type Group = {
  type: 'object'
  properties?: Record<string, Property>
  required?: readonly string[]
  additionalProperties?: false
}

/** Input in the JSON Schema subset that every host accepts (WebMCP pull request 289). */
export type Property = (Text | Amount | { type: 'boolean' } | List | Group | Any) & {
  enum?: readonly unknown[]
  default?: unknown
  description?: string
}

/** Inputs of a tool. Other fields are rejected. */
export type Inputs = { properties: Record<string, Property>; required: readonly string[] }

/** Type of the values that a property accepts. */
type Value<P> = P extends { enum: readonly (infer V)[] }
  ? V
  : P extends { type: 'string' }
    ? string
    : P extends { type: 'boolean' }
      ? boolean
      : P extends { type: 'array' }
        ? unknown[]
        : P extends { type: 'object' }
          ? Record<string, unknown>
          : number

/** Inputs after `validateInputs`, with defaults filled in. */
export type Checked<S extends Inputs> = {
  [K in keyof S['properties']]: K extends S['required'][number]
    ? Value<S['properties'][K]>
    : S['properties'][K] extends { default: unknown }
      ? Value<S['properties'][K]>
      : Value<S['properties'][K]> | undefined
}

/** Validation error. `path` is the dotted path of the input, or null for an unknown input. */
type InputIssue = { path: string | null; message: string }

/** Validates an input by the server's rules and fills in defaults. Lengths count code points, and integers must be safe. */
export function validateInputs<S extends Inputs>(
  inputs: S,
  given: unknown,
): { value: Checked<S> } | { wrong: InputIssue } {
  const wrong = fieldsIssue(inputs, given, '')
  if (wrong) return { wrong }
  const value = { ...(given as Record<string, unknown>) }
  for (const [name, rules] of Object.entries(inputs.properties)) {
    if (value[name] === undefined && rules.default !== undefined) value[name] = rules.default
  }
  return { value: value as Checked<S> }
}

type Fields = { properties?: Record<string, Property>; required?: readonly string[] }

/** Returns the first error in the fields of an object. `place` is the path of the object, with a trailing dot. */
function fieldsIssue(
  { properties, required = [] }: Fields,
  given: unknown,
  place: string,
): InputIssue | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return {
      path: place.slice(0, -1) || null,
      message: `${place.slice(0, -1) || 'The input'} must be an object.`,
    }
  if (!properties) return null
  for (const [name, rules] of Object.entries(properties)) {
    const part = (given as Record<string, unknown>)[name]
    const path = place + name
    if (part !== undefined) {
      const wrong = valueIssue(rules, part, path)
      if (wrong) return wrong
    } else if (required.includes(name)) return inputIssue(rules, path, `${path} is missing`)
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown === undefined) return null
  const known = Object.keys(properties).join(', ').slice(0, 150)
  return {
    path: place.slice(0, -1) || null,
    message: `The input ${place}${unknown} is unknown. Known inputs: ${known}.`,
  }
}

function valueIssue(rules: Property, part: unknown, path: string): InputIssue | null {
  if (!rules.type) return null
  if (rules.type === 'object') return fieldsIssue(rules, part, `${path}.`)
  if (rules.type !== 'array') {
    const fault = ruleViolation(rules, part)
    return fault ? inputIssue(rules, path, `${path} ${fault}`) : null
  }
  if (!Array.isArray(part)) return inputIssue(rules, path, `${path} must be a list`)
  for (const [n, item] of part.entries()) {
    const wrong = valueIssue(rules.items, item, `${path}.${n}`)
    if (wrong) return wrong
  }
  return null
}

/** Adds the description of the input, which helps a model more than a pattern. */
const inputIssue = ({ description = '' }: Property, path: string, message: string): InputIssue => ({
  path,
  message: `${message}. ${description}`.trimEnd(),
})

function ruleViolation(rules: Exclude<Property, List | Group | Any>, part: unknown): string | null {
  if (rules.enum && !rules.enum.includes(part)) return `must be one of ${rules.enum.join(', ')}`
  if (rules.type === 'boolean') return typeof part === 'boolean' ? null : 'must be true or false'
  if (rules.type === 'string') {
    if (typeof part !== 'string') return 'must be a string'
    const { minLength = 0, maxLength = Infinity, pattern } = rules
    const length = [...part].length
    if (length < minLength) return `must have at least ${minLength} characters`
    if (length > maxLength) return `must have at most ${maxLength} characters`
    return pattern === undefined || patternOf(pattern).test(part) ? null : `must match ${pattern}`
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

/** Compiles a pattern as the service's schemas do, with the `u` flag only for Unicode property escapes. */
const patternOf = (source: string) => new RegExp(source, /\\p\{/i.test(source) ? 'u' : '')

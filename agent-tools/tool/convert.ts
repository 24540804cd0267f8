import type { Property } from '#agent-tools/tool/schema.ts'
import type { JsonSchema } from '#app/openapi/types.ts'

/** JSON Schema as zod generates it, limited to the parts used here. */
export type Json = JsonSchema & { $defs?: Record<string, JsonSchema> }
type Known = Record<string, Json>
type Shape = { properties: Record<string, Property>; required?: readonly string[] }

/** Keywords of plain values that every host accepts. Hosts can refuse a tool with other keywords. */
const keywords = [
  ...['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern', 'default', 'description'],
]
const plain = ['string', 'integer', 'number', 'boolean']
/** Date patterns that a model can read. The server checks the number of days in a month. */
const DAY = String.raw`^\d{4}-\d{2}-\d{2}$`
const TIME = String.raw`^\d{4}-\d{2}-\d{2}T`
/** Maximum nesting of objects. Hosts accept any deeper object, and the server validates deeper objects. */
const DEEPEST = 2

/**
 * Converts a schema to the JSON Schema subset that every host accepts. The result accepts every valid value. Omitted or
 * empty fields replace null. Throws if the schema has no equivalent.
 */
export function convertSchema(part: Json, known: Known, depth = 0): Property {
  const { anyOf, oneOf = anyOf, ...said } = spreadTypes(resolveRef(part, known))
  if (oneOf) return { ...joinOptions(oneOf, known, depth), ...description(said), ...usual(said) } as Property
  if ('const' in said)
    return { type: typeOf(said.const), enum: [said.const], ...description(said) } as Property
  if (said.type === 'array' && said.items)
    return { type: 'array', items: convertSchema(said.items, known, depth), ...description(said) }
  if (said.type === 'object') return { ...object(said, known, depth), ...description(said) }
  if (!plain.includes(said.type as string))
    throw new Error(`${JSON.stringify(part)} is not portable to a browser tool`)
  const rules = Object.entries(simplifyValue(said)).filter(([keyword]) => keywords.includes(keyword))
  return Object.fromEntries(rules) as Property
}

/** Converts several types to alternatives in `anyOf`. */
const spreadTypes = ({ type, ...rest }: Json): Json =>
  Array.isArray(type)
    ? { ...rest, anyOf: type.map((one) => ({ ...rest, type: one })) }
    : { ...rest, ...(type ? { type } : {}) }

/** Resolves a reference. Keywords beside the reference take precedence. */
function resolveRef({ $ref, ...beside }: Json, known: Known): Json {
  const name = $ref && /^#\/\$defs\/(.+)$/.exec($ref)?.[1]
  return name ? { ...resolveRef(known[name]!, known), ...beside } : beside
}

function object({ properties, required, additionalProperties }: Json, known: Known, depth: number): Property {
  if (!properties || depth > DEEPEST) return { type: 'object' }
  const made = Object.entries(properties).map(
    ([name, one]) => [name, convertSchema(one, known, depth + 1)] as const,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(made),
    ...(required?.length ? { required } : {}),
    ...(additionalProperties === false ? { additionalProperties: false as const } : {}),
  }
}

/** Merges alternatives into one schema. Nullable values can be empty. */
function joinOptions(options: Json[], known: Known, depth: number): Partial<Property> {
  const forms = options
    .filter(({ type }) => type !== 'null')
    .map((option) => convertSchema(option, known, depth))
  const nullable = forms.length < options.length
  const [first] = forms as [Property]
  if (forms.length === 1) return nullable ? emptiable(first) : first
  if (forms.every((form) => form.enum && form.type === first.type))
    return { ...first, enum: [...new Set(forms.flatMap((form) => form.enum!))] } as Property
  if (forms.every((form) => form.type === 'object' && form.properties))
    return { type: 'object', ...mergeObjects(forms as Shape[]), additionalProperties: false }
  const types = new Set(forms.map(({ type }) => type))
  // A string can express any number. The tool converts the string where a number is required.
  if (types.size === 2 && types.has('string') && (types.has('number') || types.has('integer')))
    return { type: 'string' }
  return {}
}

/** Merges the fields of all alternatives. A field is required if every alternative requires it. */
function mergeObjects(forms: Shape[]): Shape {
  const properties: Record<string, Property> = {}
  for (const form of forms) {
    for (const [name, property] of Object.entries(form.properties))
      properties[name] = name in properties ? mergeProperty(properties[name]!, property) : property
  }
  const required = forms
    .map(({ required = [] }) => required)
    .reduce((left, right) => left.filter((name) => right.includes(name)))
  return { properties, ...(required.length ? { required } : {}) }
}

function mergeProperty(left: Property, right: Property): Property {
  if (left.enum && right.enum)
    return { ...left, enum: [...new Set([...left.enum, ...right.enum])] } as Property
  if (left.type !== 'object' || right.type !== 'object' || !left.properties || !right.properties) return left
  const { required: _, ...rest } = left
  return { ...rest, ...mergeObjects([left as Shape, right as Shape]) }
}

function emptiable(property: Property): Property {
  if (property.type === 'integer' || property.type === 'number')
    return property.minimum === undefined ? property : { ...property, minimum: Math.min(property.minimum, 0) }
  if (property.type !== 'string') return property
  const { minLength: _, pattern, enum: values, ...rest } = property
  return {
    ...rest,
    ...(pattern ? { pattern: `^$|${pattern}` } : {}),
    ...(values ? { enum: ['', ...values] } : {}),
  }
}

/** Removes bounds that every safe integer satisfies and makes date patterns readable for a model. */
function simplifyValue({ format, pattern, minimum, maximum, ...rest }: Json): Json {
  const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: most } = Number
  return {
    ...rest,
    ...(pattern ? { pattern: { date: DAY, 'date-time': TIME }[format ?? ''] ?? pattern } : {}),
    ...(minimum === undefined || minimum === least ? {} : { minimum }),
    ...(maximum === undefined || maximum === most ? {} : { maximum }),
  }
}

const typeOf = (value: unknown) => (typeof value === 'number' ? 'integer' : typeof value)
const description = ({ description: words }: Json) => (words ? { description: words } : {})
const usual = ({ default: value }: Json) => (value === undefined || value === null ? {} : { default: value })

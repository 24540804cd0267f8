import type { JsonSchema } from '#app/openapi/types.ts'
import { fieldDescriptions } from '#app/openapi/vocabulary.ts'
import { SNOWFLAKE } from '#app/primitives/schema.ts'

type Schemas = Record<string, JsonSchema>

/** Resolves a `$ref`. Returns other schemas unchanged. */
export function resolveReference(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? resolveReference(schemas[name] ?? {}, schemas) : schema
}

/** Adds missing descriptions and examples, and removes the default bounds of integers. Modifies the schema in place. */
export function addDescriptions(schema: JsonSchema, name = '', owner = ''): void {
  const word = descriptionFor(name, owner)
  if (word && !schema.description && !schema.$ref) schema.description = word.means
  if (schema.example !== undefined) {
    schema.examples ??= [schema.example]
    delete schema.example
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (word?.example !== undefined && !schema.examples && schema.const === undefined && !schema.enum) {
    const example = fitting(word.example, schema)
    if (example !== undefined) schema.examples = [example]
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.$ref) property.description ??= descriptionFor(key, name || owner)?.means ?? ''
    addDescriptions(property, key, name || owner)
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  for (const part of [...parts, ...(schema.items ? [schema.items] : [])])
    addDescriptions(part, '', name || owner)
  if (typeof schema.additionalProperties === 'object') addDescriptions(schema.additionalProperties)
}

/** Finds the description of a field, preferring the description of `owner.name`. */
const descriptionFor = (name: string, owner: string) =>
  [`${owner}.${name}`, name].flatMap((key) =>
    Object.hasOwn(fieldDescriptions, key) ? [fieldDescriptions[key]!] : [],
  )[0]

const typesOf = ({ type, anyOf = [] }: JsonSchema): string[] => [
  ...[type ?? []].flat(),
  ...anyOf.flatMap(typesOf),
]

/** Returns the example if it fits the schema, else undefined. Converts numbers to strings where the schema is a string. */
function fitting(example: unknown, schema: JsonSchema): unknown {
  const types = typesOf(schema)
  const type = example === null ? 'null' : Array.isArray(example) ? 'array' : typeof example
  const fits = (one: string) => one === type || (one === 'integer' && type === 'number')
  if (types.some(fits)) return type === 'string' && !fitsText(example as string, schema) ? undefined : example
  return type === 'number' && types.includes('string') ? String(example) : undefined
}

const fitsText = (text: string, { pattern, format, maxLength = Infinity }: JsonSchema) =>
  (!pattern || new RegExp(pattern, 'u').test(text)) &&
  text.length <= maxLength &&
  (format !== 'date-time' || (text.includes('T') && text.endsWith('Z'))) &&
  (format !== 'date' || /^\d{4}-\d{2}-\d{2}$/.test(text))

const formats: Record<string, string> = {
  'date-time': '2026-11-21T09:30:00.000Z',
  date: '2026-11-21',
  email: 'ada@example.com',
  uri: 'https://www.example.org/',
  uuid: '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11',
}

/** Returns the example of a schema, or builds one from the examples of its parts. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  const [own] = schema.examples ?? []
  if (own !== undefined) return own
  if (schema.$ref) return exampleOf(resolveReference(schema, schemas), schemas, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const [first] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (first) return exampleOf(first, schemas, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, depth)))
  const type =
    [schema.type].flat().find((one) => one !== 'null') ?? (schema.properties ? 'object' : undefined)
  switch (type) {
    case 'object':
      return exampleOfObject(schema, schemas, depth)
    case 'array':
      // Limits recursive schemas.
      return schema.items && depth < 6 ? [exampleOf(schema.items, schemas, depth + 1)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return (
        formats[schema.format ?? ''] ?? (schema.pattern === SNOWFLAKE.source ? '100000000000000001' : 'text')
      )
    default:
      return null
  }
}

/** Omits optional properties without an example. */
function exampleOfObject({ properties = {}, required = [] }: JsonSchema, schemas: Schemas, depth: number) {
  const shown = Object.entries(properties).filter(
    ([key, property]) => required.includes(key) || hasOwnExample(property, schemas, depth),
  )
  return Object.fromEntries(shown.map(([key, property]) => [key, exampleOf(property, schemas, depth + 1)]))
}

const hasOwnExample = (schema: JsonSchema, schemas: Schemas, depth: number): boolean => {
  if (depth > 4) return false
  const {
    examples,
    const: fixed,
    enum: names,
    properties,
    anyOf = [],
    items,
  } = resolveReference(schema, schemas)
  return (
    Boolean(
      schema.examples ?? examples ?? names ?? properties ?? (fixed === undefined ? undefined : [fixed]),
    ) || [...anyOf, ...(items ? [items] : [])].some((part) => hasOwnExample(part, schemas, depth + 1))
  )
}

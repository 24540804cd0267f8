import { resolveReference } from '#app/openapi/examples.server.ts'
import type { JsonSchema } from '#app/openapi/types.ts'
import { formatInteger } from '#app/primitives/count.ts'

type Schemas = Record<string, JsonSchema>

/** Row of a field table. `kind` and `meaning` are Markdown. */
export type Field = { name: string; kind: string; meaning: string }

/** Maximum depth of nested objects in a field table. */
const MAX_DEPTH = 4

/** Escapes text for a Markdown table cell in an MDX body: braces, angle brackets and pipes. */
export const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 ? piece.replaceAll('|', '\\|') : piece.replace(/[{}<>|]/g, '\\$&')))
    .join('')

/** Links to the heading of a named object on its page. */
const linkTo = (name: string) => `[${name}](#${name.toLowerCase()})`

/** Lists the fields of an object. The fields of a nested object without a name follow the field that contains it. */
export function fieldRows(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [] } = resolveReference(schema, schemas)
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = `${prefix}${key}`
    const rest = required.includes(key) ? '' : ' (optional)'
    const row = { name, kind: `${typeLabel(property)}${rest}`, meaning: plain(property.description ?? '') }
    const inner = depth < MAX_DEPTH ? nested(property) : null
    return [row, ...(inner ? fieldRows(inner.schema, schemas, `${name}${inner.mark}.`, depth + 1) : [])]
  })
}

/** Returns the object in a field or in its items, or null for named objects, which have their own section. */
function nested(schema: JsonSchema): { schema: JsonSchema; mark: string } | null {
  const { $ref, properties, items, anyOf = [], oneOf = [] } = schema
  if ($ref) return null
  if (properties) return { schema, mark: '' }
  if (items) {
    const inner = nested(items)
    return inner && { ...inner, mark: `[]${inner.mark}` }
  }
  const objects = [...anyOf, ...oneOf].filter(({ type }) => type !== 'null')
  return objects.length === 1 ? nested(objects[0]!) : null
}

/** Lists the unique names of the objects that a schema refers to, nearest first. */
export function referencedNames(schema: JsonSchema, schemas: Schemas, found: string[] = []): string[] {
  const name = schema.$ref?.split('/').at(-1)
  if (name) {
    if (found.includes(name)) return found
    found.push(name)
    return referencedNames(schemas[name] ?? {}, schemas, found)
  }
  const { items, properties = {}, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf]
  if (typeof additionalProperties === 'object') parts.push(additionalProperties)
  for (const part of parts) referencedNames(part, schemas, found)
  return found
}

const formats: Record<string, string> = {
  'date-time': 'time (ISO 8601)',
  date: 'date (`YYYY-MM-DD`)',
  email: 'email address',
  uri: 'address',
  uuid: 'UUID',
  binary: 'a file',
}

/** Checks whether a pattern matches only digits, such as a number in a URL. */
const isDigits = (pattern: string) => /^\^(?:\[\d-\d\]|\\d|\{\d+(?:,\d*)?\}|[+*?|()]|\d)+\$$/.test(pattern)

/** Formats bounds as `, 1 to 100`, `, at least 8` or `, up to 100`. Returns an empty string for the default bounds. */
function range(from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER) {
  const [low, high] = [from > Number.MIN_SAFE_INTEGER, to < Number.MAX_SAFE_INTEGER]
  if (low && high) return `, ${formatInteger(from)} to ${formatInteger(to)}`
  return low ? `, at least ${formatInteger(from)}` : high ? `, up to ${formatInteger(to)}` : ''
}

/** Returns the type of a value in words, such as `whole number, 1 to 100`. Names and values are in backticks. */
export function typeLabel({
  type,
  anyOf,
  oneOf,
  items,
  format,
  pattern,
  $ref,
  ...schema
}: JsonSchema): string {
  if ($ref) return linkTo($ref.split('/').at(-1)!)
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map(typeLabel))].join(' or ')
  if (Array.isArray(type))
    return type
      .map((one) => typeLabel({ type: one, format, pattern, items, ...schema } as JsonSchema))
      .join(' or ')
  if (type === 'null') return '`null`'
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum)
    return `one of ${schema.enum
      .filter((value) => value !== null)
      .map((value) => `\`${String(value)}\``)
      .join(', ')}`
  if (type === 'array') return items ? `list of: ${typeLabel(items)}` : 'list'
  if (type === 'integer') return `whole number${range(schema.minimum, schema.maximum)}`
  if (type === 'number') return `number${range(schema.minimum, schema.maximum)}`
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'object') return 'object'
  if (type !== 'string') return 'any value'
  if (format && formats[format]) return formats[format]
  if (pattern && isDigits(pattern)) return 'whole number'
  const { minLength = 0, maxLength } = schema
  const length = range(minLength > 1 ? minLength : undefined, maxLength)
  return `text${length && `${length} characters`}`
}

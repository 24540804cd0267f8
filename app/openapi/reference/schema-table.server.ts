import { resolveReference } from '#app/openapi/examples.server.ts'
import type { JsonSchema } from '#app/openapi/types.ts'

type Schemas = Record<string, JsonSchema>

/** One row of a table of fields. `kind` and `meaning` are Markdown. */
export type Field = { name: string; kind: string; meaning: string }

/** How many levels of a nested object have rows in the table of the object that holds it. */
const MAX_DEPTH = 4

/** Text that stands in a body as itself: a brace or an angle bracket would be taken for code, a pipe for a cell's end. */
export const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 ? piece.replaceAll('|', '\\|') : piece.replace(/[{}<>|]/g, '\\$&')))
    .join('')

/** The heading, and so the address, of a named object on its page. */
const linkTo = (name: string) => `[${name}](#${name.toLowerCase()})`

/** The rows of an object: its fields, and below each that is an object without a name of its own the fields of that. */
export function fieldRows(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [] } = resolveReference(schema, schemas)
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = `${prefix}${key}`
    const rest = required.includes(key) ? '' : '; may be left out'
    const row = { name, kind: `${typeLabel(property)}${rest}`, meaning: plain(property.description ?? '') }
    const inner = depth < MAX_DEPTH ? nested(property) : null
    return [row, ...(inner ? fieldRows(inner.schema, schemas, `${name}${inner.mark}.`, depth + 1) : [])]
  })
}

/** The object that a field holds, alone or in a list, unless it has a name and so a place of its own. */
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

/** The names of all objects that a schema leads to, each once, the nearest first. */
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
  email: 'e-mail address',
  uri: 'address',
  uuid: 'UUID',
  binary: 'a file',
}

/** A pattern that only digits match, as for a number in an address. */
const isDigits = (pattern: string) => /^\^(?:\[\d-\d\]|\\d|\{\d+(?:,\d*)?\}|[+*?|()]|\d)+\$$/.test(pattern)

/** `, 1 to 100`, `, at least 8`, `, up to 100`; nothing where no bound was meant. */
function range(from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER) {
  const [low, high] = [from > Number.MIN_SAFE_INTEGER, to < Number.MAX_SAFE_INTEGER]
  if (low && high) return `, ${from} to ${to}`
  return low ? `, at least ${from}` : high ? `, up to ${to}` : ''
}

/** What kind of value it is, in words: `whole number, 1 to 100`. Names and values stand between backticks. */
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

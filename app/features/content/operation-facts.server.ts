import { z } from 'zod'
import type { Operation } from '#app/operations/operation.ts'

/** One thing that an operation takes. Names and values stand between backticks. */
export type Parameter = {
  name: string
  /** What kind of value: `whole number from 1 to 100`. */
  takes: string
  /** Whether it must be there, and what counts when it is not. */
  rest: string
  meaning: string
}

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  description?: string
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
}

const places = { params: 'In the path', query: 'In the query', body: 'In the body' } as const

/** What an operation takes, by the place where it stands, from the very schemas that its calls are checked with. */
export function parametersOf(operation: Operation): { place: string; parameters: Parameter[] }[] {
  return (['params', 'query', 'body'] as const).flatMap((key) => {
    const schema = operation[key]
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input')
    const defaults = jsonSchema(schema, 'output').properties ?? {}
    const parameters = Object.entries(properties).map(([name, value]) => ({
      name,
      takes: typeOf(value),
      rest: restOf(required.includes(name), defaults[name]?.default ?? value.default),
      meaning: value.description ?? '',
    }))
    return parameters.length ? [{ place: places[key], parameters }] : []
  })
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Schema

function restOf(isRequired: boolean, fallback: unknown) {
  if (fallback !== undefined) return `\`${JSON.stringify(fallback)}\` if left out`
  return isRequired ? 'required' : 'optional'
}

const formats: Record<string, string> = {
  'date-time': 'time (ISO 8601)',
  date: 'date (`YYYY-MM-DD`)',
  email: 'e-mail address',
  uri: 'address',
  uuid: 'UUID',
}

/** A pattern that only digits match, as for a number in an address. */
const isDigits = (pattern: string) => /^\^(?:\[\d-\d\]|\\d|\{\d*,?\d*\}|[+*?|()]|\d)+\$$/.test(pattern)

/** `, 1 to 100`, `, at least 8`, `, up to 100`; nothing where no bound was meant. */
function range(from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER) {
  const [low, high] = [from > Number.MIN_SAFE_INTEGER, to < Number.MAX_SAFE_INTEGER]
  if (low && high) return `, ${from} to ${to}`
  return low ? `, at least ${from}` : high ? `, up to ${to}` : ''
}

function typeOf({ type, anyOf, items, format, pattern, ...schema }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ type: one, ...schema })).join(' or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`
  if (type === 'array') return items ? `list of: ${typeOf(items)}` : 'list'
  if (type === 'integer') return `whole number${range(schema.minimum, schema.maximum)}`
  if (type === 'number') return `number${range(schema.minimum, schema.maximum)}`
  if (type === 'string') {
    if (format && formats[format]) return formats[format]
    if (pattern && isDigits(pattern)) return 'whole number'
    const { minLength = 0, maxLength } = schema
    const length = range(minLength > 1 ? minLength : undefined, maxLength)
    return `text${length && `${length} characters`}`
  }
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'null') return '`null`'
  return type === 'object' ? 'object' : 'any value'
}

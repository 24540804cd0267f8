import { z } from 'zod'
import { addDescriptions } from '#app/openapi/examples.server.ts'
import type { JsonSchema } from '#app/openapi/types.ts'

/** Standard Schema with a JSON Schema that was made once. It accepts every value, because tools parse their input. */
type ListedSchema = {
  '~standard': {
    version: 1
    vendor: 'signpost'
    validate: (value: unknown) => { value: unknown }
    jsonSchema: { input: () => Record<string, unknown>; output: () => Record<string, unknown> }
  }
}

/** JSON Schemas of a tool's arguments and of its result. Both are objects. */
export type Schemas = { input: JsonSchema; output: JsonSchema }

/** Levels of objects that the schemas describe. Deeper objects only have a type, so that lists of tools stay short. */
const [INPUT_LEVELS, OUTPUT_LEVELS] = [2, 1]

/** Returns the JSON Schemas of a tool, converted once. The protocol library would convert them for each request. */
export function schemasOf(input: z.ZodType, output: z.ZodType, levels?: number): () => Schemas {
  let made: Schemas | undefined
  return () => (made ??= { input: inputSchemaOf(input), output: outputSchemaOf(output, levels) })
}

/** Wraps a JSON Schema for the protocol library. */
export const listed = (schema: JsonSchema): ListedSchema => {
  const json = () => schema as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'signpost',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  }
}

type Json = JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> }

/** Keywords of arguments that models rarely need. Calls are checked with the whole schema. */
const unlisted = ['examples', 'id', 'format', 'minItems', 'maxItems', 'minLength', 'additionalProperties']

/** Converts the schema of arguments. Alternatives of a list or field are merged into one object. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const { $schema: _, ...whole } = inlined(json, $defs, INPUT_LEVELS) as Json
  addDescriptions(whole)
  const { additionalProperties = {} } = whole
  const short = withoutKeys(whole, unlisted)
  return additionalProperties === false ? { ...short, additionalProperties } : short
}

/** Keywords that a model does not need to read a result. */
const checks = [
  'examples',
  'id',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'required',
]

/**
 * Converts the schema of a result. Results can gain fields, so unknown fields are allowed at every level. Only the first
 * level has descriptions.
 */
export function outputSchemaOf(schema: z.ZodType, levels: number = OUTPUT_LEVELS): JsonSchema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
  const { $schema: _, ...whole } = inlined(json, $defs, levels) as Json
  addDescriptions(whole)
  const { properties = {}, ...rest } = withoutKeys(whole, [...checks, 'additionalProperties'])
  return {
    ...withoutKeys(rest, ['description']),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, { description, ...field }]) => [
        name,
        { ...withoutKeys(field, ['description']), ...(description ? { description } : {}) },
      ]),
    ),
  }
}

/** Replaces references by their targets, and describes objects below a level by their type alone. */
function inlined(
  { $ref, ...beside }: JsonSchema,
  known: Record<string, JsonSchema>,
  levels: number,
): JsonSchema {
  const name = $ref && /^#\/\$defs\/(.+)$/.exec($ref)?.[1]
  if (name) return inlined({ ...known[name], ...beside }, known, levels)
  const { properties, items, anyOf, oneOf, additionalProperties: others, ...own } = beside
  const same = (part: JsonSchema) => inlined(part, known, levels)
  const options = [...(anyOf ?? []), ...(oneOf ?? [])].map(same)
  if (options.length) return { ...own, ...joined(options) }
  const isCut = levels <= 0 && (properties !== undefined || typeof others === 'object')
  if (isCut) return { type: 'object', ...(own.description ? { description: own.description } : {}) }
  return {
    ...own,
    ...(properties ? { properties: mapValues(properties, (part) => inlined(part, known, levels - 1)) } : {}),
    ...(items ? { items: same(items) } : {}),
    ...(others === undefined
      ? {}
      : { additionalProperties: typeof others === 'object' ? same(others) : others }),
  }
}

/** Joins alternatives: objects to one object with the fields of all, and null to a second type. */
function joined(options: JsonSchema[]): JsonSchema {
  const others = options.filter(({ type }) => type !== 'null')
  const objects = others.filter(({ properties }) => properties)
  const one = objects.length === others.length && others.length > 1 ? mergedObjects(objects) : others[0]!
  if (others.every((option) => option.const !== undefined))
    return { type: typeOfValue(others[0]!.const), enum: options.map((option) => option.const ?? null) }
  if (objects.length !== others.length && others.length > 1) return { anyOf: options }
  if (others.length === options.length) return one
  return typeof one.type === 'string' && !one.enum && one.const === undefined
    ? { ...one, type: [one.type, 'null'] }
    : { anyOf: [one, { type: 'null' }] }
}

const typeOfValue = (value: unknown) => (typeof value === 'number' ? 'integer' : typeof value)

/** Merges objects. A field is required if every object requires it. Fields that differ only keep their type. */
function mergedObjects(objects: JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of objects.flatMap((object) => Object.entries(object.properties ?? {})))
    properties[name] = name in properties ? mergedFields(properties[name]!, field) : field
  const required = objects
    .map((object) => object.required ?? [])
    .reduce((left, right) => left.filter((name) => right.includes(name)))
  return { type: 'object', properties, ...(required.length ? { required } : {}), additionalProperties: false }
}

function mergedFields(left: JsonSchema, right: JsonSchema): JsonSchema {
  if (JSON.stringify(left) === JSON.stringify(right)) return left
  const values = [left, right].flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]))
  const { type, description } = left
  return {
    ...(type ? { type } : {}),
    ...(values.length > 1 ? { enum: [...new Set(values)] } : {}),
    ...(description ? { description } : {}),
  }
}

const mapValues = <T, R>(object: Record<string, T>, change: (value: T) => R) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

/** Checks whether a model needs a keyword. Long patterns are for programs, and short descriptions repeat the name. */
const isUseful = ([key, value]: [string, unknown]): boolean =>
  key === 'pattern' ? String(value).length < 60 : key !== 'description' || String(value).length > 20

/** Removes keywords at every level. Fields with the name of a keyword remain. */
function withoutKeys(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  const { properties, items, anyOf, oneOf, additionalProperties: others, ...own } = schema
  const inner = (part: JsonSchema) => withoutKeys(part, keys)
  const kept = Object.entries({ ...own, ...(others === undefined ? {} : { additionalProperties: others }) })
  return {
    ...Object.fromEntries(kept.filter(([key]) => !keys.includes(key)).filter(isUseful)),
    ...(properties ? { properties: mapValues(properties, inner) } : {}),
    ...(items ? { items: inner(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(inner) } : {}),
  }
}

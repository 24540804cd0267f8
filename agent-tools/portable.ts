import { z } from 'zod'
import type { Property } from '#agent-tools/schema.ts'
import type { Operation } from '#app/operations/operation.ts'

/** Keywords that every host takes; others may make it refuse the tool. */
const keywords = new Set([
  ...['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern', 'default', 'description'],
])
const types: unknown[] = ['string', 'integer', 'number', 'boolean']

type TypeOf<T> = T extends string
  ? { type: 'string' } & (string extends T ? unknown : { enum: readonly T[] })
  : T extends boolean
    ? { type: 'boolean' }
    : { type: 'integer' | 'number' }

/** The fields of an object schema as properties; a tool says itself which of them it requires. */
export type Portable<S> = S extends z.ZodObject
  ? { [K in keyof z.input<S>]-?: Property & TypeOf<NonNullable<z.input<S>[K]>> }
  : undefined

/** What a tool takes of an operation: where it is, and its input in JSON Schema, without zod. Throws for what is not portable. */
export const portable = <O extends Operation>({ id, method, path, params, query, body }: O) =>
  ({ id, method, path, params: fields(params), query: fields(query), body: fields(body) }) as unknown as {
    id: O['id']
    method: O['method']
    path: O['path']
    params: Portable<O['params']>
    query: Portable<O['query']>
    body: Portable<O['body']>
  }

/** The fields of a schema, held to what every host takes. Throws for a type that has no place there. */
export function fields(schema: z.ZodType | undefined): Record<string, Property> | undefined {
  if (!schema) return undefined
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const rules = Object.entries(property).filter(([keyword]) => keywords.has(keyword))
      const kept = Object.fromEntries(rules) as Property
      if (!types.includes(kept.type)) throw new Error(`the field ${name} is not portable to a browser tool`)
      return [name, kept]
    }),
  )
}

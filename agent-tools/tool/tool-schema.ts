import { z } from 'zod'
import { convertSchema, type Json } from '#agent-tools/tool/convert.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import type { Operation } from '#app/operations/operation.ts'

type TypeOf<T> = T extends string
  ? { type: 'string' } & (string extends T ? unknown : { enum: readonly T[] })
  : T extends boolean
    ? { type: 'boolean' }
    : T extends number
      ? { type: 'integer' | 'number' }
      : T extends readonly unknown[]
        ? { type: 'array' }
        : { type: 'object' }

/** The fields of an object schema as properties; a tool says itself which of them it requires. */
type PortableFields<S> = S extends z.ZodObject
  ? { [K in keyof z.input<S>]-?: Property & TypeOf<NonNullable<z.input<S>[K]>> }
  : undefined

/** Where an operation is, and what a call of it means: enough for a tool that makes its input itself. */
export type Route = {
  id: string
  method: Operation['method']
  path: string
  /** True when it changes nothing, whatever its method is. */
  safe: boolean
  /** True when an agent has to show twice what it sends. */
  confirmed: boolean
}

/** What a tool takes of an operation whose fields are not its own. */
export const route = ({ id, method, path, safe, confirmed }: Operation): Route => ({
  id,
  method,
  path,
  safe: method === 'GET' || safe === true,
  confirmed: confirmed === true,
})

/** What a tool takes of an operation: its route and its input in JSON Schema, without zod. Throws for what is not portable. */
export const toToolRoute = <O extends Operation>(operation: O) =>
  ({
    ...route(operation),
    params: fields(operation.params),
    query: fields(operation.query),
    body: fields(operation.body),
  }) as unknown as Route & {
    params: PortableFields<O['params']>
    query: PortableFields<O['query']>
    body: PortableFields<O['body']>
  }

/** The fields of a schema, held to what every host takes. Throws for a type that has no place there. */
export function fields(schema: z.ZodType | undefined): Record<string, Property> | undefined {
  if (!schema) return undefined
  const whole = z.toJSONSchema(schema, { io: 'input' }) as Json
  const { properties = {} } = convertSchema(whole, whole.$defs ?? {}) as {
    properties?: Record<string, Property>
  }
  return properties
}

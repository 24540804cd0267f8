import { z } from 'zod'
import { convertSchema, type Json } from '#agent-tools/tool/convert.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import type { DerivedTool, Operation } from '#app/operations/operation.ts'

type TypeOf<T> = T extends string
  ? { type: 'string' } & (string extends T ? unknown : { enum: readonly T[] })
  : T extends boolean
    ? { type: 'boolean' }
    : T extends number
      ? { type: 'integer' | 'number' }
      : T extends readonly unknown[]
        ? { type: 'array' }
        : { type: 'object' }

/** Fields of an object schema as properties. Each tool defines which fields it requires. */
type PortableFields<S> = S extends z.ZodObject
  ? { [K in keyof z.input<S>]-?: Property & TypeOf<NonNullable<z.input<S>[K]>> }
  : undefined

/** Route of an operation and the effects of a call, for tools with custom inputs. */
export type Route = {
  id: string
  method: Operation['method']
  path: string
  /** True if the operation changes nothing, regardless of its method. */
  safe: boolean
  /** True if calls by agents require confirmation. */
  confirmed: boolean
}

/** Returns the route of an operation, for tools with custom inputs. */
export const route = ({ id, method, path, safe, confirmed }: Operation): Route => ({
  id,
  method,
  path,
  safe: method === 'GET' || safe === true,
  confirmed: confirmed === true,
})

/** Converts an operation to its route and its input in JSON Schema, without zod. Throws for non-portable schemas. */
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

/** Operation with the tool that is derived from it, as JSON. */
export type ToolOperation = Route &
  DerivedTool & {
    title: string
    description: string
    params: Record<string, Property>
    body: Record<string, Property>
    required: string[]
    versioned: boolean
  }

/** Converts the operations of a module that name a tool. */
export const toolOperations = (operations: Record<string, Operation>): ToolOperation[] =>
  Object.values(operations).flatMap((operation) => {
    const { tool, summary, description = `${summary}.`, params, body, versioned = false } = operation
    if (!tool) return []
    const given = { ...params?.shape, ...(body instanceof z.ZodObject ? body.shape : {}) } as z.ZodRawShape
    const required = Object.keys(given).filter((name) => !z.safeParse(given[name]!, undefined).success)
    const parts = { params: fields(params) ?? {}, body: fields(body) ?? {}, required, versioned }
    return [{ ...route(operation), ...tool, title: summary, description, ...parts }]
  })

/** Converts the fields of a schema to properties that every host accepts. Throws for types without an equivalent. */
export function fields(schema: z.ZodType | undefined): Record<string, Property> | undefined {
  if (!schema) return undefined
  const whole = z.toJSONSchema(schema, { io: 'input' }) as Json
  const { properties = {} } = convertSchema(whole, whole.$defs ?? {}) as {
    properties?: Record<string, Property>
  }
  return properties
}

import { z } from 'zod'
import { addDescriptions } from '#app/openapi/examples.server.ts'
import type { JsonSchema } from '#app/openapi/types.ts'
import type { McpTool } from '#app/mcp/tool.server.ts'

/** Standard Schema with a JSON Schema that was made once. It accepts every value, because `callTool` parses the input. */
type ListedSchema = {
  '~standard': {
    version: 1
    vendor: 'signpost'
    validate: (value: unknown) => { value: unknown }
    jsonSchema: { input: () => Record<string, unknown>; output: () => Record<string, unknown> }
  }
}

type Schemas = { input: JsonSchema; output: JsonSchema }

const made = new WeakMap<McpTool, Schemas>()

/** Returns the JSON Schemas of a tool, converted once. The protocol library would convert them for each request. */
export function schemasOf(tool: McpTool): Schemas {
  const known = made.get(tool)
  if (known) return known
  const schemas = { input: convert(tool.input, 'input'), output: convert(tool.output, 'output') }
  made.set(tool, schemas)
  return schemas
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

/** Converts a schema. Results can gain fields, so their schemas allow unknown fields at every level. */
function convert(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    override: ({ jsonSchema }) => void (io === 'output' && delete jsonSchema.additionalProperties),
  }) as JsonSchema & { $schema?: string }
  addDescriptions(json)
  return withoutExamples(json)
}

/** Removes examples, because lists of tools are part of every conversation. */
function withoutExamples<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutExamples) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'examples' && Array.isArray(inner) ? [] : [[key, withoutExamples(inner)]],
    ),
  ) as T
}

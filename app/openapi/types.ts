/** Subset of JSON Schema 2020-12 that our schemas use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  example?: unknown
  examples?: unknown[]
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}
export type Media = {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}
export type ResponseObject = {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Media>
}
export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, ResponseObject | { $ref: string }>
}

type Head = {
  openapi: string
  externalDocs: { url: string }
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
}

/** Parts of the OpenAPI document that the code reads. */
export type OpenapiDocument = Head & {
  paths: Record<string, Record<string, OperationObject>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
    headers: Record<string, { schema: JsonSchema; required?: boolean; description: string }>
    securitySchemes: Record<string, object>
  }
}

/** Meaning of a field name, and an example value. */
export type FieldDescription = { means: string; example: unknown }

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import type { ResponseObject, JsonSchema, OpenapiDocument, OperationObject } from '#app/openapi/types.ts'

/** One operation of a document, with its place. */
export type Placed = { id: string; method: string; path: string; entry: OperationObject }

export const placesOf = ({ paths }: OpenapiDocument): Placed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => ({
      id: entry.operationId,
      method: method.toUpperCase(),
      path,
      entry,
    })),
  )

const pointer = (...parts: string[]) =>
  `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** Makes what compares answers of a server with a document. Each problem is one sentence; none is the empty list. */
export function contractOf(document: OpenapiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const compiled = new Map<string, ValidateFunction>()

  /** What is wrong with a value by the schema at a place of the document. */
  function wrongs(place: string, value: unknown): string[] {
    const validate = compiled.get(place) ?? ajv.compile({ $ref: place })
    compiled.set(place, validate)
    return validate(value)
      ? []
      : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function answerOf(
    entry: OperationObject,
    status: number,
  ): { answer: ResponseObject; place: string[] } | null {
    const answer = entry.responses[status]
    if (!answer) return null
    if (!('$ref' in answer)) return { answer, place: [] }
    const name = answer.$ref.split('/').at(-1)!
    return { answer: document.components.responses[name]!, place: ['components', 'responses', name] }
  }

  return {
    wrongs: (place: string[], value: unknown) => wrongs(pointer(...place), value),

    /** What of this answer the document does not say: its status, its headers, its media type and its body. */
    async problems({ method, path, entry }: Placed, response: Response): Promise<string[]> {
      // What stays open for as long as somebody listens is not waited for.
      const isOpen = response.headers.get('Content-Type') === 'text/event-stream'
      const text = isOpen ? '' : await response.text()
      if (isOpen) await response.body?.cancel()
      const found = answerOf(entry, response.status)
      if (!found) return [`${response.status} is not documented: ${text.slice(0, 200)}`]
      const { answer, place } = found
      const at = place.length
        ? place
        : ['paths', path, method.toLowerCase(), 'responses', `${response.status}`]
      const listed = Object.keys(answer.headers ?? {})
      const missing = Object.entries(answer.headers ?? {}).flatMap(([name, { $ref }]) => {
        const header = document.components.headers[$ref.split('/').at(-1)!]!
        const value = response.headers.get(name)
        // The servers of the tests count every call.
        const counts = /ratelimit/i.test(name)
        if (value === null) return header.required || counts ? [`${name} is not sent`] : []
        return wrongs(pointer('components', 'headers', $ref.split('/').at(-1)!, 'schema'), value).map(
          (wrong) => `${name}: ${value}${wrong}`,
        )
      })
      const extra = Object.keys(document.components.headers)
        .filter((name) => response.headers.has(name) && !listed.includes(name))
        .map((name) => `${name} is sent and not documented`)
      return [...missing, ...extra, ...bodyProblems(answer, at, response, text)]
    },
  }

  function bodyProblems(answer: ResponseObject, at: string[], response: Response, text: string) {
    const types = Object.keys(answer.content ?? {})
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
    if (!types.length) return text ? [`a body is sent and none documented: ${text.slice(0, 100)}`] : []
    if (!types.includes(type)) return [`the body is ${type}, documented ${types.join(', ')}`]
    if (type !== 'application/json') return []
    const body = JSON.parse(text) as unknown
    const { schema } = answer.content![type]!
    return [
      ...wrongs(pointer(...at, 'content', type, 'schema'), body),
      ...unknownIn(schema, body).map((name) => `${name} is sent and not documented`),
    ]
  }

  /** Fields that are sent without a word in the document. */
  function unknownIn(schema: JsonSchema, value: unknown, where = ''): string[] {
    if (schema.$ref)
      return unknownIn(document.components.schemas[schema.$ref.split('/').at(-1)!]!, value, where)
    if (Array.isArray(value))
      return value.flatMap((item) => unknownIn(schema.items ?? {}, item, `${where}[]`))
    const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]
    if (parts.length) {
      const each = parts.map((part) => unknownIn(part, value, where))
      return each.reduce((least, list) => (list.length < least.length ? list : least))
    }
    if (!Object.keys(schema.properties ?? {}).length || typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) =>
      schema.properties![key]
        ? unknownIn(schema.properties![key], inner, `${where}.${key}`)
        : [`${where}.${key}`],
    )
  }
}

/** Fails with every problem of an answer. */
export async function expectDocumented(
  contract: ReturnType<typeof contractOf>,
  placed: Placed,
  response: Response,
): Promise<number> {
  const problems = await contract.problems(placed, response)
  expect(problems, `${placed.method} ${placed.path} ${response.status}`).toEqual([])
  return response.status
}

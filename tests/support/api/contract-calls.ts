import type { Parameter } from '#app/openapi/types.ts'
import type { Placed } from '#tests/support/api/contract.ts'

/** What a call shows to be let in. */
export type Shown = { key?: string; cookie?: string }
export type Call = { path: string; init: RequestInit }
type Options = { query?: Record<string, string>; body?: unknown; without?: string; every?: boolean }

/**
 * The call that an operation's own examples make. `every` has the parameters too that may be left out; `without` leaves out
 * a header.
 */
export function callOf({ method, path, entry }: Placed, shown: Shown, options: Options = {}): Call {
  const { parameters = [], requestBody } = entry
  const given = (place: Parameter['in']) =>
    parameters
      .filter((one) => one.in === place && (one.required || options.every))
      .map(({ name, example }) => [name, String(example)] as [string, string])
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given('path').find(([key]) => key === name)?.[1] ?? ''),
  )
  const query = new URLSearchParams({ ...Object.fromEntries(given('query')), ...options.query })
  const json = requestBody?.content['application/json']
  const body = 'body' in options ? options.body : json?.example
  const headers = {
    ...Object.fromEntries(given('header').filter(([name]) => name !== options.without)),
    ...(shown.key ? { Authorization: `Bearer ${shown.key}` } : {}),
    ...(shown.cookie ? { Cookie: shown.cookie } : {}),
    ...(json ? { 'Content-Type': 'application/json' } : {}),
  }
  return {
    path: query.size ? `${filled}?${query}` : filled,
    init: { method, headers, ...(requestBody ? { body: json ? JSON.stringify(body) : formOf(body) } : {}) },
  }
}

/** The same call as a browser tool makes it. */
export function toolCallOf(placed: Placed, shown: Shown): Call {
  const { path, init } = callOf(placed, shown)
  return { path, init: { ...init, headers: { ...init.headers, 'Agent-Tool': 'a_tool' } as HeadersInit } }
}

/** A form with the smallest image, unless a body says otherwise: then it has no file. */
function formOf(body: unknown): FormData {
  const form = new FormData()
  if (body === undefined) form.set('file', new Blob([onePixelPng]), 'dot.png')
  else form.set('unknown', JSON.stringify(body))
  return form
}

/** A PNG of one pixel. */
const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The same call with one thing wrong, which its schema must refuse; null where nothing can be wrong. */
export function invalidCallOf(placed: Placed, shown: Shown): Call | null {
  if (placed.entry.requestBody) return callOf(placed, shown, { body: ['no object'] })
  for (const { in: place, name, schema, required } of placed.entry.parameters ?? []) {
    if (place === 'query') {
      const narrow = schema.enum ?? schema.pattern ?? schema.format ?? schema.anyOf
      if (narrow || schema.type !== 'string') return callOf(placed, shown, { query: { [name]: '-' } })
      if (required) return callOf(placed, shown, { query: { [name]: '' } })
      return callOf(placed, shown, { query: { [name]: 'x'.repeat((schema.maxLength ?? 5_000) + 1) } })
    }
    if (place === 'path' && (schema.enum || schema.pattern || schema.maxLength)) {
      const example = schema.maxLength && !schema.enum ? 'x'.repeat(schema.maxLength + 1) : '-'
      const parameters = placed.entry.parameters!.map((one) =>
        one.name === name ? { ...one, example } : one,
      )
      return callOf({ ...placed, entry: { ...placed.entry, parameters } }, shown)
    }
  }
  return null
}

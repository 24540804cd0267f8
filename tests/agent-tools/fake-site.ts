import { vi } from 'vitest'
import { z } from 'zod'
import { operations } from '#app/openapi/operations.ts'
import type { Operation } from '#app/operations/operation.ts'

/** The operation that a request reaches, or undefined for a page. */
export const operationAt = (method: string, address: string): Operation | undefined => {
  const { pathname } = new URL(address, 'https://example.com')
  return operations.find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
}

const NASTY = '"\\\n\u202e'

type Json = Record<string, unknown> & { type?: string; enum?: unknown[]; const?: unknown; $ref?: string }

/** As much as an answer of this form could hold: long texts of what JSON writes with most characters, and long lists. */
function hugeOf(part: Json, known: Record<string, Json>, name = '', depth = 0): unknown {
  if (part.$ref) return hugeOf(known[part.$ref.replace('#/$defs/', '')]!, known, name, depth)
  if ('const' in part) return part.const
  if (part.enum) return part.enum.at(-1)
  const options = (part.anyOf ?? part.oneOf) as Json[] | undefined
  if (options) return hugeOf(options.find(({ type }) => type !== 'null') ?? options[0]!, known, name, depth)
  const properties = Object.entries((part.properties ?? {}) as Record<string, Json>)
  switch ([part.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(properties.map(([key, one]) => [key, hugeOf(one, known, key, depth)]))
    case 'array':
      return Array.from({ length: depth ? 2 : 100 }, () => hugeOf(part.items as Json, known, '', depth + 1))
    case 'boolean':
      return true
    case 'string':
      if (/^(url|markdown_url)$/.test(name)) return `https://example.com/docs/${'a'.repeat(150)}`
      if (/^(path|slug)$/.test(name)) return `/${'a'.repeat(200)}`
      return /(^|_)(id|at|date|by|from|to|before|email)$/.test(name)
        ? '2026-11-21T09:30:00.000Z'
        : NASTY.repeat(depth ? 50 : 400)
    default:
      return 9_007_199_254_740_991
  }
}

const sitemap = Array.from(
  { length: 2_000 },
  (_, n) => `- [${NASTY.replace('\n', '').repeat(40)}](https://example.com/docs/${n}): Words. (2026-11-21)`,
)
const stream = [
  { event: 'message.start', data: { message_id: 'm1', conversation_id: 'c1' } },
  ...Array.from({ length: 50 }, () => ({ event: 'delta', data: { text: NASTY.repeat(100) } })),
  ...Array.from({ length: 20 }, (_, n) => ({
    event: 'citation',
    data: { n, title: NASTY.repeat(50), url: `https://example.com/docs/${'a'.repeat(150)}` },
  })),
  { event: 'message.end', data: { status: 'complete', usage: null } },
]
  .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('')

/** What the site answers with the most it could have. What has to be confirmed is, with the token `good`. */
function answer(address: string, { method = 'GET', headers }: RequestInit): Response {
  const operation = operationAt(method, address)
  if (!operation) {
    const text = address === '/sitemap.md' ? sitemap.join('\n') : NASTY.repeat(50_000)
    return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } })
  }
  if (operation.id === 'readChallenge') return Response.json({ provider: 'none', challenge: null, mark: 'm' })
  if (operation.confirmed && new Headers(headers).get('Confirmation') !== 'good') {
    const confirmation = { token: 'good', expires_at: '2026-11-21T09:40:00.000Z' }
    return Response.json(
      { error: 'Confirm it.', code: 'confirmation_required', confirmation },
      { status: 428 },
    )
  }
  const [status, form] = Object.entries(operation.answers)[0]!
  if (!form) return new Response(null, { status: Number(status) })
  if ('streamed' in form) return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } })
  const schema = z.toJSONSchema(form, { io: 'output', unrepresentable: 'any' }) as Json
  const known = (schema.$defs ?? {}) as Record<string, Json>
  return Response.json(hugeOf(schema, known), { status: Number(status), headers: { ETag: '"v7"' } })
}

type Answering = (address: string, init: RequestInit) => Response | Promise<Response>

/** Takes the place of the network; answers as the site would, unless told otherwise. */
export function fakeSite(answering: Answering = answer) {
  const fetch = vi.fn(async (address: string, init: RequestInit = {}) => answering(address, init))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('location', new URL('https://example.com/'))
  return fetch
}

/** A refusal in the one shape. */
export const refusing =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ error: 'No.', code, request_id: 'r' }, { status, headers })

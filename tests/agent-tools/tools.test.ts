import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HostTool } from '#agent-tools/host.ts'
import { tools } from '#agent-tools/index.ts'
import { OUTPUT_BUDGET } from '#agent-tools/text.ts'
import { operations } from '#app/operations/index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] }

/** What every known host takes: plain types, no references, no composition. */
const portable = [
  'type',
  'properties',
  'required',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'items',
  'default',
  'description',
  'additionalProperties',
]

/** An input that the tool takes. */
const good: Record<string, Record<string, unknown>> = {
  search_site: { query: 'markdown' },
  read_page: { path: '/docs/markdown' },
}

/** Answers that hold as much as a server could send, by the content type a tool asks for. */
const huge = {
  search_site: () =>
    Response.json({
      query: 'x',
      total: 9_999,
      results: Array.from({ length: 100 }, (_, n) => ({
        type: 'doc',
        title: `"${n}\\\u202e`.repeat(500),
        url: `https://example.com/docs/${'a'.repeat(150)}${n}`,
        excerpt: '"\\\n'.repeat(5_000),
      })),
    }),
  read_page: () =>
    new Response('"\\\n\t'.repeat(50_000), { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } }),
} as Record<string, () => Response>

const answering = (answer: () => Response | Promise<Response>) => {
  const fetch = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>(async () => answer())
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const refusing =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ error: 'No.', code, request_id: 'r' }, { status, headers })

test('the tools are those that are tested here, and their names differ', () => {
  const names = tools.map(({ name }) => name)
  expect(names.sort()).toEqual(Object.keys(good).sort())
  expect(new Set(names).size).toBe(names.length)
})

describe.each(tools.map((tool) => [tool.name, tool] as [string, HostTool]))('%s', (name, tool) => {
  const run = (input: unknown = good[name], options?: { signal?: AbortSignal }) =>
    tool.execute(input, options)
  const schema = tool.inputSchema as Schema

  test('its name and its texts are within what hosts take', () => {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,29}$/)
    expect(tool.title.length).toBeGreaterThan(0)
    expect(tool.description.length).toBeGreaterThan(20)
    expect(tool.description.length).toBeLessThanOrEqual(500)
    for (const [parameter, { description }] of Object.entries(schema.properties!)) {
      expect(description, parameter).toEqual(expect.any(String))
      expect((description as string).length, parameter).toBeGreaterThan(5)
      expect((description as string).length, parameter).toBeLessThanOrEqual(150)
    }
  })

  test('its schema holds to the portable subset', () => {
    const check = (part: Schema, place: string) => {
      expect(
        Object.keys(part).filter((keyword) => !portable.includes(keyword)),
        place,
      ).toEqual([])
      expect(['object', 'string', 'integer', 'number', 'boolean', 'array'], place).toContain(part.type)
      for (const [key, inner] of Object.entries(part.properties ?? {})) check(inner, `${place}.${key}`)
      if (part.items) check(part.items as Schema, `${place}[]`)
      if (part.pattern) expect(() => new RegExp(part.pattern as string, 'u')).not.toThrow()
    }
    check(schema, name)
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    for (const required of schema.required ?? []) expect(schema.properties).toHaveProperty(required)
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })

  test('it says truly that it reads only, that others wrote what it returns, and that nothing follows from it', async () => {
    expect(tool.annotations).toEqual({
      readOnlyHint: true,
      untrustedContentHint: true,
      consequentialHint: false,
    })
    const fetch = answering(huge[name]!)
    await run()
    expect(fetch).toHaveBeenCalled()
    for (const [address, init] of fetch.mock.calls) {
      expect(init?.method ?? 'GET').toBe('GET')
      expect(init?.body ?? null).toBeNull()
      expect(new URL(address, 'https://example.com').origin).toBe('https://example.com')
      const { pathname } = new URL(address, 'https://example.com')
      if (pathname.startsWith('/api/')) expect(operations.map(({ path }) => path)).toContain(pathname)
    }
  })

  test('its answer is within the budget, however much the site sends', async () => {
    answering(huge[name]!)
    const answer = await run()
    expect(answer).toMatchObject({ ok: true })
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(OUTPUT_BUDGET)
    expect(OUTPUT_BUDGET).toBe(1_500)
    answering(() => Response.json({ error: 'x'.repeat(10_000), code: 'internal' }, { status: 500 }))
    expect(JSON.stringify(await run()).length).toBeLessThanOrEqual(OUTPUT_BUDGET)
  })

  test('wrong input is told as data, with the field, and nothing is fetched', async () => {
    const fetch = answering(huge[name]!)
    const [first] = Object.keys(good[name]!)
    const wrong = [
      undefined,
      null,
      {},
      'text',
      7,
      [],
      { [first!]: 7 },
      { [first!]: '' },
      { ...good[name], extra: 1 },
    ]
    for (const input of wrong) {
      const answer = await run(input === undefined ? null : input)
      expect(answer, JSON.stringify(input)).toMatchObject({
        ok: false,
        error: {
          code: 'invalid_request',
          message: expect.any(String),
          hint: expect.any(String),
          retryable: false,
        },
      })
    }
    expect(await run({ ...good[name], [first!]: 7 })).toMatchObject({ error: { path: first } })
    expect(fetch).not.toHaveBeenCalled()
  })

  test('what the site refuses is told as data; what may work later says so', async () => {
    answering(refusing(404, 'not_found'))
    expect(await run()).toMatchObject({ ok: false, error: { code: 'not_found', retryable: false } })
    answering(refusing(429, 'rate_limited', { 'Retry-After': '17' }))
    const tooMany = { code: 'rate_limited', hint: 'Try again in 17 seconds.', retryable: true }
    expect(await run()).toMatchObject({ ok: false, error: tooMany })
    answering(refusing(503, 'unavailable'))
    expect(await run()).toMatchObject({ ok: false, error: { code: 'unavailable', retryable: true } })
    answering(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await run()).toMatchObject({ ok: false, error: { code: 'http_502', retryable: true } })
  })

  test('a site that does not answer is told as data', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await run()).toMatchObject({
      ok: false,
      error: { code: 'unreachable', hint: 'TypeError: Failed to fetch', retryable: true },
    })
  })

  test('a call that is cancelled stops its request and is told as data', async () => {
    const controller = new AbortController()
    const fetch = vi.fn((_: string, init: RequestInit) => {
      return new Promise<Response>((_, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error))
      })
    })
    vi.stubGlobal('fetch', fetch)
    const answer = run(good[name], { signal: controller.signal })
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    controller.abort()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled', retryable: true } })
  })
})

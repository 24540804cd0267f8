import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toolCalls } from '#agent-tools/tool/activity.ts'
import { allTools } from '#agent-tools/page-tools.ts'
import { OUTPUT_BUDGET } from '#agent-tools/tool/text.ts'
import { forgetWrites } from '#agent-tools/tool/tool.ts'
import { fakeSite, operationAt, refusing } from '#tests/agent-tools/fake-site.ts'
import { good } from '#tests/agent-tools/inputs.ts'

const tools = (await allTools()).map(({ tool }) => tool)

/** Something to be taken back, for the tool that does that. */
const somethingDone = () => {
  const undo = [(call: (route: object) => Promise<unknown>) => call(profile)]
  toolCalls.splice(0, toolCalls.length, {
    ...{ id: 'a1', title: 'Change the profile', summary: 'Changed it', at: new Date(), state: 'done' },
    undo: undo as never,
  })
}
beforeEach(somethingDone)
const profile = { id: 'updateProfile', method: 'PATCH', path: '/api/profile', safe: false, confirmed: false }

afterEach(() => {
  vi.unstubAllGlobals()
  forgetWrites()
})

test('the tools are those that are tested here, and their names differ', () => {
  const names = tools.map(({ name }) => name)
  expect(names.sort()).toEqual(Object.keys(good).sort())
  expect(new Set(names).size).toBe(names.length)
})

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const { readOnlyHint, consequentialHint } = tool.annotations
  const run = (input: unknown = good[name], options?: { signal?: AbortSignal }) =>
    tool.execute(input, options)
  /** With the token, where one is asked for. */
  const runWhole = (input = good[name]!) =>
    run(consequentialHint ? { ...input, confirm_token: 'good' } : input)

  test('its hints are true: what it calls is what it says', async () => {
    const fetch = fakeSite()
    expect(await runWhole()).toMatchObject({ ok: true })
    const calls = fetch.mock.calls.map(([address, init]) => ({ address, init: init ?? {} }))
    expect(calls.length).toBeGreaterThan(0)
    const called = calls.map(({ address, init }) => {
      expect(address).toMatch(/^\/(?!\/)/)
      const operation = operationAt(init.method ?? 'GET', address)
      if (address.startsWith('/api/')) expect(operation, address).toBeDefined()
      return operation
    })
    const writes = called.filter((one) => one && one.method !== 'GET' && !one.safe)
    expect(writes.length === 0, 'reads only').toBe(readOnlyHint)
    if (name !== 'undo_action') expect(called.some((one) => one?.confirmed === true)).toBe(consequentialHint)
  })

  test('what it calls with the session carries its name, and each write a key', async () => {
    const fetch = fakeSite()
    await runWhole()
    for (const [address, init = {}] of fetch.mock.calls) {
      const operation = operationAt(init.method ?? 'GET', address)
      if (!operation) continue
      const headers = new Headers(init.headers)
      expect(headers.get('Agent-Tool')).toBe(name)
      if (operation.method !== 'GET' && !operation.safe)
        expect(headers.get('Idempotency-Key')).toMatch(/^[\w-]{36,50}$/)
    }
  })

  test('its answer is within the budget, however much the site sends', async () => {
    fakeSite()
    expect(OUTPUT_BUDGET).toBe(1_500)
    for (const ask of [run, runWhole]) {
      somethingDone()
      const answer = await ask()
      expect(answer).toMatchObject({ ok: true })
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(OUTPUT_BUDGET)
      expect(JSON.stringify(answer)).not.toMatch(/\\u202e|\u202e/)
    }
    fakeSite(() => Response.json({ error: 'x'.repeat(10_000), code: 'internal' }, { status: 500 }))
    forgetWrites()
    expect(JSON.stringify(await run()).length).toBeLessThanOrEqual(OUTPUT_BUDGET)
  })

  test('wrong input is told as data, and nothing is fetched', async () => {
    const fetch = fakeSite()
    const required = (tool.inputSchema as { required: string[] }).required
    const wrong = [
      ...['text', 7, [], { ...good[name], extra: 1 }],
      ...required.map((field) => ({ ...good[name], [field]: undefined })),
      ...Object.keys(good[name]!).map((field) => ({ ...good[name], [field]: null })),
    ]
    for (const input of wrong) {
      expect(await run(input), JSON.stringify(input)).toMatchObject({
        ok: false,
        error: { code: 'invalid_request', hint: expect.any(String), retryable: false },
      })
    }
    for (const field of required)
      expect(await run({ ...good[name], [field]: {} })).toMatchObject({ error: { path: field } })
    expect(fetch).not.toHaveBeenCalled()
  })

  test('what the site refuses is told as data; what may work later says so', async () => {
    fakeSite(refusing(404, 'not_found'))
    expect(await run()).toMatchObject({ ok: false, error: { code: 'not_found', retryable: false } })
    fakeSite(refusing(403, 'proof_required'))
    const proof = { code: 'proof_required', hint: expect.stringContaining('/proof'), retryable: false }
    expect(await run()).toMatchObject({ ok: false, error: proof })
    fakeSite(refusing(429, 'rate_limited', { 'Retry-After': '17' }))
    const tooMany = { code: 'rate_limited', hint: 'Try again in 17 s.', retryable: true }
    expect(await run()).toMatchObject({ ok: false, error: tooMany })
    fakeSite(refusing(503, 'unavailable'))
    expect(await run()).toMatchObject({ ok: false, error: { code: 'unavailable', retryable: true } })
    fakeSite(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await run()).toMatchObject({ ok: false, error: { code: 'http_502', retryable: true } })
  })

  test('a site that does not answer is told as data', async () => {
    fakeSite(() => Promise.reject(new TypeError('Failed to fetch')))
    const again = readOnlyHint ? 'TypeError: Failed to fetch' : expect.stringContaining('not run twice')
    const error = { code: 'unreachable', hint: again, retryable: true }
    expect(await run()).toMatchObject({ ok: false, error })
  })

  test('a call that is cancelled stops its request and is told as data', async () => {
    const controller = new AbortController()
    const fetch = fakeSite((_, { signal }) => {
      return new Promise((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error))
      })
    })
    const answer = run(good[name], { signal: controller.signal })
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    controller.abort()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled', retryable: true } })
  })

  test('a call that was cancelled before it began fetches nothing', async () => {
    const fetch = fakeSite()
    expect(await run(good[name], { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'cancelled' },
    })
    expect(fetch).not.toHaveBeenCalled()
  })
})

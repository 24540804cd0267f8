import { Server } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Scope } from '#app/access.ts'
import { action } from '#app/routes/api/v1.mcp.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aKey, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { callIn, eras, fetchOf, messageIn } from '#tests/support/http/mcp.ts'
import { caller } from '#tests/support/http/route-client.ts'

describe.each(engineNames)('on %s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine, { SITE_URL: 'https://site.test', RATE_LIMITS: 'off' })
  })
  afterAll(() => it.close())

  describe.each(eras)('with the revision %s', (era) => {
    /** Calls a tool with a new key, or with the given key. */
    async function call(params: object, { scopes = ['stats:read'] as Scope[], key = '' } = {}) {
      const used = key || (await aKey(it, { scopes: scopes as never })).key
      const init = callIn(era, params, { Authorization: `Bearer ${used}` })
      return messageIn(await fetchOf(it, action)('https://site.test/api/v1/mcp', init))
    }

    test('a creation is repeated over REST with the headers of REST', async () => {
      const { key } = await aKey(it, { scopes: ['commands:write'] })
      const input = {
        ...{ name: 'twice', description: 'Says hello' },
        response: { type: 'message', content: 'Hello.' },
      }
      const idempotency_key = `shared-${era}-1`
      const params = { name: 'create_command', arguments: { ...input, idempotency_key } }
      const { result } = await call(params, { key })
      const made = JSON.parse(result!.content[0]!.text) as { command: { id: string } }
      const post = (changed: object = {}) =>
        caller(it)('POST', '/api/v1/commands', {
          body: { ...input, ...changed },
          headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotency_key },
        })
      const again = await post()
      expect([again.status, await again.json()]).toEqual([201, made])
      expect(Object.fromEntries(again.headers)).toMatchObject({
        ...{ 'idempotency-replayed': 'true', 'content-type': 'application/json', etag: '"v1"' },
        location: `/api/v1/commands/${made.command.id}`,
      })
      expect((await post({ description: 'Other' })).status).toBe(409)
    })

    test.each([{ foo: 1 }, { result: {} }])('a call with the unknown field %j is refused', async (more) => {
      const { key } = await aKey(it, { scopes: ['stats:read'] })
      const init = callIn(era, { name: 'read_stats', arguments: {} }, { Authorization: `Bearer ${key}` })
      const body = JSON.stringify({ ...(JSON.parse(String(init.body)) as object), ...more })
      const response = await fetchOf(it, action)('https://site.test/api/v1/mcp', { ...init, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: expect.any(Number) as number } })
    })

    test('a call with a progress token that is no text is refused', async () => {
      const { key } = await aKey(it, { scopes: ['stats:read'] })
      const init = callIn(era, { name: 'read_stats', arguments: {} }, { Authorization: `Bearer ${key}` })
      const message = JSON.parse(String(init.body)) as { params: { _meta?: object } }
      message.params._meta = { ...message.params._meta, progressToken: {} }
      const body = JSON.stringify(message)
      const response = await fetchOf(it, action)('https://site.test/api/v1/mcp', { ...init, body })
      expect(response.status).toBe(400)
    })

    test.each([
      ['a list', [{ days: 7 }]],
      ['a text', '{"days":7}'],
      ['null', null],
      ['a number', 7],
    ])('arguments that are %s are refused with one sentence', async (_, given) => {
      const { result } = await call({ name: 'read_stats', arguments: given })
      expect(result).toMatchObject({ isError: true })
      expect(JSON.parse(result!.content[0]!.text)).toMatchObject({
        code: 'invalid_request',
        error: 'Send the arguments of the tool as a JSON object.',
      })
    })

    test.each(['__proto__', 'constructor', 'toString', 'read_all', 'Read_stats', ''])(
      'the tool “%s” is unknown',
      async (name) => {
        expect(await call({ name, arguments: {} })).toMatchObject({
          error: { code: -32602, message: `There is no tool “${name}”. List the tools again.` },
        })
      },
    )

    test.each([[7], [null], [undefined], [['read_stats']]])('a tool cannot be named %j', async (name) => {
      expect(await call({ name, arguments: {} })).toMatchObject({
        error: { code: -32602, message: 'Send the name of the tool as text in params.name.' },
      })
    })
  })

  test('a call with plain headers has the response of the library', async () => {
    const { key } = await aKey(it, { scopes: ['stats:read'] })
    const ask = async (params: object, headers: Record<string, string> = {}) => {
      const init = callIn('2026-07-28', params, { Authorization: `Bearer ${key}`, ...headers })
      const response = await fetchOf(it, action)('https://site.test/api/v1/mcp', init)
      const text = (await response.text()).replace(/\\"request_id\\":\\"[^"]+/, '')
      return [response.status, Object.fromEntries(response.headers), text]
    }
    for (const params of [
      { name: 'read_stats', arguments: { days: 7 } },
      { name: 'read_stats', arguments: { days: -1 } },
      { name: 'nothing', arguments: {} },
    ]) {
      // The library decodes this spelling of the name.
      const encoded = `=?base64?${Buffer.from(params.name).toString('base64')}?=`
      expect(await ask(params)).toEqual(await ask(params, { 'Mcp-Name': encoded }))
    }
    const connect = vi.spyOn(Server.prototype, 'connect')
    await ask({ name: 'read_stats', arguments: { days: 7 } })
    expect(connect, 'the server of earlier calls').not.toHaveBeenCalled()
    connect.mockRestore()
  })

  test('a call without the capabilities of the client is refused by the library', async () => {
    const { key } = await aKey(it, { scopes: ['stats:read'] })
    const init = callIn('2026-07-28', { name: 'read_stats' }, { Authorization: `Bearer ${key}` })
    const body = String(init.body).replace(/,"io\.modelcontextprotocol\/clientCapabilities":\{\}/, '')
    const response = await fetchOf(it, action)('https://site.test/api/v1/mcp', { ...init, body })
    expect([response.status, await messageIn(response)]).toMatchObject([400, { error: { code: -32602 } }])
  })

  test('concurrent calls with the same id get their own responses', async () => {
    const { key } = await aKey(it, { scopes: ['stats:read'] })
    const ask = async (days: number) => {
      const init = callIn(
        '2026-07-28',
        { name: 'read_stats', arguments: { days } },
        { Authorization: `Bearer ${key}` },
      )
      return messageIn(await fetchOf(it, action)('https://site.test/api/v1/mcp', init))
    }
    const days = [1, 7, 30, 365, 7, 1]
    for (const [index, one] of (await Promise.all(days.map(ask))).entries())
      expect(one).toMatchObject({ id: 1, result: { structuredContent: { days: days[index] } } })
  })
})

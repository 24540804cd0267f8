import { describe, expect, test } from 'vitest'
import { statsReport } from '#app/features/stats/schema.ts'
import { oneServer, client, signed, snowflake, type ErrorBody } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'

const path = '/api/discord/interactions'

function use(guild: string, name: string, id = snowflake()) {
  const user = { id: snowflake(), username: 'ada', global_name: 'Ada' }
  return {
    id,
    application_id: '1',
    type: 2,
    guild_id: guild,
    channel_id: '5',
    member: { user },
    data: { id: '7', type: 1, name, options: [] },
    token: 't',
    version: 1,
  }
}

describe.each(oneServer())('interactions on $name', (server) => {
  const post = client(server)
  const commandsToday = async (key: string) => {
    const response = await client(server)('/api/v1/stats?days=1', {
      headers: { Authorization: `Bearer ${key}` },
    })
    return statsReport.parse(await response.json()).totals.command_count
  }

  test('a signed PING is answered with PONG', async () => {
    const response = await post(path, signed({ id: '1', type: 1 }))
    expect([response.status, response.headers.get('Content-Type'), await response.json()]).toEqual([
      200,
      'application/json',
      { type: 1 },
    ])
  })

  test('any doubt about the signature is one and the same 401, before anything is parsed', async () => {
    const good = signed({ id: '1', type: 1 })
    const headers = good.headers as Record<string, string>
    const wrong: RequestInit[] = [
      { ...good, body: '{"type":1}' },
      { ...good, headers: { ...headers, 'X-Signature-Ed25519': '0'.repeat(128) } },
      { ...good, headers: { ...headers, 'X-Signature-Ed25519': 'zz' } },
      { ...good, headers: { ...headers, 'X-Signature-Timestamp': '1' } },
      { ...good, headers: {} },
      signed({ id: '1', type: 1 }, { at: Date.now() - 330_000 }),
      signed({ id: '1', type: 1 }, { at: Date.now() + 330_000 }),
      { ...good, body: '{' },
    ]
    const seen = new Set<string>()
    for (const init of wrong) {
      const response = await post(path, init)
      seen.add(
        JSON.stringify([response.status, { ...((await response.json()) as ErrorBody), request_id: '' }]),
      )
    }
    expect([...seen]).toEqual([
      expect.stringContaining(
        '[401,{"error":"The request signature is not valid.","code":"invalid_signature"',
      ),
    ])
  })

  test('a signed body that is no interaction is 400; one that is too large is 413', async () => {
    expect((await post(path, signed(null, { raw: 'nonsense' }))).status).toBe(400)
    expect((await post(path, signed({ hello: 1 }))).status).toBe(400)
    expect((await post(path, signed(null, { raw: ' '.repeat(256 * 1024 + 1) }))).status).toBe(413)
  })

  test('a command’s response mentions nobody, and a repeat gets it again but counts once', async () => {
    const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
    const { key } = await cliJson<{ key: string }>(server.env, [
      'keys',
      'create',
      '--guild',
      guild_id,
      '--name',
      'x',
      '--scopes',
      'stats:read',
    ])
    const before = await commandsToday(key)
    const asked = use(guild_id, 'ping')
    const answers = await Promise.all([
      post(path, signed(asked)),
      post(path, signed(asked)),
      post(path, signed(asked)),
    ])
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
      type: number
      data: { content: string; allowed_mentions: unknown }
    }[]
    expect(bodies[0]).toMatchObject({
      type: 4,
      data: { content: expect.any(String), allowed_mentions: { parse: [] } },
    })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
    expect(await commandsToday(key)).toBe(before + 1)
  })

  test('an unknown command is answered to the asker alone', async () => {
    const response = await post(path, signed(use(snowflake(), 'nothing')))
    expect(await response.json()).toEqual({
      type: 4,
      data: { content: expect.any(String), flags: 64, allowed_mentions: { parse: [] } },
    })
  })

  test('every type of interaction has an answer of a type that Discord takes', async () => {
    const types: [number, number][] = [
      [3, 4],
      [4, 8],
      [5, 4],
    ]
    for (const [asked, answered] of types) {
      const response = await post(path, signed({ ...use(snowflake(), 'x'), type: asked }))
      expect([response.status, ((await response.json()) as { type: number }).type]).toEqual([200, answered])
    }
  })

  test('a body of unknown length gets the same response with the same headers', async () => {
    const init = signed({ id: '1', type: 1 })
    const bytes = new TextEncoder().encode(init.body as string)
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(bytes.slice(0, 4))
        stream.enqueue(bytes.slice(4))
        stream.close()
      },
    })
    const streamed = { ...init, body, duplex: 'half' } as RequestInit
    const [told, untold] = [await post(path, init), await post(path, streamed)]
    const own = ['x-request-id', 'date', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']
    const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !own.includes(name)).sort()
    expect([told.status, untold.status]).toEqual([200, 200])
    expect(headersOf(untold)).toEqual(headersOf(told))
    expect(told.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
    expect(told.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(await untold.text()).toBe(await told.text())
    const forged = { ...streamed, ...signed({ id: '2', type: 1 }), body: '{"id":"3","type":1}' }
    expect((await post(path, forged)).status).toBe(401)
  })

  test('any other method is refused with 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await post(path, { method })
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    }
  })

  test('there is no rate limit on it', async () => {
    const responses = await Promise.all(
      Array.from({ length: 150 }, () => post(path, signed({ id: '1', type: 1 }))),
    )
    expect(responses.every((response) => response.status === 200)).toBe(true)
    expect(responses[0]!.headers.get('X-RateLimit-Limit')).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { cliJson } from '#tests/support/http/server.ts'
import { client, oneServer, signed, snowflake } from '#tests/support/http/client.ts'
import { aRunnerToken as aRunner, connect, ready } from '#tests/support/discord/runner-socket.ts'

const APPLICATION = '900000000000000001'
const payload = (guild: string | null, over: object = {}) => ({
  application_id: APPLICATION,
  type: 2,
  ...(guild ? { guild_id: guild } : {}),
  channel_id: '5',
  member: { user: { id: snowflake(), username: 'ada', global_name: 'Ada' } },
  data: { id: '7', type: 1, name: 'ping', options: [] },
  ...over,
})
const frame = (guild: string | null, over: object = {}) => ({
  id: snowflake(),
  token: 'planted-token',
  deadline_ms: 1_500,
  payload: payload(guild, over),
})

describe.each(oneServer())('interactions of runners on $name', (server) => {
  const demo = () => cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  async function start(more: string[] = []) {
    const { token } = await aRunner(server, more)
    return ready(server, token)
  }

  test('two runners and the signed endpoint get the same response', async () => {
    const { guild_id } = await demo()
    const [one, other] = [await start(), await start(['--guild', guild_id])]
    const d = frame(guild_id)
    for (const runner of [one, other]) runner.send('interaction', d)
    const [first, second] = [await one.next(), await other.next()]
    expect(first).toMatchObject({
      op: 'interaction_reply',
      d: { id: d.id, callback: { type: 4, data: { content: expect.any(String) } } },
    })
    expect(second).toEqual(first)
    const { id, token, payload } = d
    const response = await client(server)('/api/discord/interactions', signed({ ...payload, id, token }))
    expect(await response.json()).toEqual(first.d.callback)
  })

  test('malformed, huge and foreign interactions get an error, and the socket stays open', async () => {
    const { guild_id } = await demo()
    const runner = await start(['--guild', guild_id])
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`
    const bad: [object, string, boolean][] = [
      [{ ...frame(guild_id), id: 5 }, 'invalid_request', false],
      [frame(guild_id, { type: 'command' }), 'invalid_request', true],
      [frame(guild_id, { data: { name: 'a\0b' } }), 'invalid_request', false],
      [frame(guild_id, { data: { name: 'x'.repeat(300_000) } }), 'invalid_request', false],
      [frame(guild_id, { deep: JSON.parse(deep) as unknown }), 'invalid_request', false],
      [frame(snowflake()), 'forbidden', true],
      [frame(guild_id, { application_id: '900000000000000009' }), 'forbidden', true],
    ]
    for (const [d, code, hasRef] of bad) {
      runner.send('interaction', d)
      const { op, d: error } = await runner.next()
      expect({ op, ...error }).toMatchObject({
        op: 'error',
        code,
        ref: hasRef ? (d as { id: string }).id : null,
      })
      expect(JSON.stringify(error)).not.toContain('planted-token')
    }
    runner.send('interaction', frame(null))
    const { d } = await runner.next()
    expect(d.callback).toMatchObject({ type: 4, data: { flags: 64 } })
  })

  test('interactions do not count as messages, and excess interactions get an error', async () => {
    const runner = await start()
    const sent = Array.from({ length: 260 }, () => frame(null, { type: 4 }))
    for (const d of sent) runner.send('interaction', d)
    const ops = new Map<string, number>()
    for (const _ of sent) {
      const { op, d } = await runner.next()
      const key = op === 'error' ? String(d.code) : op
      ops.set(key, (ops.get(key) ?? 0) + 1)
    }
    expect([...ops.keys()].sort()).toEqual(['interaction_reply', 'rate_limited'])
    expect(ops.get('interaction_reply')).toBeGreaterThanOrEqual(200)
    runner.send('heartbeat', { seq: 1, leases: [] })
    expect((await runner.next()).op).toBe('heartbeat_ack')
  })

  test('a runner that ignores the limit is closed with 4008', async () => {
    const runner = await start()
    const closed = runner.closed()
    for (let sent = 0; sent < 2_000; sent += 1) runner.send('interaction', frame(null, { type: 4 }))
    expect(await closed).toBe(4008)
  })

  test('an interaction before identify, and one whose op is not first, close the socket', async () => {
    const { token } = await aRunner(server)
    const early = connect(server, token)
    await early.next()
    early.send('interaction', frame(null))
    expect(await early.closed()).toBe(4003)
    const late = await ready(server, token)
    late.socket.send(JSON.stringify({ d: frame(null), op: 'interaction' }))
    expect(await late.closed()).toBe(4001)
  })
})

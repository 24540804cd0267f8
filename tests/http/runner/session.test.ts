import { describe, expect, test } from 'vitest'
import { statsReport } from '#app/features/stats/schema.ts'
import { oneServer, client, guildWithKey, snowflake } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'
import { aRunnerToken as aRunner, connect, ready } from '#tests/support/discord/runner-socket.ts'

const message = (guild: string, id = snowflake()) => ({
  id,
  type: 'MESSAGE_CREATE',
  occurred_at: new Date().toISOString(),
  guild_id: guild,
  actor: { id: '1', name: 'Ada', is_bot: false },
  target: null,
  channel: { id: '2', name: 'general' },
  data: {},
})

describe.each(oneServer())('the runner socket on $name', (server) => {
  test('hello, identify, ready, heartbeat, and a clean leave', async () => {
    const { token } = await aRunner(server)
    const runner = await ready(server, token)
    expect(runner.hello).toMatchObject({
      op: 'hello',
      d: { v: 1, heartbeat_ms: 15000, lease_ms: 60000, max_payload: 1048576 },
    })
    expect(runner.ready).toMatchObject({
      op: 'ready',
      d: { session_id: expect.any(String), runner_id: expect.any(String), keep: [], drop: [] },
    })
    runner.send('heartbeat', { seq: 7, leases: [] })
    expect(await runner.next()).toEqual({
      op: 'heartbeat_ack',
      d: { seq: 7, extended: [], lost: [], cancel: [] },
    })
    runner.send('bye', {})
    expect(await runner.closed()).toBe(1000)
  })

  test('a batch of events reaches the statistics, and a repeated event counts once', async () => {
    const { guild, key } = await guildWithKey(server)
    const { token } = await aRunner(server, ['--guild', guild])
    const runner = await ready(server, token)
    const events = [message(guild), message(guild), message(guild)]
    for (const [batch_id, outcome] of [
      ['a', 'recorded'],
      ['b', 'duplicate'],
    ]) {
      runner.send('events', { batch_id, events })
      expect(await runner.next()).toEqual({ op: 'ack', d: { batch_id, outcome } })
    }
    runner.send('snapshot', {
      guild_id: guild,
      member_count: 10,
      human_count: 8,
      bot_count: 2,
      online_count: null,
      channel_count: 3,
      role_count: 4,
      emoji_count: 0,
      boost_count: 0,
      boost_level: 0,
    })
    runner.send('heartbeat', { seq: 1, leases: [] })
    await runner.next()
    const response = await client(server)('/api/v1/stats?days=1', {
      headers: { Authorization: `Bearer ${key}` },
    })
    const report = statsReport.parse(await response.json())
    expect(report.totals).toMatchObject({ message_count: 3, total_events: 3 })
    expect(report.daily_stats[0]).toMatchObject({ message_unique_users: 1, member_count: 10 })
    expect(report.current).toMatchObject({ member_count: 10, online_count: null })
    expect(report.top_channels).toEqual([{ channel_id: '2', name: 'general', message_count: 3 }])
    runner.socket.close()
  })

  test('a batch for a guild that is unknown, or not the runner’s, is refused whole', async () => {
    const { guild, key } = await guildWithKey(server)
    const { token } = await aRunner(server, ['--guild', guild])
    const runner = await ready(server, token)
    runner.send('events', { batch_id: 'x', events: [message(guild), message(snowflake())] })
    const frames = [await runner.next(), await runner.next()]
    expect(frames.map((frame) => frame.op).sort()).toEqual(['ack', 'error'])
    expect(frames.find((frame) => frame.op === 'ack')!.d).toEqual({ batch_id: 'x', outcome: 'unknown' })
    const response = await client(server)('/api/v1/stats?days=1', {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(statsReport.parse(await response.json()).totals.total_events).toBe(0)
    runner.socket.close()
  })

  test('invalid events are rejected in the ack without affecting the socket or the batch', async () => {
    const { guild } = await guildWithKey(server)
    const { token } = await aRunner(server, ['--guild', guild])
    const runner = await ready(server, token)
    const deep = JSON.stringify(message(guild, 'deep')).replace(
      '"data":{}',
      `"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    )
    const odd = JSON.stringify({ ...message(guild, 'odd'), type: 'EMOJI_RAIN' })
    const good = JSON.stringify(message(guild))
    runner.socket.send(`{"op":"events","d":{"batch_id":"a","events":[${deep},${good},${odd}]}}`)
    expect(await runner.next()).toEqual({
      op: 'ack',
      d: {
        batch_id: 'a',
        outcome: 'recorded',
        rejected: [
          { id: 'deep', reason: 'data: Use at most 60 levels.' },
          { id: 'odd', reason: expect.stringContaining('type: ') },
        ],
      },
    })
    runner.send('events', { batch_id: 'b', events: [JSON.parse(good)] })
    expect(await runner.next()).toEqual({ op: 'ack', d: { batch_id: 'b', outcome: 'duplicate' } })
    runner.socket.close()
  })

  test('a bad token is 401 before the handshake, a foreign origin 403, no upgrade 426', async () => {
    expect(await connect(server, 'sgn_run_nonsense').refused()).toBe(401)
    expect(await connect(server, null).refused()).toBe(401)
    const { token } = await aRunner(server)
    expect(await connect(server, token, { headers: { Origin: 'https://evil.example' } }).refused()).toBe(403)
    expect(
      (await client(server)('/api/runner/ws', { headers: { Authorization: `Bearer ${token}` } })).status,
    ).toBe(426)
  })

  test('the token may come in the list of sub-protocols', async () => {
    const { token } = await aRunner(server)
    const runner = connect(server, null, { protocols: ['runner.v1', `bearer.${token}`] })
    expect((await runner.next()).op).toBe('hello')
    expect(runner.socket.protocol).toBe('runner.v1')
    runner.socket.close()
  })

  test.each([
    ['no JSON', 'nonsense', 4002],
    ['a frame before identify', '{"op":"heartbeat","d":{"seq":1,"leases":[]}}', 4003],
    ['an unknown message', '{"op":"dance","d":{}}', 4001],
    ['a wrong shape', '{"op":"identify","d":{"slots":"many"}}', 4001],
    ['a frame that is too deep', `{"op":"identify","d":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 4001],
    ['a frame that is too big', `"${'x'.repeat(1024 * 1024)}"`, 1009],
  ])('%s closes the socket with its code', async (_, frame, code) => {
    const { token } = await aRunner(server)
    const runner = connect(server, token)
    await runner.next()
    runner.socket.send(frame)
    expect(await runner.closed()).toBe(code)
  })

  test('a newer socket of the same instance replaces the older one', async () => {
    const { token } = await aRunner(server)
    const older = await ready(server, token, 'same')
    const closed = older.closed()
    const newer = await ready(server, token, 'same')
    expect(await closed).toBe(4005)
    newer.socket.close()
  })

  test('a socket with another token is not replaced, even under the same instance', async () => {
    const [{ token }, { token: another }] = [await aRunner(server), await aRunner(server)]
    const [older, newer] = [await ready(server, token, 'same'), await ready(server, another, 'same')]
    for (const runner of [older, newer]) {
      runner.send('heartbeat', { seq: 1, leases: [] })
      const next = await Promise.race([runner.next(), runner.closed()])
      expect(next).toMatchObject({ op: 'heartbeat_ack', d: { seq: 1 } })
      runner.socket.close()
    }
  })

  test('revoking the token closes its sockets within five seconds', async () => {
    const { id, token } = await aRunner(server)
    const runner = await ready(server, token)
    const closed = runner.closed()
    const started = Date.now()
    await cliJson(server.env, ['runners', 'revoke', '--id', id])
    expect(await closed).toBe(4004)
    expect(Date.now() - started).toBeLessThan(5_000 + 2_000)
    expect(await connect(server, token).refused()).toBe(401)
  })
})

import { expect, test } from 'vitest'
import type { RunnerMessage } from '#app/features/runners/schema.ts'
import { makeOutbox } from '#app/runner/outbox.server.ts'
import { aLog } from '#tests/support/discord/runners.ts'
import { anEvent } from '#tests/support/discord/scripted-service.ts'

type Batch = RunnerMessage<'events'>

function anOutbox(mostBytes?: number) {
  const sent: Batch[] = []
  const log = aLog()
  const clock = { time: 0, ready: true }
  const outbox = makeOutbox({
    send: (op, d) => void (op === 'events' && sent.push(d as Batch)),
    isReady: () => clock.ready,
    log: log.log,
    now: () => clock.time,
    ...(mostBytes ? { mostBytes } : {}),
  })
  return { outbox, sent, clock, ...log }
}

const guild = (n: number) => String(100000000000000000n + BigInt(n))
const inGuild = (n: number) => anEvent({ guild_id: guild(n) })
const unknown = (ref: string) => ({ code: 'not_found', message: 'There is no guild.', ref })

test('a guild sends one batch at a time, and the next has all events since then', () => {
  const { outbox, sent } = anOutbox()
  for (let n = 0; n < 700; n += 1) outbox.add([inGuild(1)])
  expect(sent.map(({ events }) => events.length)).toEqual([1])
  outbox.onAcknowledged(sent[0]!.batch_id, 'recorded')
  outbox.onAcknowledged(sent[1]!.batch_id, 'recorded')
  outbox.onAcknowledged(sent[2]!.batch_id, 'duplicate')
  expect(sent.map(({ events }) => events.length)).toEqual([1, 500, 199])
  expect(outbox.size()).toMatchObject({ bytes: 0, batches: 0 })
})

test('a batch stays below what a frame may have', () => {
  const { outbox, sent } = anOutbox()
  const large = Array.from({ length: 200 }, () => anEvent({ data: { content: 'ü'.repeat(8_000) } }))
  outbox.add(large)
  expect(sent[0]!.events.length).toBeGreaterThan(20)
  expect(Buffer.byteLength(JSON.stringify(sent[0]))).toBeLessThan(950_000)
})

test('a few batches are under way at a time, and guilds take turns', () => {
  const { outbox, sent } = anOutbox()
  for (let n = 0; n < 6; n += 1) outbox.add([inGuild(n), inGuild(n)])
  expect(sent.map(({ events }) => events[0]!.guild_id)).toEqual([0, 1, 2, 3].map(guild))
  outbox.onAcknowledged(sent[0]!.batch_id, 'recorded')
  expect(sent.at(-1)!.events[0]!.guild_id).toBe(guild(4))
})

test('events wait for a connection, and unacknowledged ones are sent again', () => {
  const { outbox, sent, clock } = anOutbox()
  clock.ready = false
  outbox.add([inGuild(1)])
  expect(sent).toEqual([])
  clock.ready = true
  outbox.resume()
  outbox.resume()
  expect(sent.map(({ batch_id }) => batch_id)).toEqual([sent[0]!.batch_id, sent[0]!.batch_id])
})

test('a batch that is not answered goes out again after a while', () => {
  const { outbox, sent, clock } = anOutbox()
  outbox.add([inGuild(1)])
  outbox.resendAfter(30)
  clock.time = 31
  outbox.resendAfter(30)
  expect(sent).toHaveLength(2)
})

test('an unknown guild is left alone for a while without delaying the others', () => {
  const { outbox, sent, clock, lines } = anOutbox()
  let settled = 0
  const settle = () => (settled += 1)
  outbox.add([inGuild(1)], settle)
  outbox.add([inGuild(2)], settle)
  outbox.add([inGuild(1)], settle)
  outbox.onRefused(unknown(sent[0]!.batch_id), new Set())
  outbox.onAcknowledged(sent[0]!.batch_id, 'unknown')
  outbox.add([inGuild(1)], settle)
  outbox.onAcknowledged(sent[1]!.batch_id, 'recorded')
  expect(settled).toBe(4)
  expect(sent).toHaveLength(2)
  expect(lines).toMatchObject([{ level: 'warn', facts: { guild: guild(1), why: 'There is no guild.' } }])
  clock.time = 10 * 60_000 + 1
  outbox.add([inGuild(1)])
  expect(sent).toHaveLength(3)
})

test('a guild whose snapshot is refused pauses too, and other refusals are ignored', () => {
  const { outbox } = anOutbox()
  expect(outbox.onRefused(unknown(guild(5)), new Set([guild(5)]))).toBe(true)
  expect(outbox.isPaused(guild(5))).toBe(true)
  expect(outbox.onRefused(unknown('result'), new Set())).toBe(false)
})

test('whoever reported several events hears once that all of them are settled', () => {
  const { outbox, sent } = anOutbox()
  let settled = 0
  outbox.add([], () => (settled += 1))
  outbox.add([inGuild(1), inGuild(2)], () => (settled += 1))
  outbox.onAcknowledged(sent[0]!.batch_id, 'recorded')
  expect(settled).toBe(1)
  outbox.onAcknowledged(sent[1]!.batch_id, 'recorded')
  outbox.onAcknowledged(sent[1]!.batch_id, 'recorded')
  expect(settled).toBe(2)
})

test('an event that breaks the protocol is not sent, for it would end the connection', () => {
  const { outbox, sent, lines } = anOutbox()
  let settled = 0
  outbox.add([anEvent({ guild_id: 'x' })], () => (settled += 1))
  expect([settled, sent.length, lines[0]!.level]).toEqual([1, 0, 'error'])
})

test('when the queue is full, minor events are dropped first, then the oldest', () => {
  const { outbox, clock, sent, lines } = anOutbox(20_000)
  clock.ready = false
  for (let n = 0; n < 60; n += 1) outbox.add([anEvent({ type: 'REACTION_ADD' }), anEvent()])
  const kept = outbox.size()
  expect(kept.bytes).toBeLessThan(20_000)
  expect(kept.dropped).toBeGreaterThan(0)
  expect(lines[0]).toMatchObject({ level: 'error', text: 'events were dropped: the outbox is full' })
  for (let n = 0; n < 200; n += 1) outbox.add([anEvent({ id: `late-${n}` })])
  expect(outbox.size().bytes).toBeLessThan(20_000)
  clock.ready = true
  outbox.resume()
  expect(sent[0]!.events.some(({ type }) => type === 'REACTION_ADD')).toBe(false)
  expect(sent[0]!.events.at(-1)!.id).toBe('late-199')
})

test('it is known when nothing waits any more', async () => {
  const { outbox, sent } = anOutbox()
  await outbox.empty()
  outbox.add([inGuild(1)])
  const empty = outbox.empty()
  outbox.onAcknowledged(sent[0]!.batch_id, 'recorded')
  await empty
})

test('only the first of consecutive rejections is logged, the guild is not paused', () => {
  const { outbox, sent, lines } = anOutbox()
  let settled = 0
  for (const [isRejected, logged] of [
    [true, 1],
    [true, 1],
    [false, 1],
    [true, 2],
  ] as const) {
    outbox.add([inGuild(1)], () => (settled += 1))
    const { batch_id, events } = sent.at(-1)!
    const rejected = isRejected ? [{ id: events[0]!.id, reason: 'type: unknown' }] : []
    outbox.onAcknowledged(batch_id, 'recorded', rejected)
    expect(lines.filter(({ text }) => text.includes('rejected events'))).toHaveLength(logged)
  }
  expect(settled).toBe(4)
  expect(outbox.isPaused(guild(1))).toBe(false)
  expect(outbox.size()).toMatchObject({ bytes: 0, batches: 0 })
})

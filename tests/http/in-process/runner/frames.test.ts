import { expect, test } from 'vitest'
import { NotFound } from '#app/errors.ts'
import { readFrame } from '#app/http/runner/frames.server.ts'
import { errorFrame } from '#app/http/runner/handlers.server.ts'
import { createFrameQueue } from '#app/http/runner/queue.server.ts'
import { anEvent } from '#tests/support/discord/scripted-service.ts'

const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const read = (op: string, d: unknown) => readFrame(JSON.stringify({ op, d }), true)
const batchOf = (...events: unknown[]) => read('events', { batch_id: 'b', events })

test('an invalid event is rejected with its reason, and the rest of the batch is kept', () => {
  const good = anEvent()
  const nameless = { id: '1', name: null, is_bot: false }
  expect(
    batchOf(
      good,
      { ...anEvent({ id: 'new-type' }), type: 'EMOJI_RAIN' },
      { ...anEvent({ id: 'null-name' }), actor: nameless },
      { ...anEvent({ id: 'more' }), colour: 'red' },
      anEvent({ id: 'nul\0' }),
      anEvent({ id: 'half', actor: { id: '\ud800', name: 'Ada', is_bot: false } }),
      { type: 'MEMBER_JOIN' },
      null,
      'text',
    ),
  ).toEqual({
    op: 'events',
    d: { batch_id: 'b', events: [good] },
    rejected: [
      { id: 'new-type', reason: expect.stringContaining('type: ') },
      { id: 'null-name', reason: expect.stringContaining('actor.name: ') },
      { id: 'more', reason: 'colour: This field is unknown. Remove it.' },
      { id: 'nul\0', reason: expect.stringContaining('id: Remove NUL characters') },
      {
        id: 'half',
        reason: expect.stringContaining('actor.id: Remove NUL characters and unpaired surrogates'),
      },
      { id: null, reason: expect.stringContaining('id: ') },
      { id: null, reason: expect.any(String) },
      { id: null, reason: expect.any(String) },
    ],
  })
})

test('a result with a NUL is kept without it, so that the runner keeps its socket', () => {
  const result = { job_id: '1', lease_token: '1', status: 'succeeded', output: { body: 'a\0b' } }
  expect(read('result', { ...result, attempt: 1 })).toMatchObject({
    op: 'result',
    d: { output: { body: 'a\ufffdb' } },
  })
})

test('an actor without is_bot is a person', () => {
  const event = { ...anEvent(), actor: { id: '1', name: 'Ada' } }
  expect(batchOf(event)).toMatchObject({
    d: { events: [{ actor: { id: '1', name: 'Ada', is_bot: false } }] },
  })
})

test.each([61, 3_000, 20_000, 150_000])('an event with %i levels of data is rejected by itself', (levels) => {
  const good = anEvent()
  const deep = JSON.stringify(anEvent({ id: 'deep' })).replace('"data":{}', `"data":${objects(levels)}`)
  const text = `{"op":"events","d":{"batch_id":"b","events":[${JSON.stringify(good)},${deep}]}}`
  expect(readFrame(text, true)).toEqual({
    op: 'events',
    d: { batch_id: 'b', events: [good] },
    rejected: [{ id: 'deep', reason: 'data: Use at most 60 levels.' }],
  })
})

test('a full batch of ordinary events may have more than 10,000 keys', () => {
  const data = { one: 1, two: 2, three: 3, four: 4, category_id: '5', self: false }
  const people = { target: { id: '1', kind: 'user', name: 'Bo' }, channel: { id: '2', name: 'general' } }
  const events = Array.from({ length: 500 }, () => anEvent({ ...people, data }))
  expect(batchOf(...events)).toMatchObject({ d: { events }, rejected: [] })
})

test.each([
  [
    'too deep',
    `{"op":"result","d":{"job_id":"1","attempt":1,"lease_token":"1","status":"succeeded","output":${objects(63)}}}`,
  ],
  ['far too deep', `{"op":"log","d":${objects(150_000)}}`],
  ['too wide', JSON.stringify({ op: 'log', d: { message: 'x', more: Array(10_001).fill(0) } })],
  ['with a NUL', JSON.stringify({ op: 'accept', d: { job_id: '\0', lease_token: '1' } })],
  ['a batch that is no list', JSON.stringify({ op: 'events', d: { batch_id: 'b', events: {} } })],
])('a frame that is %s is a breach', (_, text) => {
  expect(readFrame(text, true)).toMatchObject({ breach: 'badMessage' })
})

test('the queue hands an error that nothing caught to its socket', async () => {
  const errors: unknown[] = []
  const queue = createFrameQueue({
    isIdentified: () => true,
    answer: async () => {
      throw new Error('a bug')
    },
    breach: () => {},
    eased: () => {},
    failed: (error) => void errors.push(error),
  })
  queue.push(JSON.stringify({ op: 'ready_for', d: { slots: 1 } }))
  queue.push(JSON.stringify({ op: 'ready_for', d: { slots: 2 } }))
  await queue.idle()
  expect(errors).toEqual([new Error('a bug')])
})

test('a runner reads why it was refused, and no detail of a fault of the service', () => {
  expect(errorFrame(new NotFound('Guild 1 does not exist.'), 'a')).toEqual({
    op: 'error',
    d: { code: 'not_found', message: 'Guild 1 does not exist.', ref: 'a' },
  })
  const fault = JSON.stringify(errorFrame(new Error('no such table: hunter2'), 'a'))
  expect(fault).toContain('"code":"internal"')
  expect(fault).not.toContain('hunter2')
})

test('a frame about a directory has at most 512 KiB', () => {
  const items = Array.from({ length: 500 }, () => 'x'.repeat(1_100))
  const d = { guild_id: '100000000000000001', rev: 1, kind: 'roles', part: 1, of: 1, items }
  expect(read('directory', d)).toMatchObject({ breach: 'badMessage', ref: 'directory' })
  expect(read('directory', { ...d, items: items.slice(100) })).toMatchObject({ op: 'directory' })
})

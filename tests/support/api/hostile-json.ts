import fc from 'fast-check'
import { mutate } from '#tests/support/api/fuzz.ts'

const nest = (open: string, close: string) => (levels: number) =>
  open.repeat(levels) + '0' + close.repeat(levels)
const depths = fc.constantFrom(60, 61, 62, 64, 65, 66, 500, 3_000, 20_000, 100_000)
const widths = fc.constantFrom(9_999, 10_000, 10_001, 50_000, 150_000)

/** JSON values as text that is hard on a reader: depth, width, numbers, keys and spellings of text. */
export const hardValues: fc.Arbitrary<string> = fc.oneof(
  depths.map(nest('[', ']')),
  depths.map(nest('{"a":', '}')),
  depths.map(nest('[{"a":', '}]')),
  depths.map((levels) => '['.repeat(levels)),
  widths.map((width) => `[${'0,'.repeat(width - 1)}0]`),
  widths.map((width) => `[${'[],'.repeat(width - 1)}[]]`),
  widths.map((width) => `{${Array.from({ length: width / 10 }, (_, at) => `"k${at}":0`).join()}}`),
  fc.constantFrom(
    ...[
      '1e999',
      '-1e999',
      '1e400',
      '9007199254740993',
      '-9223372036854775809',
      '-0',
      '9'.repeat(10_000),
      `0.${'1'.repeat(10_000)}`,
      '1e-999',
      '01',
      '0x1',
      'NaN',
      '1_0',
    ],
    ...['"__proto__"', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
    ...['{"a":1,"a":2}', '{"":{"":{"":0}}}', '{"toString":1,"valueOf":2,"then":3,"length":-1}'],
    ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\u202e"', '"\ufeff"', '"\\x"', '"\\', '"', '\u0000'],
    ...['\ufeff{}', ' '.repeat(100_000), '//x', '{"a":1,}', 'undefined', ''],
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
)

const MARK = '"@hard@"'

/** The text of a value with one of its parts replaced by a hard one, or with a few parts changed. */
export const hardenJson = (value: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: hardValues },
    { weight: 2, arbitrary: mutate(value).map((changed) => JSON.stringify(changed) ?? '') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.nat(), hardValues)
        .map(([at, hard]) => marked(value, at).replace(MARK, () => hard)),
    },
  )

function marked(value: unknown, at: number): string {
  const text = JSON.stringify(value)
  const places = [...text.matchAll(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"(?!:)|-?\d+|true|false|null|\{\}|\[\])/g)]
  const place = places[at % Math.max(1, places.length)]
  return place ? text.slice(0, place.index) + MARK + text.slice(place.index + place[0].length) : MARK
}

const id = '100000000000000001'
const event = {
  id: 'e1',
  type: 'MESSAGE_CREATE',
  occurred_at: '2026-11-21T09:30:00.000Z',
  guild_id: id,
  actor: { id: '1', name: 'Ada', is_bot: false },
  target: { id: '2', kind: 'user', name: 'Bo' },
  channel: { id: '3', name: 'general' },
  data: { content: 'hello', list: [1, { a: null }] },
}
const job = { job_id: 'job', attempt: 1, lease_token: 'token' }

/** One frame of each message of a runner, for a guild. */
export const framesFor = (guild: string) => [
  {
    op: 'identify',
    d: { instance_key: 'x', name: 'x', version: '1', capabilities: [], slots: 1, active: [job] },
  },
  { op: 'ready_for', d: { slots: 1 } },
  { op: 'accept', d: { job_id: 'job', lease_token: 'token' } },
  { op: 'reject', d: { job_id: 'job', lease_token: 'token', reason: 'no' } },
  {
    op: 'events',
    d: {
      batch_id: 'b',
      events: [
        { ...event, guild_id: guild },
        { ...event, id: 'e2', guild_id: guild },
      ],
    },
  },
  { op: 'events', d: { batch_id: 'c', events: [{ ...event, guild_id: guild }] } },
  { op: 'heartbeat', d: { seq: 1, leases: [['job', 'token']] } },
  { op: 'result', d: { ...job, status: 'succeeded', output: { done: [true] } } },
  { op: 'result', d: { ...job, status: 'failed', error: { code: 'x', message: 'x', retryable: false } } },
  { op: 'log', d: { message: 'x' } },
  { op: 'progress', d: { job_id: 'job' } },
  {
    op: 'snapshot',
    d: {
      ...{ guild_id: guild, member_count: 1, human_count: 1, bot_count: 0, online_count: null },
      ...{ channel_count: 1, role_count: 1, emoji_count: 0, boost_count: 0, boost_level: 0 },
    },
  },
  { op: 'bye', d: {} },
]

/** A text frame, or bytes that are no UTF-8 in a frame that says it is text. */
export const hardFrames = (guild: string): fc.Arbitrary<{ text: string | Buffer; isBinary: boolean }> =>
  fc
    .tuple(
      fc.constantFrom(...framesFor(guild)).chain(hardenJson),
      fc.constantFrom<'text' | 'binary' | 'broken'>(
        'text',
        'text',
        'text',
        'text',
        'text',
        'text',
        'binary',
        'broken',
      ),
    )
    .map(([text, how]) => ({
      text: how === 'broken' ? Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28])]) : text,
      isBinary: how === 'binary',
    }))

/** Frames for claim 2: every message of the protocol, mutated, nested and malformed. */
import { mutate, rawJson } from '#tests/attack/hostile/values.js'
import { createEvent, createSnapshot } from '#tests/attack/support/runner.js'
import { guildA as guild } from '#tests/attack/support/two-guilds.js'

/** @param {string} text @param {number} depth */
const nest = (text, depth) => `${text.repeat(depth)}1${(text === '[' ? ']' : '}').repeat(depth)}`

/** @param {import('#tests/attack/support/random.js').Random} random */
export function createFrames(random) {
  const id = '01JDEM000000000000000J0009'
  const messages = {
    identify: {
      instance_key: 'k',
      name: 'n',
      version: '1',
      capabilities: ['SEND_DM'],
      slots: 1,
      active: [{ job_id: id, attempt: 1, lease_token: 'x' }],
      session_id: 's',
      v: 1,
    },
    ready_for: { slots: 1 },
    accept: { job_id: id, lease_token: 'x' },
    reject: { job_id: id, lease_token: 'x', reason: 'r' },
    result: {
      job_id: id,
      attempt: 1,
      lease_token: 'x',
      status: 'failed',
      output: { a: 1 },
      error: { code: 'c', message: 'm', retryable: true },
    },
    heartbeat: { seq: 1, leases: [[id, 'x']] },
    events: { batch_id: 'b', events: [createEvent(guild)] },
    snapshot: createSnapshot(guild),
    progress: { job_id: id, message: 'm' },
    log: { job_id: id, message: 'm' },
    bye: { reason: 'r' },
  }
  /** @type {(string | Buffer)[]} */
  const frames = [...rawJson]
  for (const [op, d] of Object.entries(messages)) {
    const bodies = mutate(d)
    const budget = op === 'events' || op === 'result' ? 250 : 60
    for (let at = 0; at < Math.min(budget, bodies.length); at += 1)
      frames.push(JSON.stringify({ op, d: random.pick(bodies) }))
    for (const depth of [50, 58, 59, 60, 61, 62, 63, 64, 65, 5000, 100000]) {
      frames.push(`{"op":"${op}","d":${nest('[', depth)}}`, `{"op":"${op}","d":${nest('{"a":', depth)}}`)
      const text = JSON.stringify({
        op,
        d:
          op === 'events'
            ? { ...d, events: [createEvent(guild, { data: { a: 'DEEP' } })] }
            : { ...d, output: 'DEEP' },
      })
      if (depth < 1000)
        frames.push(
          text.replace('"DEEP"', nest('[', depth)),
          text.replace('"DEEP"', nest('{"__proto__":', depth)),
        )
    }
    frames.push(
      `{"op":"${op}","d":{"__proto__":{"polluted":1}}}`,
      `{"op":"${op}"}`,
      `{"op":"${op}","d":${'9'.repeat(10000)}}`,
    )
  }
  for (const op of ['__proto__', 'constructor', 'toString', '', 'hello', 'job', 'a'.repeat(9000), '\ud800'])
    frames.push(JSON.stringify({ op, d: {} }))
  for (const data of [
    { content: 'a'.repeat(16000) },
    { content: '\ud800' },
    { content: '\u0000' },
    { '\u0000': 1 },
    { '\ud800': 1 },
    { length: 1e308 },
    { options: Array(7000).fill(0) },
    { category_id: {} },
    { self: 'x' },
    { content: 1e308, emoji: [], fields: null },
  ]) {
    for (const type of [
      'MESSAGE_CREATE',
      'COMMAND_USE',
      'VOICE_MOVE',
      'MODAL_SUBMIT',
      'SCHEDULE',
      'REACTION_ADD',
      'BUTTON_CLICK',
      '__proto__',
    ])
      frames.push(
        JSON.stringify({
          op: 'events',
          d: { batch_id: random.word(9), events: [createEvent(guild, { type, data })] },
        }),
      )
  }
  for (const at of [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '2026-11-23T09:30:00+99:99',
    '1970-01-01T00:00:00.000Z',
  ])
    for (const type of ['MESSAGE_CREATE', 'VOICE_JOIN', 'VOICE_LEAVE'])
      frames.push(
        JSON.stringify({
          op: 'events',
          d: { batch_id: random.word(9), events: [createEvent(guild, { type, occurred_at: at })] },
        }),
      )
  frames.push(
    JSON.stringify({
      op: 'events',
      d: {
        batch_id: 'wide',
        events: Array.from({ length: 500 }, () =>
          createEvent(guild, { data: { content: 'x'.repeat(1500) } }),
        ),
      },
    }),
  )
  frames.push(Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(900000, 0x5b), Buffer.alloc(1_100_000, 0x20))

  return frames
}

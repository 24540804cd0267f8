import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#app/openapi/operations.ts'
import type { Operation } from '#app/operations/operation.ts'
import { type Interface, interfacesOf } from '#tests/support/interfaces/interfaces-of.ts'
import {
  openInterfaces,
  type Interfaces,
  type Input,
  type Outcome,
  type Refused,
} from '#tests/support/interfaces/interfaces.ts'
import type { Sample } from '#tests/support/interfaces/sample.ts'
import { samples } from '#tests/support/interfaces/samples/samples.ts'
import { openWorld, type Traces, type World } from '#tests/support/interfaces/world.ts'
import { aGuild } from '#tests/support/factories.ts'

/** Operations with several interfaces that are not compared, with the reason. */
const leftOut: Record<string, string> = {
  saveDraft: 'no form calls it alone: forms save a draft only as part of another action',
}

/** Forms and tools that no sample reaches, with the reason. */
const unreached: Record<string, string> = {
  'saveSiteSettings form routes/console/setup.tsx': 'has a part of the fields of the settings page',
  ...Object.fromEntries(
    ['approve', 'leave', 'unblock'].map((verb) => [
      `setGuildState cli guilds ${verb}`,
      'is the command guilds block with another state',
    ]),
  ),
  'exportGuildStats tool export_stats': 'returns the URL without a download',
  'renameConversation form routes/site/chat._index.tsx': 'has no conversation',
  'deleteConversation form routes/site/chat._index.tsx': 'has no conversation',
  'stopAnswer form routes/site/chat._index.tsx': 'has no conversation',
}

const open = () => interfaces
const withInterfaces = operations
  .filter(({ opens }) => !opens)
  .map((one) => ({ operation: one, interfaces: interfacesOf(one, samples[one.id] ?? {}, open) }))
  .filter((one) => one.interfaces.length > 1)
const compared = withInterfaces.filter(({ operation }) => samples[operation.id])
const reached = new Set<string>()
let world: World
let interfaces: Interfaces

test('every operation with several interfaces has a sample or a reason', () => {
  const names = withInterfaces.map(({ operation }) => operation.id)
  expect([...new Set([...Object.keys(samples), ...Object.keys(leftOut)])].sort()).toEqual(names.sort())
  expect(Object.keys(samples).filter((id) => id in leftOut)).toEqual([])
})

beforeAll(async () => {
  world = await openWorld()
  interfaces = await openInterfaces(world)
})
afterAll(() => world.close())

/** Cases with the names of their tests. */
const cases = {
  good: 'a valid call has the same result, rows and audit rows through every interface',
  denied: 'a call without permission is refused through every interface',
  wrong: 'invalid input gets the same error through every interface',
  unknown: 'an unknown item gets the same error through every interface',
  foreign: 'an item of another guild gets the same error through every interface',
  stale: 'an old version gets the same error through every interface',
}
type Case = keyof typeof cases

async function inputFor(sample: Sample, kind: Case): Promise<Required<Input>> {
  await world.setBot(sample.needsBot === true)
  const { id: guildId } = await aGuild(world)
  const input = {
    ...{ params: { guildId }, query: sample.query, version: undefined, session: undefined, shown: undefined },
    file: undefined,
    body: sample.body,
    ...(await sample.prepare?.(world, guildId)),
  } as Required<Input>
  if (kind === 'wrong') {
    if (input.body) input.body = { ...input.body, ...sample.wrong }
    else input.query = { ...input.query, ...(sample.wrong as Input['query']) }
  }
  if (kind === 'unknown') input.params = { ...input.params, [itemOf(input)]: 'nothing' }
  if (kind === 'foreign') {
    const { id: other } = await aGuild(world)
    const { params } = await sample.prepare!(world, other)
    input.params = { ...params!, guildId }
  }
  if (kind === 'stale') {
    if (sample.outdate) await sample.outdate(world, input)
    else input.version! += 7
  }
  return input
}
const hasItem = ({ path }: Operation) => /\{(?!guildId|type|provider)\w+\}/.test(path)
const itemOf = ({ params }: Input) =>
  Object.keys(params).findLast((name) => name !== 'guildId' && name !== 'type')!

/** Replaces values that differ between calls: ids, names of guilds and authors, and encrypted tokens. */
function scrubbed(value: unknown): unknown {
  const authors =
    /^((updated|created|deleted|invited|published|uploaded|connected)_)?by(_id)?$|^actor_|^(author_id|guild_id|request_id|agent_tool|address|token)$/
  return JSON.parse(
    JSON.stringify(value ?? null, (key, inner: unknown) => (authors.test(key) ? '<by>' : inner))
      .replace(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/gi, '<id>')
      .replace(/\b1\d{17,18}\b/g, '<guild>')
      .replace(/\be?01[0-9a-hjkmnp-tv-z]{24}\b/g, '<id>')
      .replace(/\/old\/\d+/g, '/old')
      .replace(/(opening-hours)-\d+/g, '$1')
      .replace(/preview\/[\w-]+/g, 'preview')
      .replace(/\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b/g, '<hash>')
      .replace(/(revision|count)":\d+/g, '$1":0')
      .replace(/by Program \(API key\)/g, 'by Program'),
  ) as unknown
}
const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(scrubbed(row))).sort()

async function through({ call }: Interface, operation: Operation, sample: Sample, kind: Case) {
  const input = await inputFor(sample, kind)
  return world.traced(async () => call(operation, input, kind === 'denied' ? 'stranger' : 'known'))
}

describe.each(compared.map((one) => [one.operation.id, one] as const))('%s', (id, one) => {
  const { operation } = one
  const sample = samples[id]!
  const [first, ...others] = one.interfaces

  const kinds: Case[] = ['good']
  if (operation.access !== 'public') kinds.push('denied')
  if (sample.wrong) kinds.push('wrong')
  if (hasItem(operation)) kinds.push('unknown')
  if (/\{guildId\}.*\{id\}/.test(operation.path)) kinds.push('foreign')
  if (operation.versioned) kinds.push('stale')

  test.each(kinds.map((kind) => [cases[kind], kind] as const))('%s', async (_, kind) => {
    const expected = (await through(first!, operation, sample, kind))!
    expect(expected.ok, JSON.stringify(expected.refusal)).toBe(
      (kind === 'good' && !sample.isRefused) || sample.accepts?.includes(kind) === true,
    )
    if (!expected.ok) expect(expected.changes).toEqual([])
    if (kind === 'denied' && !expected.ok) expect(expected.refusal).toMatchObject(denialBy(first!))
    const seen: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    for (const other of others) {
      const outcome = await through(other, operation, sample, kind)
      if (!outcome) continue
      reached.add(`${id} ${other.name}`)
      if (kind === 'denied' && !outcome.ok) expect(outcome.refusal, other.name).toMatchObject(denialBy(other))
      seen[other.name] = viewOf(outcome, outcome, other, kind)
      wanted[other.name] = viewOf(expected, outcome, other, kind)
    }
    expect(seen).toEqual(wanted)
  })
})

/** Returns how an interface refuses a call without permission. */
function denialBy({ name }: Interface): object {
  const [type] = name.split(' ')
  const code = expect.stringMatching(/^(forbidden|unauthorized)$/)
  if (type === 'key')
    return { status: 403, code: 'insufficient_scope', message: expect.stringMatching(/ scope\./) }
  if (type === 'mcp') return { message: expect.stringContaining('There is no tool') }
  return type === 'form' ? {} : { code }
}

test('every interface of every operation was used', () => {
  const all = compared.flatMap((one) =>
    one.interfaces.slice(1).map(({ name }) => `${one.operation.id} ${name}`),
  )
  expect(all.filter((name) => !reached.has(name)).sort()).toEqual(Object.keys(unreached).sort())
})

/** Returns the result without the fields that MCP adds. */
function ownResult(result: unknown): unknown {
  const { deleted, next_offset: _, ...own } = (result ?? {}) as { deleted?: true; next_offset?: unknown }
  return deleted || result === null ? null : scrubbed(own)
}

/** Returns what must be the same through each interface. Interfaces differ in the parts of an error that they show. */
function viewOf(
  { ok, refusal, result, audit, changes }: Outcome & Traces,
  shown: Outcome,
  { name }: Interface,
  kind: Case,
) {
  const isWhole = /^(key|mcp) ?/.test(name) && shown.ok
  // Options of the CLI have names of their own, so their errors do not begin with the label of a field.
  const isOption = name.startsWith('cli') && refusal?.issues?.length
  const said: Refused = isOption ? { ...refusal, message: refusal.issues![0]!.message } : (refusal ?? {})
  const parts = Object.entries(said).filter(([part]) => part in (shown.refusal ?? {}))
  return {
    ok,
    audit: sorted(audit.filter((row) => row.action !== 'agent.wrote')),
    changes: sorted(changes),
    ...(isWhole ? { result: ownResult(result) } : {}),
    ...(kind === 'denied' ? {} : { refusal: scrubbed(Object.fromEntries(parts)) }),
  }
}

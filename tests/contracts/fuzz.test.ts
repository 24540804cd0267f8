import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { guildScopes, siteScopes } from '#app/access.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { anAddress, guildWithKey, signed, signInAs } from '#tests/support/http/client.ts'
import { runs, tries } from '#tests/support/depth.ts'
import { callOf } from '#tests/support/api/contract-calls.ts'
import { contractOf, placesOf, type Placed } from '#tests/support/api/contract.ts'
import { mutate, wildRequests } from '#tests/support/api/fuzz.ts'
import { hardenJson, hardFrames } from '#tests/support/api/hostile-json.ts'
import { askRaw, type Raw } from '#tests/support/http/raw-request.ts'
import { cliJson } from '#tests/support/http/server.ts'
import { aRunnerToken, ready } from '#tests/support/discord/runner-socket.ts'

const server = inject('servers')[0]!

const contract = contractOf(openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' }))
/** Without what answers for as long as somebody listens. */
const places = placesOf(openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' })).filter(
  ({ path }) => !/\/live$/.test(path),
)

let proofs: Record<string, string>[] = []
beforeAll(async () => {
  const { key } = await guildWithKey(server, ['--scopes', guildScopes.join(',')])
  const create = ['keys', 'create', '--site', '--name', 'fuzz', '--scopes', siteScopes.join(',')]
  const site = await cliJson<{ key: string }>(server.env, create)
  const bearers = [key, site.key].map((key) => ({ Authorization: `Bearer ${key}` }))
  proofs = [{}, ...bearers, { Cookie: await signInAs(server, 'owner') }]
})

/** What no answer may be, whatever was asked: a fault of ours, none at all, or a refusal in another shape. */
async function refusedWell(raw: Raw): Promise<void> {
  const said = `${raw.method} ${JSON.stringify(raw.target).slice(0, 300)} ${JSON.stringify(raw.headers)} ${String(raw.body ?? '').slice(0, 300)}`
  const sent = { ...raw, headers: { 'X-Forwarded-For': anAddress(), ...raw.headers } }
  const answer = await askRaw(server.url, sent).catch(async (error: unknown) => {
    // A request that Node cannot parse is answered at once, and the connection closed whatever is still on its way.
    const short = await askRaw(server.url, { ...sent, body: 'x' })
    if (short.fromUs && !short.body.includes('The request is not valid HTTP')) throw error
    return short
  })
  const notSetUp =
    answer.status === 503 &&
    /^\/api\/(auth\/|(guilds\/\d+|v1)\/(commands\/register|members))/.test(raw.target)
  if (answer.status >= 500 && !notSetUp)
    throw new Error(`${answer.status}: ${answer.body.slice(0, 300)}\n${said}`)
  if (answer.status < 400 || raw.method === 'HEAD') return
  if (!raw.target.startsWith('/api/') || !answer.fromUs) return
  // Inside MCP, errors are those of JSON-RPC.
  const isRpc = raw.target.startsWith('/api/v1/mcp') && answer.body.includes('"jsonrpc"')
  const at = ['components', 'schemas', isRpc ? 'McpResponse' : 'Error']
  const wrongs =
    answer.type === 'application/json' ? contract.wrongs(at, JSON.parse(answer.body)) : [answer.type]
  // Default messages of zod, which name types of JavaScript.
  if (!isRpc && /Invalid (input|option|string|key|value)\b|Too (big|small): |, received /.test(answer.body))
    wrongs.push('a message of the parser')
  if (wrongs.length)
    throw new Error(`${answer.status} ${wrongs.join(', ')}: ${answer.body.slice(0, 300)}\n${said}`)
}

/** Tries so many inputs, and says with which seed it fails. */
async function holds<T>(count: number, input: fc.Arbitrary<T>, check: (value: T) => Promise<void>) {
  const result = await fc.check(fc.asyncProperty(input, check), tries(count))
  if (result.failed)
    expect.fail(
      `TEST_SEED=${result.seed}: ${String(result.errorInstance)}\n${fc.stringify(result.counterexample).slice(0, 2_000)}`,
    )
}

const proof = fc.nat(2).map((index) => index)

describe('whatever is asked, no answer is a fault', { timeout: runs(90_000) }, () => {
  test('any method, path, query, header and body', async () => {
    await holds(400, fc.tuple(wildRequests(places.map(({ path }) => path)), proof), ([raw, who]) =>
      refusedWell({ ...raw, headers: { ...proofs[who], ...raw.headers } }),
    )
  })

  test('the example of each operation with something changed', async () => {
    const harmless = places.filter(({ id }) => !['logout', 'deleteProfile', 'connectRunner'].includes(id))
    const change = fc
      .constantFrom(...harmless)
      .chain((placed) => fc.tuple(fc.constant(placed), changed(placed), proof))
    await holds(800, change, ([, raw, who]) =>
      refusedWell({ ...raw, headers: { ...raw.headers, ...proofs[who] } }),
    )
  })

  test('no frame of a runner ends the process, and good events behind bad ones count', async () => {
    const { guild } = await guildWithKey(server)
    const { token } = await aRunnerToken(server)
    let sent = 0
    await holds(100, hardFrames(guild), async ({ text, isBinary }) => {
      const runner = await ready(server, token, `fuzz-${(sent += 1) % 3}`)
      const closed = runner.closed()
      runner.socket.send(text, { binary: isBinary })
      runner.send('bye', {})
      expect([1000, 1007, 1009, 1012, 4001, 4002, 4005]).toContain(await closed)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    })
  })

  test('bodies of hard JSON, by their depth, width, numbers, keys and encodings', async () => {
    const written = places.filter(
      ({ id, entry }) =>
        entry.requestBody?.content['application/json'] && !['logout', 'deleteProfile'].includes(id),
    )
    const input = fc
      .constantFrom(...written)
      .chain((placed) =>
        fc.tuple(
          fc.constant(placed),
          hardenJson(placed.entry.requestBody!.content['application/json']!.example ?? {}),
        ),
      )
    await holds(400, fc.tuple(input, proof), ([[placed, body], who]) => {
      const { path, init } = callOf(placed, {}, { query: {}, every: true, body: {} })
      const headers = { ...(init.headers as Record<string, string>), ...proofs[who] }
      return refusedWell({ method: placed.method, target: path, headers, body })
    })
  })

  test('signed garbage and changed interactions of all types', async () => {
    const id = fc.integer({ min: 1, max: 10 ** 9 }).map((number) => `fuzz-${number}`)
    const type = fc.integer({ min: 1, max: 5 })
    const interaction = fc
      .tuple(id, type)
      .chain(([one, kind]) => mutate({ ...anInteraction, id: one, type: kind }))
    const text = fc.oneof(
      { weight: 6, arbitrary: interaction.map((value) => JSON.stringify(value) ?? '') },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    )
    await holds(400, text, async (raw) => {
      const { headers } = signed(null, { raw })
      await refusedWell({
        method: 'POST',
        target: '/api/discord/interactions',
        headers: headers as Record<string, string>,
        body: raw,
      })
    })
  })
})

/** Made once: each takes a while to make. */
const graphemes = fc.string({ unit: 'grapheme' })
const someGraphemes = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })

/** The call of an operation's examples, with its body, its query or its path changed. */
function changed(placed: Placed): fc.Arbitrary<Raw> {
  const body = placed.entry.requestBody?.content['application/json']?.example
  const value = body === undefined ? fc.constant(undefined) : mutate(body)
  const names = placed.entry.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? []
  const query = fc.dictionary(fc.constantFrom('x', ...names), graphemes, { maxKeys: 4 })
  const piece = fc.option(someGraphemes, { nil: undefined })
  return fc.tuple(value, query, piece).map(([changedBody, changedQuery, id]) => {
    const call = callOf(
      placed,
      {},
      { query: changedQuery, every: true, ...(body === undefined ? {} : { body: changedBody }) },
    )
    const path = placed.path.replace(/\{\w+\}/g, id === undefined ? '$&' : encodeURIComponent(id))
    const [filled, search] = call.path.split('?')
    const target = `${id === undefined ? filled : path}${search ? `?${search}` : ''}`
    return {
      method: placed.method,
      target,
      headers: call.init.headers as Record<string, string>,
      ...(typeof call.init.body === 'string' ? { body: call.init.body } : {}),
    }
  })
}

/** An interaction with something of each type in it, as Discord sends it. */
const anInteraction = {
  id: '1',
  type: 2,
  application_id: '1',
  token: 'a-token',
  version: 1,
  guild_id: '100000000000000001',
  channel_id: '300000000000000001',
  channel: { id: '300000000000000001', name: 'general', type: 0 },
  locale: 'en-GB',
  member: {
    user: { id: '200000000000000001', username: 'ada', global_name: 'Ada' },
    roles: [],
    permissions: '0',
  },
  message: { id: '500000000000000001', content: '' },
  data: {
    id: '600000000000000001',
    name: 'ping',
    type: 1,
    custom_id: 'x:y',
    component_type: 2,
    values: ['a'],
    target_id: '200000000000000001',
    resolved: { users: { '200000000000000001': { id: '200000000000000001', username: 'ada' } } },
    options: [{ name: 'text', type: 3, value: 'hello', focused: true }],
    components: [{ type: 1, components: [{ type: 4, custom_id: 'a', value: 'b' }] }],
  },
}

import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Role, Scope } from '#app/access.ts'
import { guildScopes, siteScopes } from '#app/access.ts'
import { rateLimits, type LimitName } from '#app/platform/security/rate-limits.ts'
import type { OpenapiDocument } from '#app/openapi/types.ts'
import { anAddress, client, guildWithKey, signed, signInAs, signUp } from '#tests/support/http/client.ts'
import { callOf, toolCallOf, invalidCallOf, type Shown } from '#tests/support/api/contract-calls.ts'
import { contractOf, expectDocumented, placesOf, type Placed } from '#tests/support/api/contract.ts'
import { cliJson } from '#tests/support/http/server.ts'

/** Reads whose examples are not in the demo, or that need a runner. `v1-live.test.ts` tests their successes. */
const withoutExamples = {
  v1ListRevisions: 404,
  v1ReadAutomationRun: 404,
  v1ReadCommand: 404,
  v1ReadEntry: 404,
  v1ReadJob: 404,
  v1ReadMedia: 404,
  v1ReadRevision: 404,
  v1SearchGuildMembers: 503,
}

/**
 * Every operation of the document that a running server serves is called for each status that can be provoked without
 * knowing what it does, and the answers are held against the document. For the external API these are all that it names.
 */
describe.each(inject('servers'))('the contract on $name', (server) => {
  let document: OpenapiDocument
  let contract: ReturnType<typeof contractOf>
  /** Keys with all scopes, each for a few calls, and keys that lack some scopes. */
  let keys: { full: string[]; site: string[]; poor: { key: string; held: readonly Scope[] }[] }
  let shownKeys = 0
  let admin = ''
  let proofs = 0

  beforeAll(async () => {
    document = (await (await client(server)('/api/openapi.json')).json()) as OpenapiDocument
    contract = contractOf(document)
    const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
    const made = async (held: readonly Scope[], ...of: string[]) => {
      const create = ['keys', 'create', ...of, '--name', 'contract', '--scopes', held.join(',')]
      return (await cliJson<{ key: string }>(server.env, create)).key
    }
    const ofGuild = ['--guild', guild_id]
    const middle = guildScopes.length / 2
    const halves = [guildScopes.slice(0, middle), guildScopes.slice(middle)]
    keys = {
      full: await Promise.all(Array.from({ length: 3 }, () => made(guildScopes, ...ofGuild))),
      site: await Promise.all(Array.from({ length: 3 }, () => made(siteScopes, '--site'))),
      poor: await Promise.all(halves.map(async (held) => ({ key: await made(held, ...ofGuild), held }))),
    }
  })

  /** What a call shows so that it is let in; a member's session is a new one for each call, which may end it. */
  async function proof({ entry }: Placed): Promise<Shown> {
    const [requirement = {}] = entry.security
    if (requirement.apiKey) {
      const usable = /^(content|site):/.test(requirement.apiKey[0] ?? '') ? keys.site : keys.full
      return { key: usable[shownKeys++ % usable.length]! }
    }
    if (!requirement.session) return {}
    const role = requirement.session[0] as Role | undefined
    if (!role || role === 'member') return { cookie: (await signUp(server)).cookie }
    // An account may make 240 calls a minute, and each proof is for a few.
    if (proofs++ % 40 === 0) admin = await signInAs(server, 'owner')
    return { cookie: admin }
  }

  /** A key without the scope. Where any key of a guild is accepted, a key of the site. */
  const withoutScope = (scope: Scope | undefined) =>
    scope ? keys.poor.find(({ held }) => !held.includes(scope))!.key : keys.site[0]!

  const send = (placed: Placed, shown: Shown, change: RequestInit = {}, address = anAddress()) => {
    const { path, init } = callOf(placed, shown)
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(change.headers as Record<string, string>),
    }
    return client(server, address)(path, { ...init, ...change, headers })
  }
  const documented = (placed: Placed, response: Response) => expectDocumented(contract, placed, response)
  const places = () => placesOf(document).filter(({ path }) => path !== '/api/runner/ws')

  test('with its own examples every operation answers as documented', { timeout: 120_000 }, async () => {
    const seen: Record<string, number> = {}
    for (const placed of places()) {
      if ('discordSignature' in (placed.entry.security[0] ?? {})) continue
      seen[placed.id] = await documented(placed, await send(placed, await proof(placed)))
    }
    const refused = Object.entries(seen).filter(([, status]) =>
      [401, 403, 413, 415, 428, 429].includes(status),
    )
    // The example of a password is not that of an account, and the bot does not know a member with the claim.
    expect(refused.filter(([id]) => !['login', 'claimGuild'].includes(id))).toEqual([])
    const external = places().filter(({ entry }) => entry.security.some((one) => 'apiKey' in one))
    const reads = external.filter(({ method }) => method === 'GET')
    expect(
      Object.fromEntries(reads.map(({ id }) => [id, seen[id]]).filter(([, status]) => status !== 200)),
    ).toEqual(withoutExamples)
  })

  test('interactions answer as documented to what Discord signed and to what it did not', async () => {
    const placed = places().find(({ id }) => id === 'answerInteractions')!
    const ask = client(server)
    const large = 'x'.repeat(256 * 1024 + 1)
    const statuses = [
      await documented(placed, await ask(placed.path, signed({ id: `${Date.now()}`, type: 1 }))),
      await documented(placed, await ask(placed.path, signed([]))),
      await documented(placed, await ask(placed.path, { method: 'POST', body: '{}' })),
      await documented(placed, await ask(placed.path, { method: 'POST', body: large })),
    ]
    expect(statuses).toEqual([200, 400, 401, 413])
  })

  /** One byte more than a file may have, so that the body as a whole is not too large yet. */
  const tooLargeForm: RequestInit = {
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'x'.repeat(20 * 1024 * 1024 + 1)}\r\n--b--\r\n`,
  }

  test('what is the same is a 304 wherever one is documented', async () => {
    for (const placed of places().filter(({ entry }) => '304' in entry.responses)) {
      if (placed.id in withoutExamples) continue
      const shown = await proof(placed)
      const etag = (await send(placed, shown)).headers.get('ETag')!
      const again = await send(placed, shown, { headers: { 'If-None-Match': etag } })
      expect([placed.id, await documented(placed, again)]).toEqual([placed.id, 304])
    }
  })

  test('wrong input is a 400 wherever one is documented', async () => {
    for (const placed of places().filter(({ entry }) => '400' in entry.responses)) {
      const wrong = invalidCallOf(placed, await proof(placed))
      if (!wrong || placed.id === 'answerInteractions') continue
      const response = await client(server)(wrong.path, wrong.init)
      expect([placed.id, await documented(placed, response)]).toEqual([placed.id, 400])
    }
  })

  test('a missing or invalid proof is a 401 wherever one is documented', async () => {
    for (const placed of places().filter(({ entry }) => '401' in entry.responses)) {
      const requirement = placed.entry.security[0] ?? {}
      if (!requirement.apiKey && !requirement.session) continue
      for (const shown of [{}, requirement.apiKey ? { key: 'sgn_live_x' } : { cookie: 'session=nothing' }]) {
        const status = await documented(placed, await send(placed, shown))
        expect([placed.id, status]).toEqual([placed.id, 401])
      }
    }
  })

  test('a missing scope, a lower role and a write from another site are documented 403s', async () => {
    const member = (await signUp(server)).cookie
    for (const placed of places().filter(({ entry }) => '403' in entry.responses)) {
      const { apiKey, session } = placed.entry.security[0] ?? {}
      const isRead = placed.method === 'GET'
      // Members may read these, and a 403 asks for a new proof: see `new-proof.test.ts`.
      if (isRead && session?.[0] === 'member') continue
      const foreign = { headers: { 'Sec-Fetch-Site': 'cross-site' } }
      const response =
        apiKey && placed.id !== 'callApiTools'
          ? await send(placed, { key: withoutScope(apiKey[0] as Scope | undefined) })
          : session && isRead
            ? await send(placed, { cookie: member })
            : await send(placed, { cookie: member }, foreign)
      expect([placed.id, await documented(placed, response)]).toEqual([placed.id, 403])
      if (session?.[0] && session[0] !== 'member') {
        const lower = await documented(placed, await send(placed, { cookie: member }))
        expect([placed.id, lower]).toEqual([placed.id, 403])
      }
    }
  })

  test('wrong bodies and writes without version or confirmation get a documented error', async () => {
    for (const placed of places()) {
      const { entry } = placed
      if (!('415' in entry.responses) && !('428' in entry.responses)) continue
      const shown = await proof(placed)
      const text = { 'Content-Type': 'text/plain' }
      const large = JSON.stringify({ x: 'x'.repeat(1024 * 1024) })
      const cases: [string, RequestInit][] = [
        ['415', { headers: text, body: '{"x":1}' }],
        ['413', 'application/json' in (entry.requestBody?.content ?? {}) ? { body: large } : tooLargeForm],
      ]
      for (const [status, change] of cases.filter(([one]) => one in entry.responses)) {
        expect([placed.id, await documented(placed, await send(placed, shown, change))]).toEqual([
          placed.id,
          +status,
        ])
      }
      const takes = (name: string) => entry.parameters?.some((one) => one.name === name)
      const calls = [
        ...(takes('If-Match') ? [callOf(placed, shown, { without: 'If-Match' })] : []),
        ...(takes('Confirmation') ? [toolCallOf(placed, shown)] : []),
      ]
      for (const { path, init } of calls) {
        const status = await documented(placed, await client(server)(path, init))
        expect([placed.id, status]).toEqual([placed.id, 428])
      }
    }
  })

  test('past its limit every operation answers 429 as documented', { timeout: 120_000 }, async () => {
    const { key } = await guildWithKey(server, ['--scopes', guildScopes.join(',')])
    const someone = { cookie: (await signUp(server)).cookie, address: anAddress() }
    // Reads first: what a write would end, such as the session, is still there when the limit is used up.
    const readsFirst = places().sort((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'))
    for (const placed of readsFirst) {
      const limit = (placed.entry as { 'x-rate-limit'?: { name: LimitName } })['x-rate-limit']
      expect([placed.id, '429' in placed.entry.responses]).toEqual([placed.id, Boolean(limit)])
      if (!limit) continue
      const { points, per } = rateLimits[limit.name]
      const shown = per === 'key' ? { key } : per === 'user' ? { cookie: someone.cookie } : {}
      const address = per === 'address' ? someone.address : anAddress()
      const call = () => send(placed, shown, {}, address)
      let response = await call()
      // A limit that another operation has used up is used up at once.
      for (let used = 0; used < points && response.status !== 429; used += 10) {
        await response.body?.cancel()
        const more = await Promise.all(Array.from({ length: 10 }, call))
        response = more.find(({ status }) => status === 429) ?? more[0]!
      }
      expect([placed.id, await documented(placed, response)]).toEqual([placed.id, 429])
    }
  })
})

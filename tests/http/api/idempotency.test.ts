import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCaller, caller, refusalText, type Call, type Sent } from '#tests/support/http/route-client.ts'
import { assignManager, removeManager } from '#app/features/guilds/managers.server.ts'
import { anAddress } from '#tests/support/http/client.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'

const command = { name: 'hello', description: 'Says hello', response: { content: 'Hello!' } }
const message = { name: 'Grace', email: 'grace@example.com', message: 'Whom do we ask for a key, please?' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let call: Call
  let guild: string
  let count = 0
  let key: string
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    key = `a-key-of-its-own-${++count}`
    call = (await aCaller(it)).call
    guild = (await aGuild(it)).id
  })
  afterAll(() => it.close())

  const make = (sent: Sent = {}, who = call) =>
    who('POST', `/api/guilds/${guild}/commands`, {
      body: command,
      ...sent,
      headers: { 'Idempotency-Key': key, ...sent.headers },
    })
  const save = (version: number, timezone = 'Europe/Paris') =>
    call('PUT', `/api/guilds/${guild}/settings`, {
      body: { settings: { timezone } },
      headers: { 'If-Match': `"v${version}"`, 'Idempotency-Key': key },
    })
  const made = async () => {
    const { commands } = (await (await call('GET', `/api/guilds/${guild}/commands`)).json()) as {
      commands: unknown[]
    }
    return commands.length
  }
  const send = (address: string, over = {}) =>
    caller(it)('POST', '/api/contact-form-submissions', {
      body: { ...message, ...over },
      headers: { 'Idempotency-Key': key },
      address,
    })
  const idOf = async (response: Response) =>
    ((await response.json()) as { submission: { id: string } }).submission.id

  test('a repeat gets the first answer byte for byte, and nothing is done again', async () => {
    const [first, again] = [await make(), await make()]
    expect([first.status, again.status, await made()]).toEqual([201, 201, 1])
    expect(first.headers.get('Idempotency-Replayed')).toBeNull()
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    for (const name of ['Content-Type', 'ETag', 'Location', 'Cache-Control'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
    expect(first.headers.has('Location')).toBe(true)
    expect(await again.text()).toBe(await first.text())
  })

  test('twenty at once do it once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => make()))
    expect(await made()).toBe(1)
    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('Idempotency-Replayed'),
    )
    expect(fresh).toHaveLength(1)
    const text = await fresh[0]!.text()
    for (const answer of answers.filter((one) => one !== fresh[0])) {
      if (answer.status === 201) expect(await answer.text()).toBe(text)
      else {
        expect(answer.headers.get('Retry-After')).toBe('1')
        expect(await refusalText(answer)).toEqual([
          409,
          'conflict',
          expect.stringMatching(/ is still running\.$/),
        ])
      }
    }
    expect((await make()).headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('the version is not asked for again, since what the first call changed stands', async () => {
    const [first, again] = [await save(0), await save(0)]
    expect([first.status, again.status, again.headers.get('ETag')]).toEqual([200, 200, '"v1"'])
    expect(await again.text()).toBe(await first.text())
  })

  test('a person who has confirmed once is not asked again', async () => {
    const marked = { 'Agent-Tool': 'create_command' }
    const asked = (await (await make({ headers: marked })).json()) as { confirmation: { token: string } }
    const headers = { ...marked, Confirmation: asked.confirmation.token }
    expect((await make({ headers })).status).toBe(201)
    for (const one of [headers, marked, {}]) {
      const again = await make({ headers: one })
      expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    }
    expect(await made()).toBe(1)
  })

  test('a key stands for one request: another text, version or operation is a conflict', async () => {
    expect((await save(0)).status).toBe(200)
    for (const other of [save(0, 'UTC'), save(1), make()]) {
      const words = expect.stringMatching(/^This Idempotency-Key was used for another request\. /)
      expect(await refusalText(await other)).toEqual([409, 'conflict', words])
    }
    expect(await made()).toBe(0)
  })

  test('somebody else with the same key does what they ask for', async () => {
    const { call: other } = await aCaller(it)
    expect((await make()).status).toBe(201)
    const theirs = await make({ body: { ...command, name: 'other' } }, other)
    expect([theirs.status, theirs.headers.get('Idempotency-Replayed'), await made()]).toEqual([201, null, 2])
  })

  test('a response is not repeated after the access to the guild ended', async () => {
    const { user, call: other } = await aCaller(it, 'member')
    const access = { guildId: guild, userId: user.id }
    await assignManager(it.ctx(), access)
    expect((await make({}, other)).status).toBe(201)
    expect((await make({}, other)).headers.get('Idempotency-Replayed')).toBe('true')
    await assignManager(it.ctx(), { ...access, guildId: (await aGuild(it)).id })
    await removeManager(it.ctx(), access)
    expect((await make({}, other)).status).toBe(403)
    await assignManager(it.ctx(), access)
    expect((await make({}, other)).status).toBe(201)
    await it.app.db.updateTable('guilds').set({ state: 'blocked' }).where('id', '=', guild).execute()
    expect((await make({}, other)).status).toBe(403)
  })

  test('a refusal leaves the key free', async () => {
    expect((await make({ body: { ...command, name: 'NO' } })).status).toBe(400)
    expect((await make()).status).toBe(201)
    key += '-second'
    expect((await make()).status).toBe(409)
    expect((await make({ body: { ...command, name: 'second' } })).status).toBe(201)
  })

  test('who is not signed in is told apart by where the call comes from', async () => {
    const [here, there] = [anAddress(), anAddress()]
    const first = await idOf(await send(here))
    expect(await idOf(await send(here, { altcha: 'another' }))).toBe(first)
    expect(await idOf(await send(there))).not.toBe(first)
    expect((await send(here, { message: 'Something else altogether.' })).status).toBe(409)
  })

  test('a key may be a string of structured fields, and is the same without the quotes', async () => {
    const first = await make({ headers: { 'Idempotency-Key': '"8e03978e-40d5-43dd"' } })
    const again = await make({ headers: { 'Idempotency-Key': '8e03978e-40d5-43dd' } })
    expect([first.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
  })

  test.each([
    '',
    'short-1',
    '"short"',
    'x'.repeat(101),
    'two words',
    '"two words"',
    '"open-end',
    'a-key-1, a-key-2',
  ])('%j is no key', async (wrong) => {
    const words = expect.stringMatching(/^Idempotency-Key: /)
    const response = await make({ headers: { 'Idempotency-Key': wrong } })
    expect(await refusalText(response)).toEqual([400, 'invalid_request', words])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCaller, caller, refused, type Call, type Sent } from '#tests/support/http/route-client.ts'
import { aPublishedEntry, anEntry } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

const mark = { 'Agent-Tool': 'save_settings' }
const NONE = /^A person must confirm this action\. /
const OTHER = /^The confirmation does not match this request\. /
const EXPIRED = /^The confirmation has expired\. /
const USED = /^The confirmation was used before\. /

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let call: Call
  let guild: string
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    call = (await aCaller(it)).call
    guild = (await aGuild(it)).id
  })
  afterAll(() => it.close())

  const save = (sent: Sent = {}, who = call, version = 0) =>
    who('PUT', `/api/guilds/${guild}/settings`, {
      body: { settings: { timezone: 'Europe/Paris' } },
      ...sent,
      headers: { 'If-Match': `"v${version}"`, ...mark, ...sent.headers },
    })
  const asked = async (response: Response | Promise<Response>) => {
    const { confirmation, code, error } = await refused(await response)
    expect([(await response).status, code]).toEqual([428, 'confirmation_required'])
    expect(confirmation!.token).toMatch(/^[\w-]{48}$/)
    return { error, ...confirmation! }
  }
  const bring = (token: string) => ({ headers: { Confirmation: token } })

  test('a browser tool is asked once, and the same request with the token is done', async () => {
    const first = await asked(save())
    expect(first).toMatchObject({
      error: expect.stringMatching(NONE),
      expires_at: '2026-11-21T12:10:00.000Z',
    })
    expect((await save(bring(first.token))).status).toBe(200)
    expect(await (await call('GET', `/api/guilds/${guild}/settings`)).json()).toMatchObject({ version: 1 })
  })

  test('people, and programs that name no tool, are not asked', async () => {
    expect((await save({ headers: { 'Agent-Tool': undefined } })).status).toBe(200)
    const { user, call: edit } = await aCaller(it, 'editor')
    const { id, version } = await anEntry(actingAs(it, user))
    const headers = { 'If-Match': `"v${version}"` }
    expect((await edit('POST', `/api/cms/page/${id}/publish`, { headers })).status).toBe(200)
  })

  test('a token counts once, however many bring it at once', async () => {
    const { token } = await asked(save())
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(bring(token))))
    const used = answers.filter(({ status }) => status === 428)
    expect([answers.filter(({ status }) => status === 200).length, used.length]).toEqual([1, 7])
    for (const answer of used) expect((await asked(answer)).error).toMatch(USED)
  })

  test('a token counts for ten minutes, and the one that is given instead for ten more', async () => {
    const { token } = await asked(save())
    it.at('2026-11-21T12:10:00.000Z')
    const next = await asked(save(bring(token)))
    expect(next).toMatchObject({
      error: expect.stringMatching(EXPIRED),
      expires_at: '2026-11-21T12:20:00.000Z',
    })
    it.at('2026-11-21T12:19:59.999Z')
    expect((await save(bring(next.token))).status).toBe(200)
  })

  test.each(['', 'yes', 'A'.repeat(48), `${'A'.repeat(47)}=`, 'A'.repeat(4_000)])(
    'what we did not make confirms nothing: %j',
    async (token) => expect((await asked(save(bring(token)))).error).toMatch(OTHER),
  )

  test('a token with one letter changed confirms nothing', async () => {
    const { token } = await asked(save())
    for (const at of [0, 5, 21, 22, 47]) {
      const other = token.slice(0, at) + (token[at] === 'Q' ? 'g' : 'Q') + token.slice(at + 1)
      expect([at, (await asked(save(bring(other)))).error]).toEqual([at, expect.stringMatching(OTHER)])
    }
    expect((await save(bring(token))).status).toBe(200)
  })

  test('a token is for one text, one version, one thing, one person and one operation', async () => {
    const { token } = await asked(save())
    const headers = { 'If-Match': '"v0"', ...mark, Confirmation: token }
    const [{ call: other }, { id }] = [await aCaller(it), await aGuild(it)]
    const body = { settings: { timezone: 'Europe/Paris' } }
    for (const [what, response] of [
      ['text', save({ ...bring(token), body: { settings: { timezone: 'Europe/Rome' } } })],
      ['version', save(bring(token), call, 1)],
      ['thing', call('PUT', `/api/guilds/${id}/settings`, { body, headers })],
      ['person', save(bring(token), other)],
      ['operation', call('POST', `/api/guilds/${guild}/commands`, { body: command, headers })],
    ] as const)
      expect([what, (await asked(response)).error]).toEqual([what, expect.stringMatching(OTHER)])
    expect((await save(bring(token))).status).toBe(200)
  })

  const command = { name: 'hello', description: 'Says hello', response: { content: 'Hello!' } }

  test('the order of names and the spaces in a body make no other request of it', async () => {
    const { token } = await asked(save({ body: '{"settings":{"timezone":"UTC","logging_enabled":true}}' }))
    const body = ' { "settings": { "logging_enabled": true,  "timezone": "UTC" } }'
    expect((await save({ ...bring(token), body })).status).toBe(200)
  })

  test('calls without access, valid input or a version fail before any confirmation', async () => {
    expect((await save({}, caller(it))).status).toBe(401)
    expect((await save({ body: { settings: { timezone: 7 } } })).status).toBe(400)
    const bare = await save({ headers: { 'If-Match': undefined } })
    expect([bare.status, (await refused(bare)).code]).toEqual([428, 'precondition_required'])
  })

  test('what the rule refuses after it was confirmed has used the token up', async () => {
    const { token } = await asked(save({}, call, 7))
    expect((await save(bring(token), call, 7)).status).toBe(412)
    expect((await asked(save(bring(token), call, 7))).error).toMatch(USED)
  })

  test('a message needs no challenge that was solved twice to be confirmed', async () => {
    const message = {
      name: 'Grace',
      email: 'grace@example.com',
      message: 'Whom do we ask for a key, please?',
    }
    const send = (more: object, headers = {}) =>
      caller(it)('POST', '/api/contact-form-submissions', {
        body: { ...message, ...more },
        headers: { 'Agent-Tool': 'send_message', ...headers },
      })
    const { token } = await asked(send({ altcha: 'first', mark: 'first' }))
    const other = await asked(send({ message: 'Something else altogether.' }, { Confirmation: token }))
    expect(other.error).toMatch(OTHER)
    expect((await send({ 'cf-turnstile-response': 'second' }, { Confirmation: token })).status).toBe(201)
  })

  test('publishing and signing out need confirmation, unless nobody is signed in', async () => {
    const { user, call: edit } = await aCaller(it, 'editor')
    const entry = await aPublishedEntry(actingAs(it, user))
    const headers = { 'If-Match': `"v${entry.version}"`, 'Agent-Tool': 'publish_entry' }
    await asked(edit('POST', `/api/cms/page/${entry.id}/publish`, { headers }))
    const { token } = await asked(edit('POST', '/api/auth/logout', { headers: mark }))
    expect((await edit('GET', '/api/profile')).status).toBe(200)
    const out = await edit('POST', '/api/auth/logout', { headers: { ...mark, Confirmation: token } })
    expect([out.status, (await edit('GET', '/api/profile')).status]).toEqual([204, 401])
    expect((await caller(it)('POST', '/api/auth/logout', { headers: mark })).status).toBe(204)
  })
})

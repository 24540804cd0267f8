import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addManager } from '#app/features/guilds/managers.server.ts'
import { listInvitations } from '#app/features/invitations/invitations.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { listManagers } from '#app/features/guilds/managers.server.ts'
import type { RequestFacts } from '#app/context.server.ts'
import { sessionToken } from '#app/http/auth/session-cookie.server.ts'
import { action as managersForm } from '#app/routes/console/guild/managers.tsx'
import { action as invitationsForm } from '#app/routes/console/users.invitations.tsx'
import { action as managersApi } from '#app/routes/api/guild/managers.$userId.ts'
import { action as invitationsApi } from '#app/routes/api/invitations._index.ts'
import { loader as statsApi } from '#app/routes/api/stats.$guildId.export.ts'
import { aGuild, anEmail, aUser, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

let it: TestApp
let token: string
let guildId: string
beforeAll(async () => void (it = await openTestApp('sqlite, memory')))
afterAll(() => it.close())
beforeEach(async () => {
  it.at(NOON)
  token = (await signedIn(it, await aUser(it, { role: 'owner' }))).token
  guildId = (await aGuild(it)).id
  it.at('2026-11-21T12:11:00.000Z')
})

type Action = (args: ActionFunctionArgs) => Promise<unknown>

async function send(
  action: Action,
  body: BodyInit | null,
  { method = 'POST', params = {}, headers = {} } = {},
) {
  const facts: RequestFacts = { requestId: 'r', address: '192.0.2.7', secure: false, nonce: '' }
  const cookie = { Cookie: `session=${token}` }
  const request = new Request('http://localhost/', { method, body, headers: { ...cookie, ...headers } })
  const context = { app: it.app, facts, pages: { markdown: async () => null } }
  return { answer: await action({ request, context, params: { guildId, ...params } }), facts }
}

/** Sends a form twice: with an old proof, then with the password. */
async function sendTwice(action: Action, values: Record<string, string>) {
  const { answer } = await send(action, new URLSearchParams(values))
  expect(answer).toMatchObject({
    data: { proof: { password: true, providers: [] }, values },
    init: { status: 403 },
  })
  const wrong = await send(action, new URLSearchParams({ ...values, proof_password: 'not this one' }))
  expect(wrong.answer).toMatchObject({
    data: { proof: { password: true, providers: [] }, values },
    init: { status: 400 },
  })
  const proved = await send(action, new URLSearchParams({ ...values, proof_password: password }))
  expect(await actorOfSession(it.app, token)).toEqual({ kind: 'anonymous' })
  token = sessionToken(proved.facts.renewed)!
  expect(await actorOfSession(it.app, token)).toMatchObject({ kind: 'user' })
  return proved.answer
}

const managers = async () => (await listManagers(it.ctx(), { guildId })).map(({ user_id }) => user_id)

test('inviting and removing a manager can send the password with the form', async () => {
  const user = await aUser(it)
  const sent = await sendTwice(managersForm, { intent: 'invite', email: user.email })
  expect(sent).toMatchObject({ sentTo: user.email })
  await addManager(it.ctx(), { guildId, userId: user.id })
  it.at('2026-11-21T12:22:00.000Z')
  const removed = await sendTwice(managersForm, { intent: 'remove', userId: user.id })
  expect(removed).toMatchObject({ status: 302 })
  expect(await managers()).toEqual([])
  it.at('2026-11-21T12:33:00.000Z')
  await sendTwice(managersForm, { intent: 'restore', userId: user.id })
  expect(await managers()).toEqual([user.id])
})

test('inviting a person keeps email, role and server, and takes the password along', async () => {
  const values = { intent: 'invite', email: anEmail(), role: 'editor', guild_id: guildId }
  expect(await sendTwice(invitationsForm, values)).toMatchObject({ sentTo: values.email })
  const { invitations } = await listInvitations(it.ctx(), { guild_id: guildId, limit: 50, offset: 0 })
  expect(invitations).toMatchObject([{ email: values.email, role: 'editor', guild_id: guildId }])
})

test('the API returns 403 proof_required for managers, invitations and statistics', async () => {
  const { id: userId } = await aUser(it)
  const json = { headers: { 'Content-Type': 'application/json' } }
  const answers = [
    await send(managersApi, null, { method: 'PUT', params: { userId } }),
    await send(managersApi, null, { method: 'DELETE', params: { userId } }),
    await send(invitationsApi, JSON.stringify({ email: anEmail() }), json),
    await send(statsApi, null, { method: 'GET' }),
  ]
  for (const { answer } of answers) {
    const response = answer as Response
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'proof_required' }])
  }
  expect(await managers()).toEqual([])
})

test.each([
  ['http://localhost/admin/guilds/1?days=7', '/admin/guilds/1?days=7'],
  ['http://elsewhere.example/admin', null],
  ['', null],
])('a link to statistics on %s leads to the page for the proof', async (Referer, from) => {
  const { answer } = await send(statsApi, null, {
    method: 'GET',
    headers: { 'Sec-Fetch-Mode': 'navigate', Referer },
  })
  const response = answer as Response
  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toMatch(/^\/proof\?redirect_to=/)
  expect(new URL(response.headers.get('Location')!, 'http://localhost').searchParams.get('from')).toBe(from)
})

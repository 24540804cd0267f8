import { createDocument } from '@mixmark-io/domino'
import { beforeAll, expect, inject, test } from 'vitest'
import { client, signInAs, signUp, snowflake } from '#tests/support/http/client.ts'
import { cli, cliJson } from '#tests/support/http/server.ts'

const server = inject('servers')[0]!
const guildId = snowflake()
const path = `/admin/guilds/${guildId}/keys`
let owner: string
let manager: string

beforeAll(async () => {
  await cliJson(server.env, ['guilds', 'add', '--id', guildId, '--name', 'Harbour'])
  owner = await signInAs(server, 'owner')
  const { cookie, user } = await signUp(server)
  manager = cookie
  const added = await client(server)(`/api/guilds/${guildId}/managers/${user.id}`, {
    method: 'PUT',
    headers: { Cookie: owner },
  })
  expect(added.status).toBe(200)
})

async function load(cookie: string, fields?: Record<string, string>) {
  const headers = { Cookie: cookie }
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
  const response = await client(server)(path, init)
  const main = createDocument(await response.text()).querySelector('main')
  return { status: response.status, to: response.headers.get('Location'), main: main! }
}
const send = async (fields: Record<string, string>, cookie = manager) => {
  const { status, to } = await load(cookie, fields)
  return [status, to?.replace(path, '')]
}
const wish = { intent: 'request', name: 'Dashboard', 'scope:stats:read': 'yes', purpose: 'Shows our week.' }
type Requests = { requests: { id: string; name: string; guild_id: string }[] }
const openRequests = async () =>
  (await cliJson<Requests>(server.env, ['keys', 'requests'])).requests.filter(
    ({ guild_id }) => guild_id === guildId,
  )

test('a manager requests a key, the owner creates it in the terminal, and both see it', async () => {
  const refused = await load(manager, { intent: 'request', name: 'Dashboard', purpose: '' })
  expect(refused.status).toBe(400)
  expect(refused.main.querySelector('fieldset')!.textContent).toContain('Select at least one scope.')
  expect(refused.main.textContent).toContain('Enter the purpose of the key.')
  const sent = await send(wish)
  const [request] = await openRequests()
  expect(sent).toEqual([302, `?done=requested#request-${request!.id}`])
  const command = `npm run -s signpost -- keys create --request ${request!.id}`
  const decided = (await load(owner)).main.textContent
  expect(decided).toContain(command)
  expect(decided).not.toContain('Cancel request')
  expect(decided).toMatch(/Create key.*keys create --guild.*Request key.*The site owners read this/s)
  const seen = (await load(manager)).main
  expect(seen.querySelector(`#request-${request!.id}`)!.textContent).toContain('Shows our week.')
  expect(seen.textContent).toContain('Cancel request')
  expect(seen.textContent).not.toContain(command)

  const made = await cliJson<{ id: string; key: string }>(server.env, [
    ...['keys', 'create', '--request', request!.id, '--expires-in-days', '30'],
  ])
  const page = (await load(manager)).main.textContent!
  expect(page).toContain(`sgn_live_${made.id}_…`)
  expect(page).not.toContain(made.key.slice(-38))
  expect(await openRequests()).toEqual([])

  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const expire = (expires_at: string) => send({ intent: 'expire', id: made.id, expires_at })
  expect(await expire(day(60))).toEqual([400, undefined])
  expect(await expire(day(3))).toEqual([302, '?done=expiry'])
  expect(await send({ intent: 'revoke', id: made.id, sure: 'yes' })).toEqual([302, '?done=revoked'])
})

test('the owner declines with a reason, on the page and in the terminal', async () => {
  for (const name of ['On the page', 'On the terminal']) await send({ ...wish, name })
  const [first, second] = await openRequests()
  const decline = { intent: 'decline', id: first!.id, reason: 'Use the <b>export</b>.' }
  expect(await send(decline)).toEqual([403, undefined])
  expect(await send({ ...decline, reason: ' ' }, owner)).toEqual([400, undefined])
  expect(await send(decline, owner)).toEqual([302, '?done=declined'])
  await cliJson(server.env, ['keys', 'decline', '--request', second!.id, '--reason', 'Not yet.'])
  const { main } = await load(manager)
  expect(main.querySelector(`#request-${first!.id}`)!.textContent).toContain('Use the <b>export</b>.')
  expect(main.querySelector(`#request-${second!.id}`)!.textContent).toContain('Not yet.')
  const late = await cli(server.env, ['keys', 'create', '--request', first!.id])
  expect([late.code, late.err]).toEqual([1, 'This request was already declined.\n'])
})

test('the command takes either a request or all other required options', async () => {
  const request = '01JDEM00000000000000000001'
  const both = await cli(server.env, ['keys', 'create', '--request', request, '--name', 'x'])
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('--name is invalid: Omit this option')])
  const neither = await cli(server.env, ['keys', 'create', '--name', 'x'])
  expect([neither.code, neither.err]).toEqual([2, expect.stringContaining('--guild is missing.')])
  const unknown = await cli(server.env, ['keys', 'create', '--request', request])
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'There is no request for an API key with this id. Check the id.\n',
  ])
})

test('a person who does not manage the server can neither see nor send requests', async () => {
  const { cookie } = await signUp(server)
  expect(await send(wish, cookie)).toEqual([403, undefined])
  expect((await load(cookie)).status).toBe(403)
  expect(await openRequests()).toEqual([])
})

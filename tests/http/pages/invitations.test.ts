import { createDocument } from '@mixmark-io/domino'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { anEmail, client, cookieOf, signInAs, snowflake } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'

const server = inject('servers')[0]!
const path = '/admin/users/invitations'

describe('the invitations page without a mail server and without a script', () => {
  let cookie = ''
  beforeAll(async () => {
    cookie = await signInAs(server, 'owner')
  })

  const load = async (init: RequestInit = {}) => {
    const response = await client(server)(path, { ...init, headers: { Cookie: cookie } })
    const page = createDocument(await response.text())
    return { status: response.status, page, main: page.querySelector('main')! }
  }
  const emailField = (main: Element) => main.querySelector('input[name=email]')!.getAttribute('value') ?? ''

  test('the breadcrumbs name each page once', async () => {
    const { page } = await load()
    const crumbs = Array.from(page.querySelectorAll('nav[aria-label=Breadcrumbs] li'))
    expect(crumbs.map(({ textContent }) => textContent?.replace('/', '').trim())).toEqual([
      'Console',
      'People',
      'Invitations',
    ])
  })

  test('the form says where the link appears, and is empty after it worked', async () => {
    const { main } = await load()
    expect(main.textContent).toContain('The link is shown once.')
    const refused = await load({
      method: 'POST',
      body: new URLSearchParams({ intent: 'invite', email: 'ada' }),
    })
    expect([refused.status, emailField(refused.main)]).toEqual([400, 'ada'])
    const email = anEmail()
    const body = new URLSearchParams({ intent: 'invite', email, role: 'member' })
    const sent = await load({ method: 'POST', body })
    expect([sent.status, emailField(sent.main)]).toEqual([200, ''])
    expect(sent.main.querySelector('.select-all')!.textContent).toMatch(/\/invitation\?token=[\w-]{43}$/)
  })
})

test('an invitation of a manager that was revoked while its page was open says so', async () => {
  const Cookie = await signInAs(server, 'owner')
  const guild = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Harbour'])
  const managers = `/admin/guilds/${guild}/managers`
  const send = (path: string, fields: Record<string, string>, headers = {}) =>
    client(server)(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const mainOf = async (response: Response) =>
    createDocument(await response.text()).querySelector('main')!.textContent
  const email = anEmail()
  const invited = await (await send(managers, { intent: 'invite', email }, { Cookie })).text()
  const [token = ''] = /(?<=\/invitation\?token=)[\w-]{43}/.exec(invited) ?? []
  const path = `/invitation?token=${token}`
  expect(await mainOf(await client(server)(path))).toContain('The invitation to manage Harbour is for')

  const [id = ''] = /(?<=name="id" value=")\w{26}/.exec(invited) ?? []
  expect((await send(managers, { intent: 'revoke', id }, { Cookie })).status).toBe(302)
  const sentence = 'This invitation was used, was revoked or has expired. Request a new invitation.'
  const accepted = await send('/invitation', { token, name: 'Ada', password: 'correct horse' })
  expect([accepted.status, accepted.headers.getSetCookie()]).toEqual([400, []])
  expect(await mainOf(accepted)).toContain(sentence)
  const closed = await mainOf(await client(server)(path))
  expect(closed).toContain('This link no longer works.')
  expect(closed).toContain(sentence)
  expect(closed).not.toContain('Harbour')
  const page = await client(server)(managers, { headers: { Cookie } })
  expect(await mainOf(page)).not.toContain(email)
})

test('the console of an invited manager does not name the role member', async () => {
  const Cookie = await signInAs(server, 'owner')
  const guild = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Harbour'])
  const send = (path: string, fields: Record<string, string>, headers = {}) =>
    client(server)(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const leadFor = async (cookie: string) =>
    /Signed in as [^<]*/.exec(
      await (await client(server)('/admin', { headers: { Cookie: cookie } })).text(),
    )?.[0]
  const email = anEmail()
  const invited = await send(`/admin/guilds/${guild}/managers`, { intent: 'invite', email }, { Cookie })
  const [token = ''] = /(?<=\/invitation\?token=)[\w-]{43}/.exec(await invited.text()) ?? []
  const accepted = await send('/invitation', { token, name: 'Mia', password: 'correct horse' })
  expect(await leadFor(cookieOf(accepted))).toBe('Signed in as Mia.')
  expect(await leadFor(Cookie)).toBe('Signed in as Grace (owner).')
})

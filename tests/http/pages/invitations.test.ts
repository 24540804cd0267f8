import { createDocument } from '@mixmark-io/domino'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { anEmail, client, signInAs } from '#tests/support/http/client.ts'

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

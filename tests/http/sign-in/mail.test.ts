import { describe, expect, test } from 'vitest'
import { oneServer, anEmail, client, json, signInAs, signUp } from '#tests/support/http/client.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { mailboxEmailsTo, tokenIn } from '#tests/support/db/mailbox.ts'
import { cliJson } from '#tests/support/http/server.ts'

const asRole = async (server: Server, role: string) => {
  const headers = { Cookie: await signInAs(server, role) }
  const ask = client(server)
  return (path: string, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
}

/** Makes a user with a role whose link for a new password lies in the mailbox. */
async function forgetful(server: Server, role: string) {
  const email = anEmail()
  const { password, name } = { password: 'correct horse battery', name: 'Ada' }
  const args = ['users', 'create', '--email', email, '--name', name, '--password', password, '--role', role]
  await cliJson(server.env, args)
  expect((await client(server)('/api/auth/password-reset', json({ email }))).status).toBe(202)
  const letters = () => mailboxEmailsTo(server.env.DATA_DIR!, email)
  await expect.poll(letters, { timeout: 10_000 }).toHaveLength(1)
  return { email, token: tokenIn((await letters())[0]!) }
}

describe.each(oneServer())('mail on $name', (server) => {
  test('a sign-up writes its letter into the mailbox, and its link confirms the address', async () => {
    const { email, cookie } = await signUp(server)
    const letters = () => mailboxEmailsTo(server.env.DATA_DIR!, email)
    await expect.poll(letters, { timeout: 10_000 }).toHaveLength(1)
    const token = tokenIn((await letters())[0]!)
    expect((await client(server)('/api/auth/verify-email', json({ token }, { Cookie: cookie }))).status).toBe(
      204,
    )
    expect((await client(server)('/api/auth/verify-email', json({ token }))).status).toBe(400)
  })

  test('a link from the mailbox sets a new password', async () => {
    const { email, token } = await forgetful(server, 'member')
    const body = { token, new_password: 'a brand new horse' }
    expect((await client(server)('/api/auth/password-reset/confirm', json(body))).status).toBe(204)
    const login = json({ email, password: 'a brand new horse' })
    expect((await client(server)('/api/auth/login', login)).status).toBe(200)
  })

  test('strangers are sent to sign in; members and editors are refused', async () => {
    const path = '/admin/mail/20261121T110000000Z-01JD7Q0000000000000000000A'
    for (const address of ['/admin/mail', path, `${path}/html`]) {
      const response = await client(server)(address)
      expect(response.headers.get('Location')).toBe(`/login?redirect_to=${encodeURIComponent(address)}`)
    }
    for (const role of ['member', 'editor']) {
      const ask = await asRole(server, role)
      for (const address of ['/admin/mail', path, `${path}/html`, '/admin/mail?list=mailbox'])
        expect([address, (await ask(address)).status]).toEqual([address, 403])
      const post = { method: 'POST', body: new URLSearchParams({ id: 'x' }) }
      expect((await ask('/admin/mail', post)).status).toBe(403)
    }
  })

  test('administrators see every email, but open only those to users they outrank', async () => {
    const member = await forgetful(server, 'member')
    const owner = await forgetful(server, 'owner')
    for (const [role, mayAll] of [
      ['admin', false],
      ['owner', true],
    ] as const) {
      const ask = await asRole(server, role)
      const outbox = await (await ask('/admin/mail')).text()
      expect(outbox).toContain('Set a new password')
      expect(outbox).toContain('stored and not delivered')
      const mailbox = await (await ask('/admin/mail?list=mailbox')).text()
      for (const { email } of [member, owner]) expect([outbox, mailbox].join()).toContain(email)
      expect([outbox, mailbox].join()).not.toMatch(/token=[\w-]{43}/)

      for (const { email, token } of [member, owner]) {
        const may = mayAll || email === member.email
        const path = new RegExp(`href="(/admin/mail/[^"]+)"(?:(?!href=).)*${email}`, 's').exec(mailbox)![1]!
        const page = await ask(path)
        const text = await page.text()
        expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
        expect([role, text.includes(token)]).toEqual([role, may])
        expect(text.includes('You cannot read this message')).toBe(!may)
        const framed = await (await ask(`${path}?part=html`)).text()
        expect([framed.includes('<iframe'), framed.includes(token)]).toEqual([may, false])

        const html = await ask(`${path}/html`)
        expect([html.status, (await html.text()).includes(token)]).toEqual([may ? 200 : 403, may])
        if (!may) continue
        expect(html.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*; sandbox$/)
        expect(html.headers.get('Content-Security-Policy')).not.toContain('script-src')
        expect(html.headers.get('X-Content-Type-Options')).toBe('nosniff')
      }
    }
  })

  test.each(['..%2fsecrets.json', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'x', '20261121T110000000Z-01.eml'])(
    'the address of a message %s leads to nothing',
    async (name) => {
      const ask = await asRole(server, 'owner')
      expect((await ask(`/admin/mail/${name}`)).status).toBe(404)
      expect((await ask(`/admin/mail/${name}/html`)).status).toBe(404)
    },
  )

  test('a filter or a page that is none is refused, and an empty one says where to go', async () => {
    const ask = await asRole(server, 'admin')
    for (const query of ['status=lost', 'page=0', 'page=x', 'list=mailbox&page=-1'])
      expect([query, (await ask(`/admin/mail?${query}`)).status]).toEqual([query, 400])
    const empty = await (await ask('/admin/mail?status=failed&page=9')).text()
    expect(empty).toContain('No emails match.')
    const post = (id: string) => ask('/admin/mail', { method: 'POST', body: new URLSearchParams({ id }) })
    expect((await post('x')).status).toBe(404)
  })

  test('only private pages may frame, and only our own', async () => {
    const policy = async (path: string) => {
      const ask = await asRole(server, 'admin')
      return (await ask(path)).headers.get('Content-Security-Policy')
    }
    expect(await policy('/admin/mail')).toMatch(/frame-ancestors 'none'; .*frame-src 'self'$/)
    expect(await policy('/')).toMatch(/^default-src 'none'(?!.*frame-src)/)
  })
})

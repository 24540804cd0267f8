import { createDocument } from '@mixmark-io/domino'
import { describe, expect, test } from 'vitest'
import {
  oneServer,
  anAddress,
  anEmail,
  client,
  json,
  signInAs,
  type ErrorBody,
} from '#tests/support/http/client.ts'
import { typed } from '#tests/support/db/contact.ts'
import { mailboxEmailsTo } from '#tests/support/db/mailbox.ts'

const path = '/api/contact-form-submissions'
type Sent = { submission: { id: string; created_at: string } }
type Listed = { submissions: { id: string; email: string; status: string }[]; counts: { unread: number } }

const fieldsOf = (html: string) => {
  const form = createDocument(html).querySelector('form[data-contact-form]')!
  return (name: string) => form.querySelector(`[name="${name}"]`)!
}

describe.each(oneServer())('on $name', (server) => {
  const ask = client(server)
  const asForm = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

  test('a message as JSON or form reaches the inbox and an owner’s mail', async () => {
    const Cookie = await signInAs(server, 'owner')
    const { user } = (await (await ask('/api/profile', { headers: { Cookie } })).json()) as {
      user: { email: string }
    }
    const subject = `From ${anEmail()}`
    const parts = new FormData()
    for (const [name, value] of Object.entries({ ...typed, subject, submit: 'Send' }))
      parts.append(name, value)
    const ways: RequestInit[] = [
      json({ ...typed, subject }),
      asForm({ ...typed, subject, submit: 'Send' }),
      { method: 'POST', body: parts },
    ]
    const ids: string[] = []
    for (const way of ways) {
      const response = await client(server)(path, way)
      expect([response.status, response.headers.get('X-RateLimit-Limit')]).toEqual([201, '5'])
      const { submission } = (await response.json()) as Sent
      expect(Object.keys(submission)).toEqual(['id', 'created_at'])
      ids.unshift(submission.id)
    }
    const listed = (await (
      await ask(`${path}?status=unread&limit=100`, { headers: { Cookie } })
    ).json()) as Listed
    const mine = listed.submissions.filter(({ id }) => ids.includes(id))
    expect(mine.map(({ id, email }) => [id, email])).toEqual(ids.map((id) => [id, 'a•••@e•••.com']))
    const letters = async () =>
      (await mailboxEmailsTo(server.env.DATA_DIR!, user.email)).filter((letter) =>
        letter.subject?.includes(subject),
      )
    await expect.poll(letters, { timeout: 10_000 }).toHaveLength(3)
    const [letter] = await letters()
    expect(letter).toMatchObject({ replyTo: [{ address: typed.email, name: '' }] })
    expect(letter!.text).toContain('> Whom do we ask?')
    // None of these is sent on to the owners of other tests.
    for (const id of ids) await ask(`${path}/${id}`, { method: 'DELETE', headers: { Cookie } })
  })

  test('invalid fields are named, unknown ones refused in JSON, and other types refused', async () => {
    const wrong = async (init: RequestInit) => {
      const response = await client(server)(path, init)
      const { code, issues = [] } = (await response.json()) as ErrorBody
      return [response.status, code, ...issues.map((issue) => issue.path)]
    }
    const empty = [400, 'invalid_request', 'name', 'email', 'message']
    expect(await wrong(json({}))).toEqual(empty)
    expect(await wrong(asForm({ more: '1' }))).toEqual(empty)
    expect(await wrong(json({ ...typed, phone: '1' }))).toEqual([400, 'invalid_request', 'phone'])
    const file = new FormData()
    file.append('name', new Blob(['x']), 'x.txt')
    expect(await wrong({ method: 'POST', body: file })).toEqual([400, 'invalid_request'])
    const torn = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect(await wrong({ method: 'POST', body: '--x\r\n', headers: torn })).toEqual([400, 'invalid_request'])
    expect(await wrong({ method: 'POST', body: 'hello' })).toEqual([415, 'unsupported_media_type'])
    expect(await wrong(asForm({ message: 'x'.repeat(1024 * 1024) }))).toEqual([413, 'payload_too_large'])
  })

  test('one address sends five messages an hour, by the route and by the page together', async () => {
    const one = client(server, anAddress())
    for (let sent = 0; sent < 3; sent++) expect((await one(path, json(typed))).status).toBe(201)
    for (let sent = 0; sent < 2; sent++) expect((await one('/contact', asForm(typed))).status).toBe(303)
    const refused = await one(path, json(typed))
    expect([refused.status, refused.headers.get('X-RateLimit-Remaining')]).toEqual([429, '0'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    const page = await one('/contact', asForm(typed))
    expect([page.status, page.headers.get('X-RateLimit-Limit')]).toEqual([429, '5'])
    const field = fieldsOf(await page.text())
    expect(field('message').textContent?.trim()).toBe(typed.message)
  })

  test('the challenge is for one message: nobody keeps it, and everybody gets another', async () => {
    const Cookie = await signInAs(server, 'admin')
    const [one, other] = [await ask(`${path}/challenge`), await ask(`${path}/challenge`)]
    expect([one.headers.get('Cache-Control'), one.headers.get('ETag')]).toEqual(['no-store', null])
    const offers = [await one.json(), await other.json()] as { provider: string; mark: string }[]
    expect(offers[0]).toMatchObject({ provider: 'none', site_key: null, challenge: null })
    expect(offers[0]!.mark).not.toBe(offers[1]!.mark)
    const { mark } = offers[0]!
    const { submission } = (await (await client(server)(path, json({ ...typed, mark }))).json()) as Sent
    const spam = (await (
      await ask(`${path}?status=spam&limit=100`, { headers: { Cookie } })
    ).json()) as Listed
    expect(spam.submissions.map(({ id }) => id)).toContain(submission.id)
  })

  test('the page is the same for everybody, and its Markdown tells programs of the route', async () => {
    const page = await ask('/contact')
    expect(page.headers.get('Cache-Control')).toContain('public')
    expect(page.headers.get('Content-Security-Policy')).not.toContain('http')
    const html = await page.text()
    const [form = 0, section] = ['write-a-message', 'other-ways-to-reach-the-operator'].map((id) =>
      html.indexOf(` id="${id}"`),
    )
    expect(form).toBeGreaterThan(0)
    expect(section).toBeGreaterThan(form)
    const field = fieldsOf(html)
    const trap = field('website')
    expect([trap.getAttribute('tabindex'), trap.getAttribute('autocomplete')]).toEqual(['-1', 'off'])
    expect(trap.parentElement!.parentElement!.getAttribute('aria-hidden')).toBe('true')
    const markdown = await (await ask('/contact.md')).text()
    expect(markdown).toContain('`POST /api/contact-form-submissions`')
    expect(markdown).toContain('## Write a message')
    expect(markdown).not.toMatch(/Your e-mail|Leave this empty|Send message/)
  })

  test('without a script a message leads to a page that says so, which no search finds', async () => {
    const sent = await client(server)('/contact', asForm(typed))
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/contact/sent'])
    const page = await ask('/contact/sent')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('Your message was sent')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(await (await ask('/sitemap.xml')).text()).not.toContain('/contact/sent')
  })

  test('without a script errors appear beside fields, and the text is kept privately', async () => {
    const input = { ...typed, email: 'no <address>', message: 'short', website: 'kept?' }
    const response = await client(server)('/contact', asForm(input))
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
    const html = await response.text()
    const field = fieldsOf(html)
    expect(html).toContain('Check the 2 fields with errors.')
    expect(html).toContain('Other ways to reach the operator')
    expect(field('name').getAttribute('value')).toBe(typed.name)
    expect(field('email').getAttribute('value')).toBe('no <address>')
    expect([field('message').textContent?.trim(), field('website').getAttribute('value')]).toEqual([
      'short',
      null,
    ])
    for (const name of ['email', 'message']) {
      const said = field(name).getAttribute('aria-describedby')!.split(' ').at(-1)!
      expect([field(name).getAttribute('aria-invalid'), said]).toEqual([
        'true',
        expect.stringMatching(/-error$/),
      ])
      expect(createDocument(html).getElementById(said)?.textContent).toMatch(/^Error: ./)
    }
    expect(await (await ask('/contact')).text()).not.toContain(typed.name)
  })

  test('a form of another site is refused', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const response = await client(server)('/contact', { ...asForm(typed), headers })
    expect(response.status).toBe(403)
  })
})

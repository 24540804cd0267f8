import { createDocument } from '@mixmark-io/domino'
import { expect, inject, test } from 'vitest'
import { client, json, signUp, type ErrorBody } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!

/** The fields that somebody fills in on a page, by name, and its HTML. */
async function fieldsOf(path: string, cookie = '') {
  const html = await (await client(server)(path, { headers: { Cookie: cookie } })).text()
  const inputs = Array.from(createDocument(html).querySelectorAll('main input:not([type=hidden])'))
  return { html, fields: inputs.filter((input) => !input.hasAttribute('hidden')) }
}

test.each([
  ['/login', 'current-password'],
  ['/signup', 'new-password'],
  ['/profile/security', 'current-password new-password'],
  ['/profile/data', 'current-password'],
])('every field for a password hides it, and is open to password managers: %s', async (path, kinds) => {
  const { cookie } = path.startsWith('/profile') ? await signUp(server) : { cookie: '' }
  const { html, fields } = await fieldsOf(path, cookie)
  const passwords = fields.filter((field) => /password/.test(field.getAttribute('name') ?? ''))
  expect(passwords.map((field) => field.getAttribute('type'))).toEqual(passwords.map(() => 'password'))
  expect(passwords.map((field) => field.getAttribute('autocomplete')).join(' ')).toBe(kinds)
  expect(html).not.toMatch(/\son(paste|copy|drop|input|keydown)=/i)
})

test('a sign-up asks for a name, an address and a password, and takes nothing else', async () => {
  const { fields } = await fieldsOf('/signup')
  expect(fields.map((field) => field.getAttribute('name'))).toEqual(['name', 'email', 'password'])
  const body = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', hint: 'an animal' }
  const response = await client(server)('/api/auth/signup', json(body))
  expect(response.status).toBe(400)
  expect(((await response.json()) as ErrorBody).issues).toMatchObject([{ path: 'hint' }])
})

test.each([
  ['/chat', 'Sign in to search and ask questions in the chat.'],
  ['/admin/audit?a=1', 'Sign in to open the console.'],
  ['/profile', 'Sign in to open your profile.'],
  ['/administrators', 'Sign in to use your account and, if your role allows, the console.'],
])('the sign-in page says what the sign-in is for: %s', async (path, lead) => {
  const { html } = await fieldsOf(`/login?${new URLSearchParams({ redirect_to: path })}`)
  expect(createDocument(html).querySelector('main')?.textContent).toContain(lead)
})

import { describe, expect, test } from 'vitest'
import {
  oneServer,
  client,
  cookieOf,
  json,
  signInAs,
  signUp,
  type ErrorBody,
} from '#tests/support/http/client.ts'

describe.each(oneServer())('one’s own account on $name', (server) => {
  const asking = (cookie: string) => {
    const ask = client(server)
    return (path: string, init: RequestInit = {}) =>
      ask(path, { ...init, headers: { Cookie: cookie, ...(init.headers as Record<string, string>) } })
  }
  const patch = (body: unknown) => ({ ...json(body), method: 'PATCH' })
  const error = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code]

  test('is read, and changed in what is given alone', async () => {
    const { cookie, user } = await signUp(server)
    const ask = asking(cookie)
    const avatar_url = 'https://avatars.githubusercontent.com/u/1?v=4'
    expect(await (await ask('/api/profile')).json()).toEqual({ user })
    for (const change of [{ name: 'Grace' }, { avatar_url }, { theme: 'dark' }, {}, { avatar_url: null }]) {
      const response = await ask('/api/profile', patch(change))
      expect(response.status).toBe(200)
      expect(((await response.json()) as { user: object }).user).toMatchObject(change)
    }
    expect(await (await ask('/api/profile')).json()).toEqual({
      user: { ...user, name: 'Grace', theme: 'dark' },
    })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'a'.repeat(101) }, 'name'],
    [{ avatar_url: 'http://example.com/a.png' }, 'avatar_url'],
    [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    [{ avatar_url: `https://example.com/${'a'.repeat(500)}` }, 'avatar_url'],
    [{ theme: 'pink' }, 'theme'],
    [{ role: 'owner' }, 'role'],
    [{ email: 'eve@example.com' }, 'email'],
  ])('takes no %j', async (change, path) => {
    const { cookie, user } = await signUp(server)
    const response = await asking(cookie)('/api/profile', patch(change))
    expect(response.status).toBe(400)
    expect(((await response.json()) as ErrorBody).issues).toMatchObject([{ path }])
    expect(await (await asking(cookie)('/api/profile')).json()).toEqual({ user })
  })

  test('changes its password, renews this session and ends the others', async () => {
    const { cookie, email, password } = await signUp(server)
    const elsewhere = cookieOf(await client(server)('/api/auth/login', json({ email, password })))
    const body = { current_password: password, new_password: 'staple after staple' }
    const response = await asking(cookie)('/api/auth/password', json(body))
    expect(response.status).toBe(204)
    const next = cookieOf(response)
    const who = async (value: string) =>
      ((await (await asking(value)('/api/session')).json()) as { user: unknown }).user
    expect([await who(cookie), await who(elsewhere)]).toEqual([null, null])
    expect(await who(next)).toMatchObject({ name: 'Ada' })
    expect((await client(server)('/api/auth/login', json({ email, password }))).status).toBe(401)
  })

  test('lists its sessions and ends one or all others, never those of another account', async () => {
    const { cookie, email, password } = await signUp(server)
    const ask = asking(cookie)
    const enter = async () => cookieOf(await client(server)('/api/auth/login', json({ email, password })))
    const others = [await enter(), await enter(), await enter()]
    const list = async () => {
      const { sessions } = (await (await ask('/api/profile/sessions')).json()) as {
        sessions: { id: string; current: boolean; ip_prefix: string }[]
      }
      return sessions
    }
    const sessions = await list()
    expect(sessions).toHaveLength(4)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions[0]!.ip_prefix).toMatch(/^fd[\da-f:]+::\/\d+$/)
    const { cookie: stranger } = await signUp(server)
    const foreign = await asking(stranger)(`/api/profile/sessions/${sessions[1]!.id}`, { method: 'DELETE' })
    expect(await error(foreign)).toEqual([404, 'not_found'])
    const gone = sessions.find(({ current }) => !current)!
    expect((await ask(`/api/profile/sessions/${gone.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await error(await ask(`/api/profile/sessions/${gone.id}`, { method: 'DELETE' }))).toEqual([
      404,
      'not_found',
    ])
    expect((await ask('/api/profile/sessions', { method: 'DELETE' })).status).toBe(204)
    expect(await list()).toMatchObject([{ current: true }])
    for (const other of others)
      expect(await (await asking(other)('/api/session')).json()).toEqual({ user: null })
  })

  test('is exported as a file, without secrets', async () => {
    const { cookie, user, password } = await signUp(server)
    const response = await asking(cookie)('/api/profile/export')
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      format: 'signpost-account',
      user,
      sessions: [{ current: true }],
    })
    for (const secret of [password, cookie.split('=')[1]!, '$argon2id', 'token_hash'])
      expect(text).not.toContain(secret)
  })

  test('is deleted with its password and not without, and the cookie is cleared', async () => {
    const { cookie, email, password } = await signUp(server)
    const ask = asking(cookie)
    const remove = (body?: unknown) =>
      ask('/api/profile', body === undefined ? { method: 'DELETE' } : { ...json(body), method: 'DELETE' })
    for (const body of [undefined, {}, { password: 'wrong' }])
      expect(await error(await remove(body))).toEqual([400, 'invalid_request'])
    const response = await remove({ password })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=; .*Max-Age=0/)
    expect(await error(await ask('/api/profile'))).toEqual([401, 'unauthorized'])
    expect((await client(server)('/api/auth/login', json({ email, password }))).status).toBe(401)
    const again = await client(server)('/api/auth/signup', json({ name: 'Ada', email, password }))
    expect(again.status).toBe(201)
  })

  test('gets a session with another id when its role changes, on pages and on the API', async () => {
    for (const path of ['/profile', '/api/profile']) {
      const { cookie, user } = await signUp(server)
      const admin = asking(await signInAs(server, 'admin'))
      expect((await admin(`/api/users/${user.id}`, patch({ role: 'editor' }))).status).toBe(200)
      const response = await asking(cookie)(path)
      expect(response.status).toBe(200)
      const renewed = cookieOf(response)
      expect(renewed).toMatch(/^session=[\w-]{43}$/)
      expect(renewed).not.toBe(cookie)
      expect((await asking(renewed)('/admin')).status).toBe(200)
      expect((await asking(renewed)(path)).headers.getSetCookie()).toEqual([])
    }
  })

  test('is signed out for good, also right after a change of its role', async () => {
    const { cookie, user } = await signUp(server)
    const admin = asking(await signInAs(server, 'admin'))
    expect((await admin(`/api/users/${user.id}`, patch({ role: 'editor' }))).status).toBe(200)
    const response = await asking(cookie)('/api/auth/logout', { method: 'POST' })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; .*Max-Age=0/)])
  })

  test('resets and confirmations respond alike for everyone and refuse unknown links', async () => {
    const { email } = await signUp(server)
    for (const address of [email, 'nobody@example.com']) {
      const response = await client(server)('/api/auth/password-reset', json({ email: address }))
      expect([response.status, await response.json()]).toEqual([202, { status: 'check_email' }])
    }
    const token = 'A'.repeat(43)
    const confirm = json({ token, new_password: 'staple after staple' })
    expect(await error(await client(server)('/api/auth/password-reset/confirm', confirm))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await error(await client(server)('/api/auth/verify-email', json({ token })))).toEqual([
      400,
      'invalid_request',
    ])
  })

  test('asking for resets is limited by address', async () => {
    const ask = client(server)
    const answers: number[] = []
    for (let time = 0; time < 11; time++)
      answers.push((await ask('/api/auth/password-reset', json({ email: `no${time}@example.com` }))).status)
    expect(answers).toEqual([...Array<number>(10).fill(202), 429])
  })

  test('a form cannot be sent from another site, signed in or not', async () => {
    const body = new URLSearchParams({ email: 'a@example.com', password: 'correct horse' })
    for (const path of ['/login', '/signup', '/reset-password', '/verify-email']) {
      const response = await client(server)(path, {
        method: 'POST',
        body,
        headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      })
      expect([path, response.status]).toEqual([path, 403])
    }
  })
})

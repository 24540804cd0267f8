import { describe, expect, test } from 'vitest'
import {
  oneServer,
  anEmail,
  client,
  cookieOf,
  json,
  signInAs,
  signUp,
  type ErrorBody,
} from '#tests/support/http/client.ts'

describe.each(oneServer())('the session surface on $name', (server) => {
  test('signing up makes a member and a session cookie as specified', async () => {
    const { response, user, email } = await signUp(server)
    expect(response.status).toBe(201)
    expect(user).toEqual({
      id: expect.any(String),
      email,
      email_verified: false,
      name: 'Ada',
      avatar_url: null,
      theme: 'system',
      role: 'member',
      has_password: true,
      connections: [],
      created_at: expect.stringMatching(/Z$/),
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('the cookie is Secure when a trusted proxy says that the request came over HTTPS', async () => {
    const body = { name: 'Ada', email: anEmail(), password: 'correct horse' }
    const response = await client(server)('/api/auth/signup', json(body, { 'X-Forwarded-Proto': 'https' }))
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure$/)
  })

  test('a taken e-mail is a conflict, however it is written', async () => {
    const { email } = await signUp(server)
    const response = await client(server)(
      '/api/auth/signup',
      json({ name: 'Eve', email: email.toUpperCase(), password: 'another one' }),
    )
    expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([409, 'conflict'])
  })

  test('the page for a confirmed download links back to a page of this site', async () => {
    const { cookie } = await signUp(server)
    const pageFrom = async (from: string) => {
      const query = new URLSearchParams({ redirect_to: '/api/profile/export', from })
      return (await client(server)(`/proof?${query}`, { headers: { Cookie: cookie } })).text()
    }
    const page = await pageFrom('/profile/security')
    expect(page).toContain('href="/api/profile/export"')
    expect(page).toMatch(/href="\/profile\/security"[^>]*>Back to the previous page</)
    expect(await pageFrom('//elsewhere.example')).not.toContain('Back to the previous page')
  })

  test('a sign-in returns the user and the redirect, with a new session each time', async () => {
    const { email, password, cookie } = await signUp(server)
    const response = await client(server)(
      '/api/auth/login',
      json({ email, password, redirect_to: '/docs' }, { Cookie: cookie }),
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { email }, redirect_to: '/docs' })
    expect(cookieOf(response)).not.toBe(cookie)
    const old = await (await client(server)('/api/session', { headers: { Cookie: cookie } })).json()
    expect(old).toEqual({ user: null })
  })

  test('a missing field is 400, and an unknown account or wrong password the same 401', async () => {
    const { email } = await signUp(server)
    const post = client(server)
    expect((await post('/api/auth/login', json({ email }))).status).toBe(400)
    const answers = [
      await post('/api/auth/login', json({ email, password: 'wrong' })),
      await post('/api/auth/login', json({ email: anEmail(), password: 'wrong' })),
    ]
    const bodies = await Promise.all(
      answers.map(async (answer) => ({ ...((await answer.json()) as ErrorBody), request_id: '' })),
    )
    expect(answers.map((answer) => answer.status)).toEqual([401, 401])
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]!.code).toBe('invalid_credentials')
    expect(answers[0]!.headers.getSetCookie()).toEqual([])
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\tx', 'javascript:alert(1)'])(
    'redirect_to takes no %s',
    async (redirect_to) => {
      const response = await client(server)(
        '/api/auth/login',
        json({ email: anEmail(), password: 'x', redirect_to }),
      )
      expect(response.status).toBe(400)
    },
  )

  test('after three failures an account pauses, from any address', async () => {
    const { email, password } = await signUp(server)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await client(server)('/api/auth/login', json({ email, password: 'wrong' }))).status).toBe(401)
    }
    const refused = await client(server)('/api/auth/login', json({ email, password }))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    const body = new URLSearchParams({ email, password })
    const page = await client(server)('/login', { method: 'POST', body })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('signing out ends the session and clears the cookie, the same when signed out', async () => {
    const { cookie } = await signUp(server)
    for (const headers of [{ Cookie: cookie }, { Cookie: cookie }, {}] as Record<string, string>[]) {
      const response = await client(server)('/api/auth/logout', { method: 'POST', headers })
      expect(response.status).toBe(204)
      expect(response.headers.getSetCookie()[0]).toMatch(/^session=; Path=\/; Max-Age=0/)
    }
    expect(await (await client(server)('/api/session', { headers: { Cookie: cookie } })).json()).toEqual({
      user: null,
    })
  })

  test('a write with the cookie from another site is refused, one without it is not', async () => {
    const { cookie, email, password } = await signUp(server)
    for (const foreign of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ] as Record<string, string>[]) {
      const response = await client(server)('/api/auth/logout', {
        method: 'POST',
        headers: { Cookie: cookie, ...foreign },
      })
      expect(response.status).toBe(403)
    }
    expect(
      await (await client(server)('/api/session', { headers: { Cookie: cookie } })).json(),
    ).toMatchObject({ user: { name: 'Ada' } })
    const own = await client(server)('/api/auth/logout', {
      method: 'POST',
      headers: { Cookie: cookie, Origin: server.url },
    })
    expect(own.status).toBe(204)
    const anonymous = await client(server)(
      '/api/auth/login',
      json({ email, password }, { Origin: 'https://evil.example' }),
    )
    expect(anonymous.status).toBe(200)
  })

  test('a bearer key opens nothing on the site surface', async () => {
    const response = await client(server)('/api/session', { headers: { Authorization: 'Bearer sgn_live_x' } })
    expect(await response.json()).toEqual({ user: null })
    expect(
      (await client(server)('/profile', { headers: { Authorization: 'Bearer sgn_live_x' } })).status,
    ).toBe(302)
  })

  test('a form that cannot be read is refused like any wrong input', async () => {
    for (const path of ['/login', '/signup', '/setup']) {
      const response = await client(server)(path, json({ email: 'x' }))
      expect([path, response.status]).toEqual([path, 400])
    }
  })

  test('a used or expired setup link says so and links to the sign-in', async () => {
    const response = await client(server)(`/setup?token=${'a'.repeat(32)}`)
    expect(response.status).toBe(403)
    const main = (await response.text()).split('<main')[1]!
    expect(main).toContain('This setup link is incomplete, already used or expired.')
    expect(main).toMatch(/<a href="\/login"[^>]*>Sign in<\/a>/)
    expect(main).not.toContain('<input')
  })

  test('anonymous visitors of protected pages are sent to sign in and back', async () => {
    for (const path of ['/profile', '/admin', '/admin?guild=1']) {
      const response = await client(server)(path)
      expect([response.status, response.headers.get('Location')]).toEqual([
        302,
        `/login?redirect_to=${encodeURIComponent(path)}`,
      ])
    }
  })

  test('members see the profile, administrators see the console, and neither is cached', async () => {
    const { cookie, email } = await signUp(server)
    const profile = await client(server)('/profile', { headers: { Cookie: cookie } })
    expect([profile.status, profile.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await profile.text()).toContain(email)
    expect((await client(server)('/admin', { headers: { Cookie: cookie } })).status).toBe(403)
    const admin = await client(server)('/admin', { headers: { Cookie: await signInAs(server, 'admin') } })
    expect(admin.status).toBe(200)
    expect(admin.headers.get('Content-Security-Policy')).toMatch(/'nonce-[\w+/=]{20,}'/)
  })
})

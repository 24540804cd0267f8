import { beforeAll, describe, expect, test } from 'vitest'
import { hasRole, roles, type Permission, type Role } from '#app/access.ts'
import { operations } from '#app/openapi/operations.ts'
import { acceptsSession } from '#app/operations/operation.ts'
import { importRoute, routeFiles } from '#tests/support/http/route-files.ts'
import { oneServer, client, signInAs, type ErrorBody } from '#tests/support/http/client.ts'

/** Each page's required permission and a path to it, with made-up parameter values. */
const pages = await Promise.all(
  routeFiles
    .filter(({ file }) => file.endsWith('.tsx'))
    .map(async ({ file, path }) => {
      const { handle = {} } = (await importRoute(file)) as {
        handle?: { public?: boolean; needs?: Permission }
      }
      return { path: path.replace(/\{\w+\}/g, 'nothing'), ...handle }
    }),
)
const guarded = pages.filter((page): page is typeof page & { needs: Permission } => Boolean(page.needs))
const open = [
  '/demo',
  '/invitation',
  '/login',
  '/logout',
  '/preview/nothing',
  '/reset-password',
  '/setup',
  '/signup',
  '/verify-email',
]

test('every page is public, open to strangers on purpose, or says what it needs', () => {
  const silent = pages.filter((page) => !page.public && !page.needs).map(({ path }) => path)
  expect(silent.sort()).toEqual(open)
  expect(guarded.length).toBeGreaterThan(5)
})

/** Every operation of the session surface, with what it needs: null where the rule serves everybody. */
const forSessions = operations
  .filter(({ access }) => acceptsSession(access))
  .map(({ id, method, path, access }) => ({
    id,
    method,
    path: path.replace(/\{provider\}/, 'github').replace(/\{\w+\}/g, 'nothing'),
    needs: typeof access === 'object' && 'session' in access ? access.session : null,
  }))

describe.each(oneServer())('on $name', (server) => {
  const cookies = new Map<Role, string>()
  beforeAll(async () => {
    for (const role of roles) cookies.set(role, await signInAs(server, role))
  })

  describe.each(guarded)('the page $path', ({ path, needs }) => {
    test.each(roles)('for %s, with a way to sign out', async (role) => {
      const response = await client(server)(path, { headers: { Cookie: cookies.get(role)! } })
      const html = await response.text()
      if (!hasRole(role, needs)) {
        expect(response.status).toBe(403)
        expect(html).toContain('You don’t have access')
      } else {
        expect([200, 404], html.slice(0, 400)).toContain(response.status)
        if (response.status === 200) expect(html).toContain('action="/logout"')
      }
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    })

    test('for a stranger: to the sign-in page and back, for the page and for its data', async () => {
      const response = await client(server)(`${path}?a=1`)
      expect([response.status, response.headers.get('Location')]).toEqual([
        302,
        `/login?redirect_to=${encodeURIComponent(`${path}?a=1`)}`,
      ])
      const data = await client(server)(`${path}.data`)
      expect(await data.text()).not.toContain('"email"')
    })

    test('a form from a user without permission changes nothing', async () => {
      const body = new URLSearchParams({ intent: 'disable', id: 'nothing' })
      const stranger = await client(server)(path, { method: 'POST', body })
      expect([302, 405]).toContain(stranger.status)
      for (const role of roles.filter((one) => !hasRole(one, needs))) {
        const response = await client(server)(path, {
          method: 'POST',
          body,
          headers: { Cookie: cookies.get(role)! },
        })
        expect([400, 403, 405]).toContain(response.status)
      }
    })
  })

  describe.each(forSessions.filter(({ needs }) => needs))(
    '$method $path ($id)',
    ({ method, path, needs }) => {
      const call = (headers: Record<string, string>) =>
        client(server)(path, {
          method,
          // Refused before it is parsed, and wrong for whoever may: so that nothing is changed here.
          ...(/POST|PUT|PATCH/.test(method) ? { body: '{"no_such_field":1}' } : {}),
          headers: { 'Content-Type': 'application/json', ...headers },
        })

      test.each(roles)('for %s', async (role) => {
        const response = await call({ Cookie: cookies.get(role)! })
        if (hasRole(role, needs!))
          expect([200, 202, 204, 400, 403, 404, 409, 415, 428]).toContain(response.status)
        else {
          expect(response.status).toBe(403)
          expect(((await response.json()) as ErrorBody).code).toBe('forbidden')
        }
      })

      test.each([
        ['nobody', {}],
        ['an API key', { Authorization: 'Bearer sgn_live_AAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
        ['a cookie that is not ours', { Cookie: `session=${'A'.repeat(43)}` }],
      ] as [string, Record<string, string>][])('for %s', async (_, headers) => {
        const response = await call(headers)
        expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([401, 'unauthorized'])
      })
    },
  )
})

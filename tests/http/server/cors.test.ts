import { expect, inject, test } from 'vitest'
import { client, signUp } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const foreign = { Origin: 'https://evil.example' }

test('other sites can read public resources only', async () => {
  const { cookie } = await signUp(server)
  const allowed = async (path: string) =>
    (await client(server)(path, { headers: { ...foreign, Cookie: cookie } })).headers.get(
      'Access-Control-Allow-Origin',
    )
  for (const path of ['/api/openapi.json', '/feed.xml', '/.well-known/api-catalog'])
    expect([path, await allowed(path)]).toEqual([path, '*'])
  for (const path of [
    '/login',
    '/profile',
    '/api/session',
    '/api/profile',
    '/api/profile/export',
    '/api/v1/stats',
  ])
    expect([path, await allowed(path)]).toEqual([path, null])
})

test('CORS headers never allow API calls from another site', async () => {
  for (const path of ['/api/auth/login', '/api/auth/signup', '/api/auth/password-reset', '/api/profile']) {
    const { status, headers } = await client(server)(path, {
      method: 'OPTIONS',
      headers: {
        ...foreign,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    expect([path, status]).toEqual([path, 405])
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

import type { ServerBuild } from '@remix-run/node'
import { expect, inject, test } from 'vitest'
import { loadBuild } from '#app/platform/process/load-build.js'
import { pageRoutes, patternOf, resourceRoutes } from '#app/http/protocol/routing.server.ts'
import { anAddress, client } from '#tests/support/http/client.ts'
import { askRaw } from '#tests/support/http/raw-request.ts'
import { otherSpellings } from '#tests/support/http/path-spellings.ts'

const server = inject('servers')[0]!
const { routes }: ServerBuild = loadBuild()

const filled = (pattern: string) => pattern.replace(/:\w+/g, 'x1').replace('*', 'x1')
const pages = pageRoutes(routes).filter(({ handle }) => !handle.public)
const privatePages = pages.map(({ id }) => filled(patternOf(routes, id)))
const apiRoutes = resourceRoutes(routes)
  .map((route) => filled(patternOf(routes, route!.id)))
  .filter((path) => path.startsWith('/api/'))

/** What a visitor without a session gets, without what differs for every request. */
async function read(path: string) {
  const response = await client(server)(path, { headers: { Accept: 'text/html' } })
  const body = (await response.text()).replace(
    /nonce[-="]+[^"']+|"[\w-]{36}"|"mark"[^}]+|value="[\w.-]{40,}"/g,
    '',
  )
  const { headers } = response
  const facts = ['Location', 'Content-Type', 'Cache-Control', 'Vary'].map((name) => headers.get(name))
  return JSON.stringify([response.status, ...facts, body])
}

/** Asks for a path exactly as it is written: `fetch` would resolve dot segments. */
async function ask(target: string, Accept: string) {
  const headers = { Accept, 'X-Forwarded-For': anAddress() }
  const answer = await askRaw(server.url, { method: 'GET', target, headers })
  return { status: answer.status, isShared: /public|s-maxage/.test(answer.headers['cache-control'] ?? '') }
}

test('no spelling of a private page is served, shared or changes the page', async () => {
  expect(privatePages.length).toBeGreaterThan(35)
  const wrong: string[] = []
  for (const path of [
    ...privatePages,
    '/reset-password?token=x1',
    '/verify-email?token=x1',
    '/invitation?token=x1',
    '/login?redirect_to=%2Fchat',
  ]) {
    const [page = '', query = ''] = path.split('?')
    const before = await read(path)
    for (const spelled of otherSpellings(page)) {
      const { status, isShared } = await ask(spelled + (query && `?${query}`), 'text/html')
      // A parameter takes any value, and the loader finds nothing by it.
      const isValue = /(%20|%2f|;a=b)$/.test(spelled)
      if ((status !== 404 && status !== 400 && !isValue) || isShared) wrong.push(`${spelled}: ${status}`)
    }
    if ((await read(path)) !== before) wrong.push(`${path} has changed`)
  }
  expect(wrong).toEqual([])
}, 240_000)

test('no other spelling of an API route is served, and the response is the JSON 404', async () => {
  const wrong: string[] = []
  const get = client(server)
  for (const path of apiRoutes) {
    const spelled = [
      path.toUpperCase().replace('API', 'api'),
      `${path}/`,
      path.replace('/api/', '/Api/'),
      `/${path}`,
    ]
    const [one] = [spelled[apiRoutes.indexOf(path) % spelled.length]!]
    const { status, isShared } = await ask(one, 'application/json')
    if (status !== 404 || isShared) wrong.push(`${one}: ${status}`)
  }
  expect(wrong).toEqual([])
  const response = await get('/Api/auth/github')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/json'])
}, 60_000)

test('another spelling of a public page is redirected once to the page, with its query', async () => {
  const get = client(server)
  for (const [path, to] of [
    ['/About', '/about'],
    ['/DOCS/Errors.MD?x=1', '/docs/errors.md?x=1'],
    ['/%64ocs/errors', '/docs/errors'],
    ['/docs//errors/', '/docs/errors'],
  ]) {
    const response = await get(path!)
    expect([path, response.status, response.headers.get('Location')]).toEqual([path, 308, to])
    expect((await get(to!)).status).toBe(200)
  }
  for (const path of ['/About', '/Reset-Password', '/LOGIN'])
    expect([path, (await get(path, { method: 'POST' })).status]).toEqual([path, 404])
})

test('a private page is HTML whatever the client accepts, and says what it varies by', async () => {
  for (const Accept of ['text/html', 'text/markdown', 'image/png', '*/*']) {
    const response = await client(server)('/login', { headers: { Accept } })
    expect([response.status, response.headers.get('Content-Type'), response.headers.get('Vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept, Cookie',
    ])
  }
})

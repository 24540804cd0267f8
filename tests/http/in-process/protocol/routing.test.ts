import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { createRouteMatcher, type PageHandle } from '#app/http/protocol/routing.server.ts'
import { normalizePath } from '#app/http/protocol/normalize-path.ts'
import { otherSpellings } from '#tests/support/http/path-spellings.ts'

const page = (path: string | undefined, handle: PageHandle = {}) => ({
  path,
  module: { default: () => null, handle },
})
const resource = (path: string) => ({ path, module: { loader: () => null } })
const isPublic = { public: true }

const table: Record<string, { path: string | undefined; module: object }> = {
  home: page(undefined, isPublic),
  rest: page('*', isPublic),
  search: page('search', { public: true, query: ['q'], cache: false }),
  tag: page('blog/tags/:tag', isPublic),
  login: page('login'),
  preview: page('preview/:token'),
  rule: page('admin/rules/:id'),
  newRule: page('admin/rules/new'),
  session: resource('api/session'),
  github: resource('api/auth/github'),
  guild: resource('api/guilds/:guildId/settings'),
  skill: resource('.well-known/agent-skills/:name/SKILL.md'),
  sitemap: resource('sitemap.md'),
  share: resource('share/*'),
}
const routes = Object.fromEntries(
  Object.entries(table).map(([id, route]) => [id, { id, ...route }]),
) as unknown as ServerBuild['routes']

const published = new Set(['/', '/about', '/docs/errors'])
const locate = createRouteMatcher(routes, {
  find: (path) => (published.has(path) ? ({} as never) : undefined),
  redirectOf: (path) => ({ '/Old_Page.html': '/about', '/old': '/about' })[path],
})

test.each([
  ['/', 'public', '/'],
  ['/index.md', 'public', '/'],
  ['/about', 'public', '/about'],
  ['/about.md', 'public', '/about'],
  ['/docs/errors.md', 'public', '/docs/errors'],
  ['/blog/tags/news', 'public', '/blog/tags/news'],
  ['/Old_Page.html', 'public', '/Old_Page.html'],
  ['/old/', 'public', '/old'],
  ['/About', 'moved', '/about'],
  ['/ABOUT.MD', 'moved', '/about.md'],
  ['/about/', 'moved', '/about'],
  ['//docs//errors/', 'moved', '/docs/errors'],
  ['/%61bout', 'moved', '/about'],
  ['/INDEX.md', 'moved', '/index.md'],
  ['/SEARCH', 'moved', '/search'],
  ['/blog/tags/News', 'moved', '/blog/tags/news'],
  ['/OLD', 'moved', '/old'],
])('%s is %s at %s', (path, kind, at) => {
  expect(locate(path)).toMatchObject({ kind, path: at })
})

test.each(['/nothing', '/nothing.md', '/docs/nothing', '/-', '/LOGIN', '/login.md', '/login.data.md'])(
  '%s names nothing',
  (path) => {
    expect(locate(path)).toMatchObject({ kind: 'missing', isJson: false })
  },
)

test.each([
  '/api/nothing',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/api/v1/mcp',
  '/mcp/.well-known/openid-configuration',
  '/.Well-Known/OAuth-Authorization-Server/mcp',
  ...['/register', '/authorize', '/token'],
])('%s is missing in JSON', (path) => {
  expect(locate(path)).toMatchObject({ kind: 'missing', isJson: true })
})

test.each(['/.well-known/oauth', '/token/x', '/registers'])('%s is missing as a page', (path) => {
  expect(locate(path)).toMatchObject({ kind: 'missing', isJson: false })
})

test.each([
  ['/login', '/login'],
  ['/login.data', '/login'],
  ['/preview/aB-1', '/preview/:token'],
  ['/preview/aB-1.data', '/preview/:token'],
  ['/admin/rules/new', '/admin/rules/new'],
  ['/admin/rules/01HX', '/admin/rules/:id'],
  ['/_root.data', '/'],
  ['/about.data', '/*'],
])('%s is a private response of %s', (path, pattern) => {
  expect(locate(path)).toMatchObject({ kind: 'private', pattern })
})

test.each([
  ['/api/session', '/api/session', {}],
  ['/api/guilds/9/settings', '/api/guilds/:guildId/settings', { guildId: '9' }],
  ['/api/guilds/a%20B/settings', '/api/guilds/:guildId/settings', { guildId: 'a B' }],
  ['/.well-known/agent-skills/x/SKILL.md', '/.well-known/agent-skills/:name/SKILL.md', { name: 'x' }],
  ['/sitemap.md', '/sitemap.md', {}],
  ['/share/docs/errors.png', '/share/*', {}],
])('%s is the resource %s', (path, pattern, params) => {
  expect(locate(path)).toMatchObject({ kind: 'resource', pattern, params })
})

test.each(['/login', '/preview/token', '/admin/rules/new', '/admin/rules/x1'])(
  'every other spelling of the private page %s names nothing',
  (path) => {
    for (const spelled of otherSpellings(path)) {
      // A parameter takes any value that is spelled as values are.
      const { kind } = locate(spelled)
      const isValue = kind === 'private' && /\/(preview|rules)\/[^/]+(%20|%2F|;a=b)$/i.test(spelled)
      expect([spelled, isValue ? 'missing' : kind]).toEqual([spelled, 'missing'])
    }
  },
)

test.each(['/api/session', '/api/auth/github', '/api/guilds/9/settings'])(
  'every other spelling of %s is the JSON 404',
  (path) => {
    for (const spelled of otherSpellings(path))
      expect([spelled, locate(spelled)]).toMatchObject([spelled, { kind: 'missing' }])
  },
)

test.each([
  ['/a%2fb', '/a%2Fb'],
  ['/%7euser/%41', '/~user/A'],
  ['/a//b/', '/a/b'],
  ['/%c3%a9', '/%C3%A9'],
  ['/.well-known/x', '/.well-known/x'],
  ['/a/../b', null],
  ['/a/%2E./b', null],
  ['/%', null],
  ['/%ff', null],
  ['/%c0%af', null],
  ['/a\\b', null],
  ['/é', null],
  ['*', null],
])('%s is normalized to %s', (path, expected) => {
  expect(normalizePath(path)).toBe(expected)
})

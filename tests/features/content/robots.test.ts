import robotsParser from 'robots-parser'
import { beforeAll, expect, test } from 'vitest'
import { robotsTxt } from '#app/features/content/discovery/discovery.server.ts'
import { reservedSegments } from '#app/site/paths.ts'
import { aSite } from '#tests/support/db/content.ts'
import { routeFiles } from '#tests/support/http/route-files.ts'

const SITE = 'https://site.example'
const contentSignal = 'search=yes, ai-input=yes, ai-train=no'

type Robots = { isAllowed(url: string, agent?: string): boolean | undefined }
let text: string
let robots: Robots
let agents: string[]
beforeAll(async () => {
  text = await robotsTxt({
    config: { siteUrl: SITE },
    contentIndex: { site: aSite({ content_signals: contentSignal }) },
  } as never)
  robots = (robotsParser as unknown as (url: string, text: string) => Robots)(`${SITE}/robots.txt`, text)
  agents = [...text.matchAll(/^User-agent: (.+)$/gm)].map(([, name]) => name!)
})

/** The agents for which a path is not as it has to be. */
const exceptions = (path: string, isOpen: boolean) =>
  [...agents.filter((name) => name !== '*'), 'SomeOtherBot/1.0'].filter(
    (agent) => robots.isAllowed(SITE + path, agent) !== isOpen,
  )

const closed = [
  'admin',
  'chat',
  'invitation',
  'logout',
  'preview',
  'profile',
  'proof',
  'reset-password',
  'setup',
  'verify-email',
]

test.each(closed)('/%s is closed in every form, for each named group', (name) => {
  for (const end of [
    '',
    '?',
    '?token=a',
    '.md',
    '.md?token=a',
    '.data',
    '.data?token=a',
    '/',
    '/a',
    '/a.md?b=c',
  ])
    expect([`/${name}${end}`, exceptions(`/${name}${end}`, false)]).toEqual([`/${name}${end}`, []])
})

test.each(closed)('published addresses that begin like /%s are open', (name) => {
  for (const end of ['s', '-guide', 's.md', '-guide.md', '-guide?page=2', '-guide/a', 'x/setup'])
    for (const path of [`/${name}${end}`, `/docs/${name}${end}`, `/blog/${name}`, `/blog/tags/${name}`])
      expect([path, exceptions(path, true)]).toEqual([path, []])
})

test.each([
  '/',
  '/index.md',
  '/login',
  '/logins',
  '/login-with-discord',
  '/signup',
  '/signups.md',
  '/api-docs',
  '/api-docs.md',
  '/docs/api/guilds',
  '/apis',
  '/api/openapi.json',
  '/api/openapi.json?surface=v1',
  '/api/search?q=setup',
  '/api/health',
])('%s is open', (path) => expect(exceptions(path, true)).toEqual([]))

test.each([
  '/login?redirect_to=%2Fprofile',
  '/login.data?redirect_to=%2Fprofile',
  '/signup?invitation=a',
  '/api/session',
  '/api/v1/stats',
  '/api/searching',
  '/api/health/a',
  '/api/auth/github',
])('%s is closed', (path) => expect(exceptions(path, false)).toEqual([]))

test('each group has the same rules and its terms', () => {
  const groups = text.split(/^(?=User-agent: )/m).slice(1)
  const rules = groups.map((group) => group.split('\n').slice(1).join('\n').split('\nSitemap')[0]!.trim())
  expect(new Set(rules).size).toBe(1)
  expect(rules[0]).toContain(`Content-Signal: ${contentSignal}`)
  expect(groups.length).toBeGreaterThan(10)
})

test('no page can take the place of a route, or of what is closed here', () => {
  // The page of the contact form has its text from a file.
  const routes = routeFiles
    .map(({ path }) => path.split('/')[1]!)
    .filter((name) => /^[a-z-]+$/.test(name) && name !== 'contact')
  expect([...closed, ...routes].filter((name) => !reservedSegments.has(name))).toEqual([])
})

import { expect, test } from 'vitest'
import { audiencesOf, allTools, pageTools, toolSets, toolsFor } from '#agent-tools/page-tools.ts'

const visitors = [
  { role: null, managesGuilds: false },
  { role: 'member', managesGuilds: false },
  { role: 'member', managesGuilds: true },
  { role: 'editor', managesGuilds: false },
  { role: 'editor', managesGuilds: true },
  { role: 'admin', managesGuilds: false },
  { role: 'owner', managesGuilds: false },
]
const paths = [
  ...[
    '/',
    '/docs/markdown',
    '/contact',
    '/search',
    '/profile',
    '/profile/security',
    '/chat/01',
    '/login',
    '/profiles',
  ],
  ...[
    '/admin',
    '/admin/users',
    '/admin/guilds',
    '/admin/guilds/1/automations',
    '/admin/content/page/1',
    '/admin/media',
  ],
]
const namesFor = async (path: string, visitor: (typeof visitors)[number]) =>
  (await toolsFor(path, visitor)).map(({ name }) => name)

test.each(paths)('%s never offers more than 15 tools, whoever looks', async (path) => {
  for (const visitor of visitors) {
    const names = await namesFor(path, visitor)
    const forms = /^\/(search|contact)$/.test(path) ? 1 : 0
    expect(names.length + forms).toBeLessThanOrEqual(15)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('search_site')
  }
})

test('an owner is offered every tool somewhere, and no place names an unknown tool', async () => {
  const all = (await allTools()).map(({ tool }) => tool.name).sort()
  const owner = { role: 'owner', managesGuilds: false }
  const offered = new Set((await Promise.all(paths.map((path) => namesFor(path, owner)))).flat())
  expect([...offered].sort()).toEqual(all)
  for (const { tools } of pageTools) for (const name of tools) expect(all).toContain(name)
})

test('only administrators are offered the export of statistics', async () => {
  const path = '/admin/guilds/1'
  const offered = await Promise.all(visitors.map((visitor) => namesFor(path, visitor)))
  const having = visitors.filter((_, index) => offered[index]!.includes('export_stats'))
  expect(having.map(({ role }) => role)).toEqual(['admin', 'owner'])
})

test('who is not signed in gets what everyone gets, on every page', async () => {
  const everyone = (await toolSets.everyone()).map(({ name }) => name)
  for (const path of paths)
    for (const name of await namesFor(path, visitors[0]!)) expect(everyone).toContain(name)
})

test('each role has the tools of the role below, and guild managers those of guilds', () => {
  expect(visitors.map((visitor) => audiencesOf(visitor).length)).toEqual([1, 2, 3, 3, 4, 4, 4])
  expect(audiencesOf(visitors[2]!)).toEqual(['everyone', 'members', 'guilds'])
})

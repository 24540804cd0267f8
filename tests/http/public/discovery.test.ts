import robotsParser from 'robots-parser'
import { parseDictionary } from 'structured-headers'
import { describe, expect, inject, test } from 'vitest'
import { sha256 } from '#app/platform/security/tokens.server.ts'
import { client } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const get = client(server)

test('robots.txt repeats the signal and the rules in every group', async () => {
  const text = await (await get('/robots.txt')).text()
  const groups = text.split(/\n\s*\n/).filter((part) => /^User-agent:/im.test(part))
  expect(groups.length).toBeGreaterThan(1)
  for (const group of groups) {
    expect(group).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no')
    expect(group).toContain('Disallow: /admin')
  }
  expect(text).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  expect(text).not.toContain('Content-Usage')
})

test.each([
  'GPTBot',
  'ClaudeBot',
  'Claude-User',
  'Google-Extended',
  'CCBot',
  'Googlebot',
  'Nobody-Knows/1.0',
])('robots.txt lets %s read what is public and nothing else', async (agent) => {
  const robots = robotsParser(`${server.url}/robots.txt`, await (await get('/robots.txt')).text())
  const may = (path: string) => robots.isAllowed(server.url + path, agent)
  const open = ['/', '/docs/markdown.md', '/llms.txt', '/feed.xml', '/sitemap.md', '/.well-known/api-catalog']
  const more = ['/api/openapi.json', '/api/search?q=a', '/api/health', '/login', '/blog']
  const closed = ['/admin', '/profile', '/chat', '/setup?token=a', '/api/v1/stats', '/login?redirect_to=/a']
  expect([...open, ...more].filter((path) => !may(path))).toEqual([])
  expect(closed.filter(may)).toEqual([])
  expect(robots.getSitemaps()).toEqual([`${server.url}/sitemap.xml`])
})

test('robots.txt has only lines that crawlers and checkers know', async () => {
  const text = await (await get('/robots.txt')).text()
  const names = text.match(/^[\w-]+(?=:)/gm)
  expect([...new Set(names)].sort()).toEqual(['Allow', 'Content-Signal', 'Disallow', 'Sitemap', 'User-agent'])
})

test.each(['/about', '/about.md', '/llms-full.txt', '/feed.xml'])(
  'the terms of use of %s are a dictionary of tokens',
  async (path) => {
    const usage = parseDictionary((await get(path)).headers.get('Content-Usage')!)
    expect([...usage].map(([key, [value]]) => [key, String(value)])).toEqual([
      ['train-ai', 'n'],
      ['search', 'y'],
    ])
  },
)

test('each skill of the index is served byte for byte as hashed', async () => {
  const response = await get('/.well-known/agent-skills/index.json')
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  const index = (await response.json()) as {
    $schema: string
    skills: { name: string; type: string; url: string; digest: string }[]
  }
  expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  expect(index.skills.length).toBeGreaterThan(0)
  for (const { url, digest, type } of index.skills) {
    const skill = await fetch(new URL(url, `${server.url}/.well-known/agent-skills/index.json`))
    expect(type).toBe('skill-md')
    expect(skill.headers.get('Content-Type')).toMatch(/^text\/markdown/)
    expect(`sha256:${sha256(new Uint8Array(await skill.arrayBuffer()))}`).toBe(digest)
  }
})

describe('search', () => {
  test('finds pages, best first, and keeps to limit and type', async () => {
    const found = (await (await get('/api/search?q=markdown&type=doc&limit=2')).json()) as {
      query: string
      total: number
      results: { type: string; score: number; url: string }[]
    }
    expect(found.query).toBe('markdown')
    expect(found.results.length).toBe(2)
    expect(found.total).toBeGreaterThan(2)
    expect(found.results.every((result) => result.type === 'doc')).toBe(true)
    expect(found.results[0]!.url).toBe(`${server.url}/docs/markdown`)
    expect(found.results[0]!.score).toBeGreaterThanOrEqual(found.results[1]!.score)
  })

  test.each([
    '',
    '?q=',
    '?q=a&limit=0',
    '?q=a&limit=101',
    '?q=a&limit=x',
    '?q=a&type=secret',
    `?q=${'a'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    expect((await get(`/api/search${query}`)).status).toBe(400)
  })

  test('the page shows what was asked for as text, never as markup', async () => {
    const html = await (await get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text()
    expect(html).not.toContain('<script>alert(1)')
  })
})

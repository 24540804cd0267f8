import { expect, inject, test } from 'vitest'

const { url } = inject('servers')[0]!

/** Follows the link with this text on a page. Returns the path that it has. */
async function follow(path: string, text: string | RegExp): Promise<string> {
  const html = await (await fetch(url + path, { headers: { Accept: 'text/html' } })).text()
  const links = [...html.matchAll(/<a\s[^>]*href="([^"#?]+)[^"]*"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href = '', inner = '']) => ({ href, name: inner.replace(/<[^<>]+>/g, '').trim() }),
  )
  const link = links.find(({ name }) => (typeof text === 'string' ? name === text : text.test(name)))
  expect(link, `${path} has a link “${String(text)}”`).toBeDefined()
  return link!.href
}

/** Walks from the home page by the texts of links alone, and returns the Markdown of the last page. */
async function walk(...texts: (string | RegExp)[]): Promise<string> {
  let path = '/'
  for (const text of texts) path = await follow(path, text)
  const response = await fetch(url + path, { headers: { Accept: 'text/markdown' } })
  expect(response.status).toBe(200)
  return response.text()
}

test('links from the home page lead to the first API call in three languages', async () => {
  const tutorial = await walk('Your first API call')
  expect(tutorial).toContain('signpost -- keys create')
  for (const language of ['curl -H', 'await fetch(', 'httpx.get(']) expect(tutorial).toContain(language)
  expect(tutorial).toContain('/docs/errors')
})

test('links from the home page lead to the files for three machines', async () => {
  const tutorial = await walk('Deploy for real')
  for (const file of ['/etc/caddy/Caddyfile', '/etc/redis/redis.conf', 'pg_hba.conf', '/etc/signpost.env'])
    expect(tutorial).toContain(file)
  expect(await walk('Deploy for real', 'Scale to several instances')).toContain('/readyz')
})

test('links from the home page lead an agent to tools, skills and the index', async () => {
  expect(await walk('Browser tools')).toContain('search_site')
  expect(await walk('Browser tools', 'All browser tools')).toContain('read_page')
  const home = await (await fetch(url)).text()
  expect(home).toContain('href="/llms.txt"')
  const index = await (await fetch(`${url}/llms.txt`)).text()
  const [, page = ''] = /\((http[^)]+\/docs\/discovery\.md)\)/.exec(index) ?? []
  expect(await (await fetch(page)).text()).toContain('/.well-known/agent-skills/index.json')
})

test('links from the home page lead to a first site and a first bot', async () => {
  expect(await walk('Your first site')).toContain('content publish')
  expect(await walk('Your first bot', 'Slash commands')).toContain('Register commands with Discord')
})

test.each([
  ['/docs/self-hosting', '/docs/configuration'],
  ['/docs/self-hosting.md', '/docs/configuration.md'],
  ['/docs/roles', '/docs/people'],
])('the former URL %s redirects to %s', async (from, to) => {
  const response = await fetch(url + from, { redirect: 'manual' })
  expect([response.status, new URL(response.headers.get('Location')!, url).pathname]).toEqual([308, to])
})

test('a former URL redirects readers of Markdown too, to Markdown', async () => {
  const headers = { Accept: 'text/markdown' }
  const response = await fetch(`${url}/docs/roles`, { headers, redirect: 'manual' })
  expect(response.status).toBe(308)
  const followed = await fetch(new URL(response.headers.get('Location')!, url), { headers })
  expect(followed.headers.get('Content-Type')).toMatch(/^text\/markdown/)
  expect(await followed.text()).toContain('/docs/people"')
})

test('each group of the documentation is one file, and unknown groups are missing', async () => {
  const text = await (await fetch(`${url}/docs/discord-bot/llms-full.txt`)).text()
  expect(text).toContain('# Automations')
  expect(text).not.toContain('# Backups')
  expect((await fetch(`${url}/docs/nothing/llms-full.txt`)).status).toBe(404)
})

test('the changelog is a page, in Markdown too, with a feed of its releases', async () => {
  expect(await (await fetch(`${url}/changelog.md`)).text()).toContain('## 0.1.0')
  const feed = await fetch(`${url}/changelog.xml`)
  expect(feed.headers.get('Content-Type')).toContain('application/atom+xml')
  expect(await feed.text()).toMatch(/<title>Signpost 0\.1\.0<\/title>/)
  expect(await (await fetch(`${url}/sitemap.xml`)).text()).toContain('/changelog<')
})

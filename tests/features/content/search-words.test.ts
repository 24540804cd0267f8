import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchContent } from '#app/features/content/content.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

/** Words that newcomers search for. */
const words = `deploy install quickstart tutorial pagination branding invite kubernetes docker compose
  custom domain|troubleshooting|rate limit|api key|webhook|changelog|upgrade|backup|restore|postgres|sqlite|redis|nginx|caddy
  |tls|https|password reset|sign in|oauth|github|discord|slash command|bot token|intents|permissions|roles|audit log|markdown
  |llms.txt|rss|sitemap|robots.txt|seo|search|chat|openai|mcp|webmcp|contact form|spam|captcha|smtp|email|images|upload|redirects
  |cron|schedule|moderation|statistics|export csv|gdpr|privacy|security|two-factor|theme|dark mode|windows|powershell|metrics|prometheus
  |health check|logs|error codes|typescript|python|curl|openapi|sdk|glossary|scaling|load balancer|environment variables|uninstall`
  .replace(/^((?:\w+\s+){10})/, (all) => all.trim().split(/\s+/).join('|') + '|')
  .split(/\s*\|\s*/)
  .map((word) => word.trim())
  .filter(Boolean)

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

test('there are at least sixty words', () => expect(words.length).toBeGreaterThanOrEqual(60))

test.each(words)('a search for “%s” finds a page', async (q) => {
  const { results } = await searchContent(it.app, { q, limit: 3 })
  expect(results.length).toBeGreaterThan(0)
})

test('a search says if no page contains all words', async () => {
  const search = (q: string) => searchContent(it.app, { q, limit: 1 })
  expect(await search('api keys')).toMatchObject({ partial: false })
  expect(await search('postgres qqzzxxvv')).toMatchObject({ partial: true })
  expect(await search('qqzzxxvv')).toMatchObject({ partial: false, total: 0 })
})

test('a page with only the common words of a search is not a result', async () => {
  const { partial, total } = await searchContent(it.app, {
    q: 'what is the price of a llama in Peru',
    limit: 1,
  })
  expect(partial).toBe(true)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(20)
  expect(await searchContent(it.app, { q: 'what is the qqzzxxvv', limit: 1 })).toMatchObject({ total: 0 })
})

test('a search finds a page by the words of a question that only its front matter has', async () => {
  const [entry] = it.app.contentIndex.list('doc').filter(({ path }) => path === '/docs/first-api-call')
  const words = new Set(`${entry!.title} ${entry!.description} ${entry!.body}`.toLowerCase().split(/\W+/))
  const question = entry!
    .questions!.split('\n')
    .find((one) => one.split(' ').some((word) => /^[a-z]{6,}$/.test(word) && !words.has(word)))
  const { results } = await searchContent(it.app, { q: question!.slice(0, 200), limit: 5 })
  expect(results.map(({ url }) => new URL(url).pathname)).toContain('/docs/first-api-call')
})

test.each([
  ['429', '/docs/errors'],
  ['connect agent by URL', '/docs/mcp'],
])('a search for “%s” shows %s before the generated reference', async (q, path) => {
  const paths = (await searchContent(it.app, { q, limit: 5 })).results.map(({ url }) => new URL(url).pathname)
  expect(paths).toContain(path)
})

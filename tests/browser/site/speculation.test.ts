import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { launch } from '#tests/support/browser/browser.ts'

const server = inject('servers')[0]!
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

type Condition = { href_matches: string | string[] } | { selector_matches: string } | { not: Condition }
type Rules = { prefetch: { source: string; eagerness: string; where: { and: Condition[] } }[] }

/** Puts links into a page and returns those that the rules let a browser fetch ahead, judged with its own means. */
async function fetchedAhead(links: string[]) {
  const page = await browser.newPage()
  await page.goto(`${server.url}/about`)
  const rules = (await (await fetch(`${server.url}/speculation-rules.json`)).json()) as Rules
  return page.evaluate(
    ({ rules, links }) => {
      const URLPattern = (
        globalThis as unknown as {
          URLPattern: new (pattern: string, base: string) => { test(url: string): boolean }
        }
      ).URLPattern
      const holds = (condition: Condition, link: HTMLAnchorElement): boolean => {
        if ('not' in condition) return !holds(condition.not, link)
        if ('selector_matches' in condition) return link.matches(condition.selector_matches)
        const patterns = [condition.href_matches].flat()
        return patterns.some((pattern) => new URLPattern(pattern, document.baseURI).test(link.href))
      }
      return links.filter((markup) => {
        const holder = document.createElement('p')
        holder.innerHTML = markup.startsWith('<') ? markup : `<a href="${markup}">link</a>`
        const link = holder.querySelector('a')!
        return rules.prefetch.some(({ where }) => where.and.every((condition) => holds(condition, link)))
      })
    },
    { rules, links },
  )
}

test('public pages of this site are fetched ahead, once a reader hesitates on the link', async () => {
  const pages = ['/', '/docs', '/docs/markdown', '/blog/tags/http', '/search?q=a', '/docs#start', '/chatter']
  expect(await fetchedAhead(pages)).toEqual(pages)
  const rules = (await (await fetch(`${server.url}/speculation-rules.json`)).json()) as Rules
  expect(Object.keys(rules)).toEqual(['prefetch'])
  expect(rules.prefetch.map(({ source, eagerness }) => [source, eagerness])).toEqual([
    ['document', 'moderate'],
  ])
})

test('private pages, actions, files and other sites are never prefetched', async () => {
  const paths = [
    '/login',
    '/login?redirect_to=/docs',
    '/logout',
    '/signup',
    '/setup?token=abc',
    '/profile',
    '/admin',
    '/admin/guilds?page=2',
    '/chat',
    '/chat/1',
    '/api/search?q=a',
    '/api/auth/logout',
    '/share/about.png',
    '/index.md',
    '/docs/markdown.md?a=b#c',
    '/feed.xml',
    '/feed.json',
    '/llms.txt',
    '/.well-known/change-password',
    'https://other.example/docs',
    '<a href="/docs" download>',
    '<a href="/docs" rel="noopener nofollow">',
  ]
  expect(await fetchedAhead(paths)).toEqual([])
})

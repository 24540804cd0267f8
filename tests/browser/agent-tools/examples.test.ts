import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { differences, documents, fencesOf, said, type Fence } from '#tests/support/documents/code-blocks.ts'

const { url } = inject('servers')[0]!
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launch('--enable-features=WebMCP')
  ;({ page } = await openPage(browser))
  await page.goto(`${url}/docs`)
  const isThere = async () => (await page.webmcp.tools()).some(({ name }) => name === 'search_site')
  await vi.waitUntil(isThere, { interval: 10, timeout: 20_000 })
})
afterAll(() => browser.close())

const fencesIn = (file: string) => fencesOf(documents.find((document) => document.file === file)!.source)

/** The calls that the skill describes, by the word in the info string of the answer that it shows. */
const calls: Record<string, [tool: string, input: object]> = {
  search_site: ['search_site', { query: 'api keys', limit: 3 }],
  read_page: ['read_page', { path: '/docs/external-api' }],
  send_contact_message: [
    'send_contact_message',
    { name: 'Ada', email: 'ada@example.com', message: 'Who do we ask for a key, please?' },
  ],
  refusal: ['read_page', { path: '/docs/no-such-page' }],
}
const skill = 'content/skills/use-browser-tools/SKILL.md'

test.each(Object.keys(calls))('the skill shows what %s gives', async (name) => {
  const shown = fencesIn(skill).find((fence) => said(fence, 'tool') === name)!
  const [tool, input] = calls[name]!
  const { source } = documents.find(({ file }) => file === skill)!
  if (name !== 'refusal') expect(source).toContain(JSON.stringify(input).replace(/"([:,])/g, '"$1 '))
  expect(differences(JSON.parse(shown.code), await page.webmcp.callTool(tool, input))).toEqual([])
})

test('the lines for the console give the answer that the documentation shows', async () => {
  const fences = fencesIn('content/docs/browser-tools.mdx')
  const [lines, shown] = ['js', 'json'].map((lang) => fences.find((fence) => fence.lang === lang)) as [
    Fence,
    Fence,
  ]
  const body = lines.code.trimEnd().replace(/\n(?=.*$)/, '\nreturn ')
  const answer = await page.evaluate(`(async () => { ${body} })()`)
  expect(differences(JSON.parse(shown.code), answer)).toEqual([])
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/browser/browser.ts'

const { url } = inject('servers')[0]!
let browser: Browser
let plain: Browser

beforeAll(async () => {
  browser = await launch('--enable-features=WebMCP')
  plain = await launch()
})
afterAll(async () => {
  await browser.close()
  await plain.close()
})

type Result = {
  ok: boolean
  results?: { path: string }[]
  markdown?: string
  next_offset?: number | null
  error?: { code: string }
}

test('Chromium’s own WebMCP lists both tools and calls them', async () => {
  const { page, quiet } = await openPage(browser)
  await page.goto(url)
  await expect
    .poll(async () => (await page.webmcp.tools()).map((tool) => tool.name).sort())
    .toEqual(['read_page', 'search_site'])
  const tools = await page.webmcp.tools()
  for (const tool of tools) expect(tool.annotations).toMatchObject({ readOnly: true, untrustedContent: true })

  const found = (await page.webmcp.callTool('search_site', { query: 'runner protocol', limit: 3 })) as Result
  expect(found.ok).toBe(true)
  expect(found.results!.map((result) => result.path)).toContain('/docs/runner-protocol')

  const read = (await page.webmcp.callTool('read_page', { path: '/docs/runner-protocol' })) as Result
  expect(read).toMatchObject({ ok: true, next_offset: expect.any(Number) })
  expect(read.markdown).toMatch(/^---\ntitle:/)

  for (const [input, code] of [
    [{ path: '/nothing' }, 'not_found'],
    [{ path: 'https://evil.example' }, 'invalid_request'],
    [{}, 'invalid_request'],
  ] as const) {
    const refused = (await page.webmcp.callTool('read_page', input)) as Result
    expect(refused).toMatchObject({ ok: false, error: { code } })
  }
  quiet()
})

test.each(['document', 'navigator'])(
  'a frozen host on %s with nothing but registerTool gets the tools',
  async (place) => {
    const { page, quiet } = await openPage(plain)
    await page.addInitScript((where) => {
      const offered: { name: string; execute(input: object): unknown }[] = []
      const host = Object.freeze({ registerTool: (tool: (typeof offered)[0]) => void offered.push(tool) })
      Object.defineProperty(where === 'document' ? Document.prototype : Navigator.prototype, 'modelContext', {
        get: () => host,
      })
      Object.assign(window, { offered })
    }, place)
    await page.goto(`${url}/docs`)
    const names = () =>
      page.evaluate(() =>
        (window as unknown as { offered: { name: string }[] }).offered.map((tool) => tool.name).sort(),
      )
    await expect.poll(names).toEqual(['read_page', 'search_site'])
    const answer = await page.evaluate(() => {
      const { offered } = window as unknown as {
        offered: { name: string; execute(input: object): unknown }[]
      }
      return offered.find((tool) => tool.name === 'search_site')!.execute({ query: 'markdown' })
    })
    expect(answer).toMatchObject({ ok: true })
    quiet()
  },
)

test('without a host no tool code is loaded at all', async () => {
  const { page, quiet } = await openPage(plain)
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  await page.goto(url, { waitUntil: 'networkidle' })
  expect(scripts).toEqual([expect.stringMatching(/\/assets\/entry\.page-\w+\.js$/)])
  quiet()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { toolSets } from '#agent-tools/page-tools.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { namesOn, said, soon } from '#tests/browser/agent-tools/tool-page.ts'

const { url } = inject('servers')[0]!
const everyone = (await toolSets.everyone()).map(({ name }) => name).sort()
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

type Offered = { name: string; execute(input: object): unknown }
const offeredOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { offered: Offered[] }).offered.map(({ name }) => name).sort())

/** Hosts as scripts that run before the page: each puts what it was offered into `offered`. */
const hosts = {
  'a frozen one on the document': `put(Document.prototype, Object.freeze({ registerTool: take }))`,
  'an old one on the navigator': `put(Navigator.prototype, Object.freeze({ registerTool: take }))`,
  'one that is on both places': `const host = { registerTool: take }; put(Document.prototype, host); put(Navigator.prototype, host)`,
  'one that comes late': `setTimeout(() => put(Document.prototype, { registerTool: take }), 700)`,
  'one whose promise never settles': `put(Document.prototype, { registerTool: (tool) => (take(tool), new Promise(() => {})) })`,
  'one that answers with an object': `put(Document.prototype, { registerTool: (tool) => (take(tool), { unregister() {} }) })`,
  'one on the document that throws, before one on the navigator': `put(Document.prototype, { registerTool() { throw new Error('no') } }); put(Navigator.prototype, { registerTool: take })`,
}
const before = `
  window.offered = []
  const take = (tool) => void offered.push(tool)
  const put = (place, host) => Object.defineProperty(place, 'modelContext', { get: () => host, configurable: true })
`

test.each(Object.entries(hosts))('%s gets each tool once, and they work', async (_, script) => {
  const { page, quiet } = await openPage(plain)
  await page.addInitScript(`{${before}${script}}`)
  await page.goto(`${url}/docs`)
  await soon(() => offeredOn(page)).toEqual(everyone)
  const answer = await page.evaluate(() =>
    (window as unknown as { offered: Offered[] }).offered
      .find(({ name }) => name === 'search_site')!
      .execute({ query: 'markdown' }),
  )
  expect(answer).toMatchObject({ ok: true })
  quiet()
})

describe('a host that refuses', () => {
  test.each([
    ['throws', `throw new DOMException('No', 'NotAllowedError')`],
    ['rejects', `return Promise.reject(new DOMException('No', 'NotAllowedError'))`],
  ])('everything and %s causes no errors, and the panel says nothing is offered', async (_, body) => {
    const { page, quiet } = await openPage(plain)
    await page.addInitScript(`{${before} put(Document.prototype, { registerTool() { ${body} } })}`)
    await page.goto(`${url}/docs`)
    await soon(() => said(page)).toBe('0 tools for agents')
    quiet()
  })

  test('the name of another script keeps that script’s tool, and the others are offered', async () => {
    const { page, quiet } = await openPage(browser)
    await page.addInitScript(() => {
      void document.modelContext!.registerTool({
        ...{ name: 'search_site', description: 'Somebody else’s.', inputSchema: { type: 'object' } },
        execute: async () => 'mine',
      } as never)
    })
    await page.goto(url)
    await soon(() => said(page)).toBe('3 tools for agents')
    expect(await namesOn(page)).toEqual(everyone)
    expect(await page.webmcp.callTool('search_site', {})).toBe('mine')
    await page.locator('[data-agent-tools] .open').click()
    await page.getByText('Available tools').click()
    expect(await page.locator('[data-agent-tools] [data-tool=search_site]').textContent()).toContain(
      'another script',
    )
    quiet()
  })
})

test('a module that is loaded anew takes over: every tool is there once', async () => {
  const { page, quiet } = await openPage(browser)
  await page.goto(url)
  await soon(() => namesOn(page)).toEqual(everyone)
  const script = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .find((name) => /agent-tools-/.test(name)),
  )
  // As text: what compiles the tests would make the import its own.
  await page.evaluate(`import('${script}?again').then((module) => module.startTools())`)
  await soon(() => said(page)).toBe('4 tools for agents')
  expect(await namesOn(page)).toEqual(everyone)
  expect(await page.locator('[data-agent-tools]').count()).toBe(1)
  expect(await page.webmcp.callTool('search_site', { query: 'markdown' })).toMatchObject({ ok: true })
  quiet()
})

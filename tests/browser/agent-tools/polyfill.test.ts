import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { callCases } from '#tests/browser/agent-tools/call-cases.ts'
import { eventCases } from '#tests/browser/agent-tools/event-cases.ts'
import { makeKit, type ModelContext } from '#tests/browser/agent-tools/host-kit.ts'
import { registrationCases } from '#tests/browser/agent-tools/registration-cases.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

const assets = 'build/client/assets'
const chunk = readdirSync(assets).find((name) => /^polyfill-[\w-]+\.js$/.test(name)) ?? ''
const { url: without } = inject('servers')[0]!
const server = await lentServer('polyfill')
const browsers: Record<string, Browser> = {}

beforeAll(async () => {
  browsers.native = await launch('--enable-features=WebMCP')
  browsers.polyfill = await launch()
})
afterAll(() => Promise.all(Object.values(browsers).map((browser) => browser.close())))

type Host = 'native' | 'polyfill'

/** An empty page of the site, so that no tools but those of a case are there. */
async function barePage(host: Host, origin = server.url) {
  const { page } = await openPage(browsers[host]!)
  await page.route(`${origin}/bare*`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(`${origin}/bare`)
  return page
}

/** As text: what the tests' own build makes of `import` does not exist in a page. */
const install = (page: Page) => {
  const source = encodeURIComponent(readFileSync(join(assets, chunk), 'utf8'))
  return page.evaluate(
    `import('data:text/javascript,${source.replaceAll("'", '%27')}').then((it) => it.installPolyfill())`,
  )
}

const cases = [...registrationCases, ...callCases, ...eventCases]

describe.each<Host>(['native', 'polyfill'])('%s', (host) => {
  let page: Page
  beforeAll(async () => {
    page = await barePage(host)
  })
  afterAll(() => page.context().close())

  test.each(cases)('%s', async (_, act, outcome) => {
    await page.goto(`${server.url}/bare`)
    expect(await page.evaluate('document.modelContext === undefined')).toBe(host === 'polyfill')
    if (host === 'polyfill') await install(page)
    const kit = await page.evaluateHandle(makeKit)
    // What is undefined inside an object does not matter: the answer of a promise of nothing is one.
    expect(JSON.parse(JSON.stringify(await page.evaluate(act as never, kit)))).toEqual(outcome)
    await kit.dispose()
  })
})

const scriptsOf = (page: Page) => {
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  return scripts
}
const toolNames = () =>
  (document as unknown as { modelContext?: ModelContext }).modelContext
    ?.getTools()
    .then((tools) => tools.map(({ name }) => name))

test('with the setting, the page provides a host, and its tools can be called there', async () => {
  const { page, quiet } = await openPage(browsers.polyfill!)
  await page.goto(`${server.url}/docs`)
  await soon(() => page.evaluate(toolNames)).toEqual(expect.arrayContaining(['read_page', 'search_site']))
  const answer = await page.evaluate(async () => {
    const { modelContext: host } = document as unknown as { modelContext: ModelContext }
    const tool = (await host.getTools()).find(({ name }) => name === 'search_site')
    return host.executeTool(tool, { query: 'markdown' })
  })
  expect(JSON.parse(answer)).toMatchObject({ ok: true })
  expect(await page.evaluate('navigator.modelContext === document.modelContext')).toBe(true)
  quiet()
})

test.each(['/', '/docs/markdown', '/login', '/no-such-page'])(
  'the head of %s asks for the polyfill where the setting is on, and nowhere else',
  async (path) => {
    const asks = async (origin: string) =>
      (await (await fetch(origin + path)).text()).includes(
        '<meta name="browser-tools-polyfill" content="on"/>',
      )
    expect(await asks(server.url)).toBe(true)
    expect(await asks(without)).toBe(false)
  },
)

test('without the setting nothing is loaded, and the page has no host', async () => {
  const { page, quiet } = await openPage(browsers.polyfill!)
  const scripts = scriptsOf(page)
  await page.goto(without, { waitUntil: 'networkidle' })
  expect(scripts).toEqual([expect.stringMatching(/\/assets\/entry\.page-[\w-]+\.js$/)])
  expect(await page.evaluate('document.modelContext === undefined')).toBe(true)
  quiet()
})

test('a browser with a host keeps it', async () => {
  const { page, quiet } = await openPage(browsers.native!)
  await page.goto(server.url)
  await soon(async () => (await page.webmcp.tools()).length).toBeGreaterThan(0)
  expect(await page.evaluate('String(document.modelContext)')).toBe('[object ModelContext]')
  expect(await page.evaluate(`Object.hasOwn(document, 'modelContext')`)).toBe(false)
  quiet()
})

test.each(['document', 'navigator'])('a host that something else put on %s stays alone', async (place) => {
  const page = await barePage('polyfill')
  await page.evaluate(`${place}.modelContext = Object.freeze({ mine: true })`)
  await install(page)
  const [there, other] = place === 'document' ? ['document', 'navigator'] : ['navigator', 'document']
  expect(await page.evaluate(`[${there}.modelContext, 'modelContext' in ${other}]`)).toEqual([
    { mine: true },
    false,
  ])
  await page.context().close()
})

test.each<Host>(['native', 'polyfill'])('an insecure page has no host: %s', async (host) => {
  const page = await barePage(host, 'http://signpost.example')
  if (host === 'polyfill') await install(page)
  expect(await page.evaluate(`[isSecureContext, 'modelContext' in document]`)).toEqual([false, false])
  await page.context().close()
})

test('the polyfill is one file under 2,048 bytes compressed', () => {
  const file = readFileSync(join(assets, chunk))
  expect(file.toString()).not.toMatch(/["']\.\/[\w.-]+\.js["']|_zod/)
  expect(gzipSync(file).length).toBeLessThan(2_048)
})

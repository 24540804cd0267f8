import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

async function read(path: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.goto(url + path)
  if (options.javaScriptEnabled !== false) await opened.page.locator('html[data-ready]').waitFor()
  return opened
}
const visibleLinks = (page: Page) =>
  page
    .locator('nav[aria-label="Documentation"] a')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map(({ textContent }) => textContent),
    )

test.each([
  '/docs/introduction',
  '/docs/commands',
  '/docs/configuration',
  '/docs/licenses',
  '/docs/api/profile',
])('the sidebar of %s shows at most 20 links, among them the page itself', async (path) => {
  const { page, quiet } = await read(path)
  const links = await visibleLinks(page)
  expect(links.length).toBeLessThanOrEqual(20)
  const current = page.locator('nav[aria-label="Documentation"] a[aria-current="page"]:visible')
  expect(await current.getAttribute('href')).toBe(path)
  quiet()
})

test('groups open without a script, and previous and next stay in the guide', async () => {
  const { page } = await read('/docs/introduction', { javaScriptEnabled: false })
  await page.getByText('Operate', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Backups', exact: true }).first().click()
  await page.waitForURL('**/docs/backups')
  await page.goto(`${url}/docs/licenses`)
  expect(await page.locator('a[rel="next"]').count()).toBe(0)
  await page.goto(`${url}/docs/browser-tools-list`)
  const previous = page.locator('a[rel="prev"]')
  expect(await previous.getAttribute('href')).toMatch(/^\/docs\/api\//)
})

test('a current document at the end of a long sidebar is scrolled into view', async () => {
  const { page } = await read('/docs/licenses', { viewport: { width: 1280, height: 400 } })
  const current = page.locator('[data-docs-nav] a[aria-current="page"]')
  await soon(() => current.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the heading that is being read is marked in the table of contents', async () => {
  const { page } = await read('/docs/operate')
  const marked = () => page.locator('[data-contents] [aria-current]').textContent()
  await page.locator('#logs').evaluate((heading) => heading.scrollIntoView())
  await soon(marked).toBe('Logs')
  await page.locator('#metrics').evaluate((heading) => heading.scrollIntoView())
  await soon(marked).toBe('Metrics')
})

test('no heading shares an id with the page around it', async () => {
  for (const path of ['/docs/glossary', '/docs/api', '/docs/operate']) {
    const { page } = await read(path)
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  }
})

test('a heading that is opened by its URL is marked, also above short sections', async () => {
  const { page } = await read('/docs/errors#rate_limited')
  const marked = () => page.locator('[data-contents] [aria-current]').textContent()
  await soon(marked).toBe('rate_limited')
})

test('a jump over several headings and a chosen heading at the end are noticed', async () => {
  const { page } = await read('/docs/operate')
  const contents = page.locator('[data-contents]')
  const marked = () => contents.locator('[aria-current]').allTextContents()
  await soon(marked).toEqual([])
  await page.locator('#logs').evaluate((heading) => {
    heading.nextElementSibling!.scrollIntoView()
    scrollBy(0, 20)
  })
  await soon(marked).toEqual(['Logs'])
  await page.evaluate(() => scrollTo(0, 0))
  await soon(marked).toEqual([])
  const last = contents.getByRole('link', { name: 'Where to go next' })
  await last.click()
  await soon(() => last.getAttribute('aria-current')).toBe('location')
})

test('on a phone, the search in the menu returns the focus to the menu', async () => {
  const { page } = await read('/about', { viewport: { width: 390, height: 800 } })
  const menu = page.locator('[data-menu] > summary:visible')
  await menu.click()
  const link = page.locator('[data-menu][open]').getByRole('link', { name: 'Search' })
  expect(await link.getAttribute('aria-haspopup')).toBe('dialog')
  await link.click()
  await page.getByRole('combobox', { name: 'Search' }).press('Escape')
  await soon(() => menu.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the search is a page if its dialog cannot be loaded', async () => {
  const { page } = await read('/about')
  await page.route('**/search-dialog-*.js', (route) => route.abort())
  await page.keyboard.press('/')
  await page.waitForURL('**/search', { waitUntil: 'commit' })
})

test('what is typed while the search dialog loads is searched', async () => {
  const { page } = await read('/about')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/search-dialog-*.js', async (route) => (await held, await route.continue()))
  await page.keyboard.press('/')
  await page.keyboard.type('interactions')
  release()
  const input = page.getByRole('combobox', { name: 'Search' })
  await soon(() => input.inputValue()).toBe('interactions')
  await page.keyboard.type(' x')
  expect(await input.inputValue()).toBe('interactions x')
})

test('the console has its palette, and not the search dialog', async () => {
  const { page, url: at } = await guildWithOwner(browser)
  await openReady(page, `${at}/admin`)
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open]').waitFor()
  expect(await page.locator('.search-dialog').count()).toBe(0)
})

test.each(['Control+k', '/'])('%s opens the search, and the keyboard finds a page', async (keys) => {
  const { page, quiet } = await read('/about')
  await page.keyboard.press(keys)
  const input = page.getByRole('combobox', { name: 'Search' })
  await input.fill('interactions')
  await page.getByRole('option').first().waitFor()
  await soon(() => page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Results: \d+\./)
  await page.keyboard.press('ArrowDown')
  const active = await input.getAttribute('aria-activedescendant')
  expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/interactions')
  quiet()
})

test('the search dialog closes with Escape, returns the focus, and says what fails', async () => {
  const { page } = await read('/about')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' })
  await link.click()
  await page.route('**/api/search*', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: {} }),
  )
  await page.getByRole('combobox', { name: 'Search' }).fill('keys')
  const status = page.getByRole('dialog').getByRole('status')
  await soon(() => status.textContent()).toBe('Too many searches. Try again in 7 seconds.')
  await page.unroute('**/api/search*')
  await page.route('**/api/search*', (route) => route.abort())
  await page.getByRole('combobox', { name: 'Search' }).fill('keys again')
  await soon(() => status.textContent()).toBe('The search is not available. Check your connection.')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a search that is typed again shows its results without another request', async () => {
  const { page } = await read('/about')
  const searches: string[] = []
  page.on('request', (request) => {
    const asked = new URL(request.url())
    if (asked.pathname === '/api/search') searches.push(asked.searchParams.get('q')!)
  })
  await page.keyboard.press('/')
  const input = page.getByRole('combobox', { name: 'Search' })
  const first = () => page.getByRole('option').first().textContent()
  await input.fill('interactions')
  await soon(first).toContain('/docs/interactions')
  await input.fill('backups')
  await soon(first).toContain('/docs/backups')
  await input.fill('interactions ')
  await soon(first).toContain('/docs/interactions')
  expect(searches).toEqual(['interactions', 'backups'])
})

test('a slash in a field is typed, and the search works without a script', async () => {
  const { page } = await read('/search')
  await page.getByRole('searchbox').first().fill('')
  await page.getByRole('searchbox').first().press('/')
  expect(await page.getByRole('dialog').count()).toBe(0)
  const plain = await read('/about', { javaScriptEnabled: false })
  await plain.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  await plain.page.waitForURL('**/search')
})

test.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)('the search dialog is accessible at %i px in %s colors', async (width, colorScheme) => {
  const { page } = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
  await page.addInitScript(axeSource)
  await page.goto(`${url}/docs/external-api`)
  await page.locator('html[data-ready]').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('api keys')
  await page.getByRole('option').first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('the language of code tabs is remembered for other tabs and pages', async () => {
  const { page } = await read('/docs/external-api')
  await page.getByRole('radio', { name: 'Python' }).first().check()
  await soon(() => page.getByRole('radio', { name: 'Python' }).nth(1).isChecked()).toBe(true)
  await page.goto(`${url}/docs/first-api-call`)
  await soon(() => page.getByRole('radio', { name: 'Python' }).first().isChecked()).toBe(true)
})

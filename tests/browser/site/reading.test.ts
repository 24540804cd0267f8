import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { everyElementPage as path } from '#tests/support/http/lender.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

const server = await lentServer('services')
let browser: Browser

beforeAll(async () => {
  browser = await launch()
  // Its text is rendered once, when it is first asked for.
  await fetch(server.url + path)
})
afterAll(() => browser.close())

async function read(options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.goto(server.url + path)
  return opened
}

test.each([true, false])(
  'tabs are chosen with the pointer and with the arrow keys, with a script: %s',
  async (javaScriptEnabled) => {
    const { page, quiet } = await read({ javaScriptEnabled })
    const group = page.getByRole('group', { name: 'Ways to ask' })
    const [curl, script] = [
      group.getByRole('radio', { name: 'curl' }),
      group.getByRole('radio', { name: 'JavaScript' }),
    ]
    const [first, second] = [group.getByText('By hand:'), group.getByText('or not')]
    expect([await first.isVisible(), await second.isVisible()]).toEqual([true, false])
    await script.click()
    expect([await first.isVisible(), await second.isVisible()]).toEqual([false, true])
    await page.keyboard.press('ArrowLeft')
    expect(await curl.isChecked()).toBe(true)
    expect([await first.isVisible(), await second.isVisible()]).toEqual([true, false])
    const ring = await curl.evaluate((input) => getComputedStyle(input).outline)
    expect(ring).toMatch(/solid 3px$/)
    await page.emulateMedia({ media: 'print' })
    expect([await first.isVisible(), await second.isVisible()]).toEqual([true, true])
    quiet()
  },
)

test('the chosen tab can be told in the visitor’s own palette', async () => {
  const { page } = await read({ forcedColors: 'active' })
  const edges = await page
    .locator('.tabs > label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).borderBottomWidth))
  expect(edges).toEqual(['4px', '0px'])
})

test('the page is copied as Markdown, byte for byte its twin, and says so', async () => {
  const { page, context, quiet } = await read()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await soon(() => page.getByRole('status').last().textContent()).toBe('Copied')
  const twin = await (await fetch(`${server.url}${path}.md`)).text()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(twin)
  const button = page.getByRole('button', { name: 'Copy as Markdown' })
  await soon(() => button.count()).toBe(1)
  quiet()
})

test('a page that cannot be copied is said to be that', async () => {
  const { page, context } = await read()
  await context.grantPermissions(['clipboard-write'])
  await page.route(`**${path}.md`, (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await soon(() => page.getByRole('status').last().textContent()).toBe('Could not copy')
})

test('each block of code is copied by a button that stands after it', async () => {
  const { page, context, quiet } = await read()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = page.locator('.code-figure pre')
  await code.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await soon(copied).toBe(await code.textContent())
  const buttons = page.getByRole('button', { name: /^(Copy|Copied) the code$/ })
  expect(await buttons.count()).toBe(await page.locator('#pageContent pre:visible').count())
  quiet()
})

test('without a script there is no button that would need one', async () => {
  const { page } = await read({ javaScriptEnabled: false })
  expect(await page.locator('#pageContent button:not(form button):visible').count()).toBe(0)
  expect(await page.locator('#pageContent').getByRole('link', { name: 'View as Markdown' }).isVisible()).toBe(
    true,
  )
})

test('on a phone the contents are folded above the text and lead to the headings', async () => {
  const { page, quiet } = await read({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  expect(await page.getByRole('navigation', { name: 'On this page' }).count()).toBe(0)
  await page.getByText('On this page').locator('visible=true').click()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Components' }).click()
  expect(new URL(page.url()).hash).toBe('#components')
  expect(await page.getByRole('heading', { name: 'Components' }).evaluate(isInView)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  quiet()
})

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

test('on a wide screen the contents stand beside the text, third level and all', async () => {
  const { page } = await read({ viewport: { width: 1400, height: 900 } })
  const contents = page.getByRole('navigation', { name: 'On this page' })
  expect(await contents.getByRole('link').allTextContents()).toEqual([
    'Headings with code and emphasis',
    'A third level',
    'Lists',
    'Tables',
    'Code',
    'Components',
  ])
})

test('an operation in a text leads to its place in the reference', async () => {
  const { page } = await read()
  const row = page.getByRole('row').filter({ hasText: '/api/auth/signup' })
  await row.getByRole('link').first().click()
  await page.waitForURL('**/docs/api/**')
  const { hash } = new URL(page.url())
  await soon(() => page.locator(hash).evaluate(isInView)).toBe(true)
})

test('pictures keep their place while they load, and only load near the window', async () => {
  const { page } = await read()
  const figure = page.locator('figure.figure img')
  expect(await figure.getAttribute('loading')).toBe('lazy')
  const { width, height } = (await figure.boundingBox())!
  expect(width / height).toBeCloseTo(480 / 330, 2)
  await figure.scrollIntoViewIfNeeded()
  await soon(() => figure.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
})

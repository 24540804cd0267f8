import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { anEmail } from '#tests/support/http/client.ts'

const { url } = inject('servers')[0]!
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const visitor = (more = {}) => openPage(browser, more)

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    test('a visitor signs up after an error beside a field, and signs out and in again', async () => {
      const { page, quiet } = await visitor(options)
      const email = anEmail()
      await openReady(page, `${url}/signup`)
      await page.getByLabel('Name').fill('Ada Lovelace')
      await page.getByLabel('Email').fill(email)
      await page.locator('input[name=password]').fill('short')
      await page.getByRole('button', { name: 'Sign up' }).click()
      const password = page.locator('input[name=password]')
      await soon(() => password.getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByLabel('Name').inputValue()).toBe('Ada Lovelace')
      await password.fill('correct horse battery')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.waitForURL(`${url}/profile`)
      await soon(() => page.locator('main').innerText()).toContain(email)

      await page
        .locator('main, body')
        .getByRole('button', { name: /sign out/i })
        .first()
        .click()
      await page.waitForURL((at) => at.pathname !== '/profile')
      await page.goto(`${url}/profile`)
      await page.waitForURL((at) => at.pathname === '/login')
      await pageIsReady(page)
      await page.getByLabel('Email').fill(email)
      await page.locator('input[name=password]').fill('correct horse battery')
      await page.getByRole('button', { name: /sign in/i }).click()
      await page.waitForURL(`${url}/profile`)
      if (options.javaScriptEnabled)
        expect((await page.context().cookies()).find((cookie) => cookie.name === 'session')?.httpOnly).toBe(
          true,
        )
      // The refused form answers 400, which a browser's console notes.
      if (!options.javaScriptEnabled) quiet()
    })
  },
)

test('the theme button changes the theme and the page remembers it before it paints', async () => {
  const { page, quiet } = await visitor({ colorScheme: 'light' })
  await page.goto(url)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  const button = page.getByRole('button', { name: /^theme/i }).first()
  for (let press = 0; press < 3 && (await background()) === light; press++) await button.click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  expect(await background()).toBe(dark)
  quiet()
})

test.each(['/blog', '/login', '/robots.txt', '/llms.txt'])(
  'leaving for %s while another page is on its way prints nothing',
  async (path) => {
    const { page, quiet } = await visitor()
    for (let nth = 0; nth < 3; nth++) {
      await page.goto(`${url}/about`)
      await page.evaluate((second) => {
        for (const href of ['/docs', second]) Object.assign(document.createElement('a'), { href }).click()
      }, path)
      await soon(() => page.url()).toBe(url + path)
      await page.waitForLoadState()
    }
    quiet()
  },
)

describe('on a phone', () => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await visitor({ viewport: { width: 390, height: 844 } }))
  })
  const paths = ['/', '/docs', '/docs/external-api', '/blog', '/search?q=markdown', '/login', '/nothing']

  test.each(paths)('%s fits, has one H1, a main landmark and a skip link', async (path) => {
    await openReady(page, url + path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.locator('main#pageContent').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#pageContent')
  })

  test('the menu closes with Escape, which returns the focus, or a click elsewhere', async () => {
    await openReady(page, `${url}/about`)
    const menu = page.locator('details[data-menu]', { has: page.locator('summary:visible') })
    const isOpen = () => menu.evaluate((one: HTMLDetailsElement) => one.open)
    await menu.locator('summary').click()
    expect(await isOpen()).toBe(true)
    await page.keyboard.press('Tab')
    expect(
      await menu
        .locator('a')
        .first()
        .evaluate((link) => link === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Escape')
    expect(await isOpen()).toBe(false)
    expect(await menu.locator('summary').evaluate((one) => one === document.activeElement)).toBe(true)
    await menu.locator('summary').click()
    await page.mouse.click(20, 700)
    expect(await isOpen()).toBe(false)
  })
})

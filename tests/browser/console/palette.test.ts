import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { closeContexts, openReady } from '#tests/support/browser/ready.ts'
import { signUp } from '#tests/support/http/client.ts'

vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterEach(() => closeContexts(browser))
afterAll(() => browser.close())

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for pages and actions' })
const shown = (page: Page) => page.getByRole('dialog').getByRole('option')
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]')
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Opens a page, and the palette with keys once they are listened to. */
async function opened(page: Page, path: string) {
  await openReady(page, server.url + path)
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

test('letters, an arrow and Enter lead from any console page to one of a guild', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  await opened(page, '/admin/audit')
  expect(await chosen(page).innerText()).toContain('Overview')
  await page.keyboard.type(guildId)
  await soon(() => shown(page).count()).toBe(3)
  expect(await page.getByRole('dialog').getByRole('status').innerText()).toBe('3 results')
  const first = await chosen(page).getAttribute('href')
  await page.keyboard.press('End')
  await soon(() => chosen(page).getAttribute('href')).toBe(`/admin/guilds/${guildId}`)
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  await soon(() => chosen(page).getAttribute('href')).toBe(first)
  await page.keyboard.press('ArrowUp')
  await soon(() => chosen(page).getAttribute('href')).toBe(`/admin/guilds/${guildId}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/guilds/${guildId}`)
  quiet()
})

test('keys pressed while React hydrates on a slow machine do not break the page', async () => {
  const { page, context, quiet } = await guildWithOwner(browser)
  const tools = await context.newCDPSession(page)
  for (const rate of [8, 16]) {
    await tools.send('Emulation.setCPUThrottlingRate', { rate })
    await page.goto(`${server.url}/admin`)
    await soon(async () => {
      await page.keyboard.press('Control+k')
      return field(page).isVisible()
    }).toBe(true)
  }
  quiet()
})

test('Escape gives the focus back to where it was, and to the button that opened it', async () => {
  const { page, quiet } = await guildWithOwner(browser)
  await opened(page, '/admin/audit')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: /^Actor/ }).focus()
  await page.keyboard.press('Control+k')
  await soon(() => field(page).isVisible()).toBe(true)
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('actor')
  await page.getByRole('link', { name: 'Quick find…' }).press('Enter')
  await soon(() => field(page).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Close' }).click()
  await soon(() => focusedText(page)).toContain('Quick find…')
  quiet()
})

test('Ctrl+K opens it again before the closed dialog has been removed', async () => {
  const { page, quiet } = await guildWithOwner(browser)
  await opened(page, '/admin')
  // In one task: the dialog's close event comes after it.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('#palette')?.close()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  })
  await soon(() => field(page).isVisible()).toBe(true)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(await page.locator('dialog').count()).toBe(1)
  expect(await field(page).isVisible()).toBe(true)
  quiet()
})

test('pages and actions are listed before the service responds, and without it', async () => {
  const { page } = await guildWithOwner(browser)
  await page.route('**/api/console/find?*', (route) => route.fulfill({ status: 503 }))
  await opened(page, '/profile')
  await page.keyboard.type('write post')
  await soon(() => page.getByRole('dialog').getByRole('status').innerText()).toContain('Search failed')
  expect(await chosen(page).getAttribute('href')).toBe('/admin/content/new?type=post')
})

test('colours are changed where one is, and what nothing fits says what to try', async () => {
  const { page, quiet } = await guildWithOwner(browser)
  await opened(page, '/chat')
  await page.keyboard.type('nothing named xyzzy')
  await soon(() => page.getByRole('dialog').innerText()).toContain('Try a shorter or a different word')
  await field(page).fill('colors dark')
  await page.keyboard.press('Enter')
  await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await soon(() => field(page).count()).toBe(0)
  expect(page.url()).toBe(`${server.url}/chat`)
  quiet()
})

test('a member finds their account and signs out', async () => {
  const { page, context, quiet } = await openPage(browser)
  const [name = '', value = ''] = (await signUp(server)).cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  await opened(page, '/profile')
  await page.keyboard.type('runners console')
  await soon(() => page.getByRole('dialog').innerText()).toContain('Try a shorter or a different word')
  await field(page).fill('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/`)
  expect((await context.cookies()).filter((cookie) => cookie.name === name)).toEqual([])
  quiet()
})

describe.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const)('$colorScheme, $width wide', ({ colorScheme, width }) => {
  test('axe finds nothing in the open palette, and it fits', async () => {
    const viewport = { width, height: 800 }
    const { page } = await guildWithOwner(browser, { colorScheme, viewport })
    await page.addInitScript(axeSource)
    await opened(page, '/admin')
    await soon(() => page.getByRole('dialog').getByRole('status').innerText()).toMatch(/results/)
    expect(await axeFaults(page)).toEqual([])
    const box = (await page.getByRole('dialog').boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    if (width < 640) expect([box.x, box.width, box.height]).toEqual([0, 390, 800])
  })
})

test('without a script, the button leads to a page that finds the same', async () => {
  const { page, guildId } = await guildWithOwner(browser, { javaScriptEnabled: false })
  await page.goto(`${server.url}/admin`)
  await page.getByRole('link', { name: 'Quick find…' }).click()
  await page.waitForURL('**/admin/find')
  await page.getByRole('searchbox').fill(guildId)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('main').getByRole('link', { name: 'A guild', exact: true }).click()
  await page.waitForURL(`**/admin/guilds/${guildId}`)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { aCommand, atCommands, commandsOf, guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { focus, tabTo } from '#tests/support/browser/keys.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

/** Each test walks through several pages. */
vi.setConfig({ testTimeout: 90_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('a command with two options is made, and they change places, by keyboard alone', async () => {
  const opened = await guildWithOwner(browser)
  const { page, guildId, quiet } = opened
  await atCommands(opened, '/new?template=answer')
  await tabTo(page, 'Options')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Add option')
  await page.keyboard.press('Enter')
  await soon(() => focus(page)).toBe('Name')
  await page.keyboard.type('who')
  await tabTo(page, 'Description')
  await page.keyboard.type('Whom to greet')
  await tabTo(page, 'Add option')
  await page.keyboard.press('Enter')
  await soon(() => focus(page)).toBe('Name')
  await page.keyboard.type('how')
  await tabTo(page, 'Description')
  await page.keyboard.type('How to greet')
  const status = page.getByRole('status').filter({ hasText: /option|position/ })
  expect(await status.first().innerText()).toBe('Added option 2.')
  await page.getByRole('button', { name: 'Move option 2 up' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => focus(page)).toBe('Move option 1 up')
  expect(await status.first().innerText()).toBe('Moved to position 1 of 2.')
  await tabTo(page, 'Create command')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?done=created$/)
  expect(await commandsOf(guildId)).toMatchObject([{ options: [{ name: 'how' }, { name: 'who' }] }])
  // The address comes before the page that it stands for.
  await page.getByRole('button', { name: 'Save command' }).waitFor()
  await page.getByRole('button', { name: 'Remove option 1' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => focus(page)).toBe('Remove option 1')
  await page.keyboard.press('Enter')
  await soon(() => focus(page)).toBe('Add option')
  quiet()
})

test('an error in a collapsed section opens it, and its field has message and focus', async () => {
  const opened = await guildWithOwner(browser)
  const { page } = opened
  await atCommands(opened, '/new?template=form')
  await page.getByLabel('Form title').fill('')
  await page.locator('summary', { hasText: /^Form/ }).first().click()
  await page.getByRole('button', { name: 'Create command' }).click()
  const title = page.getByLabel('Form title')
  await soon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await title.getAttribute('aria-invalid')).toBe('true')
})

test('registering tells what Discord took, and that nothing is left to tell', async () => {
  const opened = await guildWithOwner(browser, {}, await lentServer('services'))
  const { page } = opened
  await atCommands(opened, '/new?template=answer')
  await page.getByRole('button', { name: 'Create command' }).click()
  await page.waitForURL(/\?done=created$/)
  await soon(() => page.title()).toMatch(/^\/hello/)
  await page.getByRole('status').getByRole('button', { name: 'Register with Discord' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Discord is up to date.' })
  await soon(() => notice.innerText()).toContain('Created: hello')
  await soon(() => notice.evaluate((box) => box === document.activeElement)).toBe(true)
  await soon(() => page.getByRole('row', { name: '/hello' }).innerText()).toMatch(
    /Slash command\s+registered/,
  )
  const part = page.getByRole('region', { name: 'Registration' })
  const again = part.getByRole('button', { name: 'Register with Discord' })
  expect(await again.getAttribute('class')).toContain('link')
  await again.click()
  await soon(() => part.innerText()).toContain('Discord was already up to date.')
})

test('without a bot, registering says what to set', async () => {
  const opened = await guildWithOwner(browser)
  const { page } = opened
  await aCommand(opened.guildId)
  await atCommands(opened)
  await page.getByRole('button', { name: 'Register with Discord' }).click()
  await soon(() => page.getByRole('alert').innerText()).toContain('DISCORD_')
})

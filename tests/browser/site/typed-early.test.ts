import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'

vi.setConfig({ testTimeout: 90_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Holds the script that takes over the page, as a slow line does. */
async function held(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const named = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('fields changed before the page’s script runs keep their value, and it uses it', async () => {
  const opened = await guildWithOwner(browser)
  const { page, quiet } = opened
  const release = await held(page)
  await page.goto(`${opened.url}/admin/guilds/${opened.guildId}/commands/new?template=answer`)
  await named(page, 'Name').fill('early')
  const text = named(page, 'Text')
  const given = await text.inputValue()
  await text.fill('Good **morning**')
  await named(page, 'Ephemeral: only the user sees it').check()
  await named(page, 'Enabled').uncheck()
  await named(page, 'Embed response').check()
  release()
  const preview = page.getByRole('region', { name: 'Preview in Discord' })
  await soon(() => preview.innerText()).toContain('Good morning')
  expect(await preview.innerText()).toContain('Only you can see this')
  expect(await preview.innerText()).toContain('early')
  expect(await named(page, 'Name').inputValue()).toBe('early')
  expect(await text.inputValue()).toBe('Good **morning**')
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.defaultValue)).toBe(given)
  expect(await named(page, 'Enabled').isChecked()).toBe(false)
  expect(await named(page, 'Embed response').isChecked()).toBe(true)
  quiet()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { editorAt } from '#tests/support/browser/editor.ts'
import { aCommand, guildWithOwner } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

/** Presses a button where it is, and returns the confirmation if all of it is in the window. */
async function confirmation(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name, exact: true }).first().click()
  const shown = page.locator('[data-toast]')
  await shown.waitFor()
  const box = (await shown.boundingBox())!
  const { width, height } = page.viewportSize()!
  const isInView = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
  return isInView
    ? ((await shown.locator('p').first().textContent()) ?? '')
    : `out of view: ${JSON.stringify(box)}`
}

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('at $width px', (viewport) => {
  test('what was saved in a server is confirmed in view', async () => {
    const opened = await guildWithOwner(browser, { viewport })
    const { page, guildId } = opened
    const guild = `${url}/admin/guilds/${guildId}`
    await openReady(page, `${guild}/settings`)
    expect(await confirmation(page, 'Save settings')).toBe('The settings were saved and are in effect.')
    await openReady(page, await aCommand(guildId))
    expect(await confirmation(page, 'Save command')).toBe('The command was saved.')
    await page.getByLabel(/^Yes, delete/).check()
    expect(await confirmation(page, 'Delete command')).toBe('The command was deleted.')
    opened.quiet()
  })

  test('what was done to an entry is confirmed in view, and the notice can be closed', async () => {
    const { page, make, write, quiet } = await editorAt(browser, { viewport })
    const entry = await make('post')
    await write(entry)
    expect(await confirmation(page, 'Publish')).toMatch(/^Published/)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    expect(await page.locator('[data-toast]').count()).toBe(0)
    expect(await confirmation(page, 'Unpublish')).toMatch(/^Unpublished/)
    expect(await confirmation(page, 'Archive')).toMatch(/^Archived/)
    await page.getByLabel(/^Yes, delete/).check()
    expect(await confirmation(page, 'Delete entry')).toBe('The entry was deleted.')
    expect(await confirmation(page, 'Undo')).toBe('The entry was restored as a draft.')
    quiet()
  })

  test('changes of the profile are confirmed in view, each time', async () => {
    const { page, quiet } = await editorAt(browser, { viewport })
    await openReady(page, `${url}/profile`)
    expect(await confirmation(page, 'Save profile')).toBe('Your profile was saved.')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    expect(await confirmation(page, 'Save profile')).toBe('Your profile was saved.')
    quiet()
  })
})

test('without scripts, the confirmation is above the content', async () => {
  const { page } = await editorAt(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/profile`)
  const text = await confirmation(page, 'Save profile')
  expect(text).toBe('Your profile was saved.')
  expect(await page.locator('[data-toast]').evaluate((one) => getComputedStyle(one).position)).toBe('static')
})

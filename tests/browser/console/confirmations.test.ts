import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { editorAt, openMenu, textField, typeAtEnd } from '#tests/support/browser/editor.ts'
import { aCommand, guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

/** Presses a button where it is, and checks that all of the confirmation is in the window. */
async function confirmed(page: Page, button: string, text: string) {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const shown = page.locator('[data-toast]').filter({ hasText: text })
  await shown.waitFor()
  const box = (await shown.boundingBox())!
  const { width, height } = page.viewportSize()!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
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
    await confirmed(page, 'Save settings', 'The settings were saved and are in effect.')
    await openReady(page, await aCommand(guildId))
    await confirmed(page, 'Save command', 'The command was saved.')
    await page.getByLabel(/^Yes, delete/).check()
    await confirmed(page, 'Delete command', 'The command was deleted.')
    opened.quiet()
  })

  test('what was done to an entry is confirmed in view, and the notice can be closed', async () => {
    const { page, make, write, quiet } = await editorAt(browser, { viewport })
    const entry = await make('post')
    await write(entry)
    await confirmed(page, 'Publish', 'Published.')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    expect(await page.locator('[data-toast]').count()).toBe(0)
    await openMenu(page, 'More actions')
    await confirmed(page, 'Unpublish', 'Unpublished.')
    await confirmed(page, 'Undo', 'Published. Readers see it now.')
    await confirmed(page, 'Undo', 'Unpublished.')
    await openMenu(page, 'More actions')
    await confirmed(page, 'Archive', 'Archived.')
    await confirmed(page, 'Undo', 'The entry was restored as a draft.')
    await confirmed(page, 'Undo', 'Archived.')
    await openMenu(page, 'More actions')
    await page.getByLabel(/^Yes, delete/).check()
    await confirmed(page, 'Delete entry', 'The entry was deleted.')
    await confirmed(page, 'Undo', 'The entry was restored as a draft.')
    quiet()
  })

  test('changes of the profile are confirmed in view, each time', async () => {
    const { page, quiet } = await editorAt(browser, { viewport })
    await openReady(page, `${url}/profile`)
    await confirmed(page, 'Save profile', 'Your profile was saved.')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await confirmed(page, 'Save profile', 'Your profile was saved.')
    quiet()
  })
})

test('without scripts, the confirmation is in view', async () => {
  const { page } = await editorAt(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/profile`)
  await confirmed(page, 'Save profile', 'Your profile was saved.')
})

test('links and Back ask before input is lost, and keep it if the user stays', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  const guild = `${url}/admin/guilds/${guildId}`
  await openReady(page, `${guild}/commands`)
  const rooms = page.locator('#console-navigation')
  await rooms.getByRole('link', { name: 'Settings' }).first().click()
  await page.waitForURL(`${guild}/settings`)
  await page.getByLabel('Time zone').fill('Europe/Paris')
  const asked: string[] = []
  let answer = false
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return answer ? dialog.accept() : dialog.dismiss()
  })
  await rooms.getByRole('link', { name: 'Events' }).click()
  await soon(() => asked.length).toBe(1)
  await page.evaluate(() => history.back())
  await soon(() => asked.length).toBe(2)
  expect(asked[0]).toBe('Your changes are not saved. Leave this page?')
  await soon(() => page.url()).toBe(`${guild}/settings`)
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Paris')
  answer = true
  await rooms.getByRole('link', { name: 'Events' }).click()
  await page.waitForURL(`${guild}/events`)
  quiet()
})

test('text typed just before following a link of the console is autosaved', async () => {
  const { page, make, write, quiet } = await editorAt(browser)
  const entry = await make('post')
  await write(entry)
  await typeAtEnd(page, 'Last words.')
  const saved = page.waitForResponse((response) => response.url().endsWith('/draft'))
  await page.locator('#console-navigation').getByRole('link', { name: 'Content' }).click()
  await page.waitForURL(`${url}/admin/content`)
  expect((await saved).ok()).toBe(true)
  await write(entry)
  await textField(page).getByText('Last words.').waitFor()
  quiet()
})

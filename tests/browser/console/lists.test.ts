import type { Browser, Page } from 'playwright-core'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { launch } from '#tests/support/browser/browser.ts'
import { editorAt } from '#tests/support/browser/editor.ts'
import { aCommand, guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

const rows = (page: Page) => page.getByRole('table', { name: 'Entries' }).getByRole('rowheader')
const query = (page: Page) => new URL(page.url()).search

test('filters apply on change, keep the focus, set the URL and can be removed singly', async () => {
  const { page, make, quiet } = await editorAt(browser)
  const word = `Filtered ${ulid()}`
  await make('page', { title: `${word} b` })
  await make('post', { title: `${word} a` })
  await openReady(page, `${url}/admin/content`)
  const field = page.getByRole('searchbox', { name: 'Title, slug or description' })
  await field.pressSequentially(word)
  await soon(() => rows(page).count()).toBe(2)
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await soon(() => query(page)).toBe(`?q=${word.replace(' ', '+')}`)
  await page.getByLabel('Type', { exact: true }).selectOption('Posts')
  await soon(() => rows(page).allInnerTexts()).toEqual([`${word} a`])
  await page.getByRole('link', { name: 'Remove the filter Type: Posts' }).click()
  await soon(() => rows(page).count()).toBe(2)
  await page.getByRole('link', { name: 'Title', exact: true }).click()
  await soon(() => rows(page).allInnerTexts()).toEqual([`${word} a`, `${word} b`])
  await page.getByRole('link', { name: 'Title', exact: true }).click()
  await soon(() => rows(page).allInnerTexts()).toEqual([`${word} b`, `${word} a`])
  const heading = page.getByRole('columnheader', { name: 'Title' })
  expect(await heading.getAttribute('aria-sort')).toBe('descending')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await soon(() => query(page)).toBe('?sort=title&order=desc')
  await soon(() => field.inputValue()).toBe('')
  quiet()
})

test('a selection is counted, cleared with Escape, and archived with an undo button', async () => {
  const { page, make, publish, quiet } = await editorAt(browser)
  const title = `Selected ${ulid()}`
  const made = [await publish(await make('page', { title })), await make('post', { title })]
  const main = page.getByRole('main')
  await openReady(page, `${url}/admin/content?q=${title}`)
  const bar = page.locator('.selection-bar')
  expect(await bar.isVisible()).toBe(false)
  await page
    .getByRole('checkbox', { name: `Select ${title}` })
    .first()
    .check()
  await soon(() => bar.innerText()).toContain('1 selected')
  await page.keyboard.press('Escape')
  await soon(() => bar.isVisible()).toBe(false)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await soon(() => bar.innerText()).toContain('2 selected')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await soon(() => main.innerText()).toContain('2 entries were archived.')
  expect((await fetch(url + made[0]!.path)).status).toBe(404)
  expect(await bar.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => main.innerText()).toContain('2 entries were restored.')
  expect((await fetch(url + made[0]!.path)).status).toBe(200)
  expect((await fetch(url + made[1]!.path)).status).toBe(404)
  quiet()
})

test('the selection bar stays in place while a deletion is confirmed', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  await aCommand(guildId)
  await openReady(page, `${url}/admin/guilds/${guildId}/commands`)
  await page.getByRole('checkbox', { name: 'Select /hello' }).check()
  const bar = page.locator('.selection-bar')
  await bar.waitFor()
  const before = await bar.boundingBox()
  const button = bar.locator('summary', { hasText: 'Delete' })
  await button.click()
  const sure = page.getByLabel('Yes, delete these commands.')
  await sure.waitFor()
  expect(await bar.boundingBox()).toEqual(before)
  const [box, { width, height }] = [(await sure.boundingBox())!, page.viewportSize()!]
  expect(box.y).toBeGreaterThan(0)
  expect(box.y + box.height).toBeLessThan(height)
  expect(box.x + box.width).toBeLessThan(width)
  await sure.focus()
  await page.keyboard.press('Escape')
  await soon(() => sure.isVisible()).toBe(false)
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await bar.innerText()).toContain('1 selected')
  // The closed confirmation does not block another action.
  await bar.getByRole('button', { name: 'Disable' }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('1 command was disabled.')
  quiet()
})

test('the list shows CMS entries by default, and content files when asked', async () => {
  const { page, make, quiet } = await editorAt(browser)
  await make('page', { title: `Own ${ulid()}` })
  await openReady(page, `${url}/admin/content`)
  const files = page.getByRole('main').getByRole('row').filter({ hasText: 'Content file' })
  expect(await rows(page).count()).toBeGreaterThan(0)
  expect(await files.count()).toBe(0)
  await page.getByLabel('Source', { exact: true }).selectOption('Content files')
  await soon(() => files.count()).toBeGreaterThan(5)
  expect(await files.count()).toBe(await rows(page).count())
  expect(query(page)).toBe('?source=files')
  expect(await page.getByRole('columnheader').allInnerTexts()).not.toContain('Changed')
  quiet()
})

test('the actions of the audit log are grouped, and filter it without scripts', async () => {
  const { page } = await guildWithOwner(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/admin/audit`)
  const select = page.getByLabel('Action', { exact: true })
  const groups = await select
    .locator('optgroup')
    .evaluateAll((all) => all.map((one) => one.getAttribute('label')))
  expect(groups).toContain('Accounts')
  expect(new Set(groups).size).toBe(groups.length)
  expect(await select.locator('> option').allInnerTexts()).toEqual(['Any'])
  await select.selectOption('Added a server')
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(new URL(page.url()).searchParams.get('action')).toBe('guild.added')
  const actions = await page.getByRole('table').getByRole('rowheader').allInnerTexts()
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.every((text) => text.startsWith('Added a server'))).toBe(true)
})

test('without scripts, filters have a button and the selection bar is visible', async () => {
  const { page, make } = await editorAt(browser, { javaScriptEnabled: false })
  const title = `Plain ${ulid()}`
  await make('page', { title })
  await page.goto(`${url}/admin/content`)
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  expect(await page.getByRole('main').innerText()).toContain('1 entry was published.')
})

test('on a phone, rows have two lines, and filters are collapsed', async () => {
  const { page, make, quiet } = await editorAt(browser, { viewport: { width: 390, height: 844 } })
  const title = `Phone ${ulid()}`
  await page.addInitScript(axeSource)
  await make('page', { title })
  await openReady(page, `${url}/admin/content?q=${title}`)
  const row = page.getByRole('table', { name: 'Entries' }).getByRole('row').last()
  expect((await row.boundingBox())!.height).toBeLessThan(72)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const type = page.getByLabel('Type', { exact: true })
  expect(await type.isVisible()).toBe(false)
  await page.locator('summary', { hasText: 'Filters' }).click()
  await type.selectOption('Documents')
  await soon(() => page.getByRole('main').innerText()).toContain('No entries match.')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  quiet()
})

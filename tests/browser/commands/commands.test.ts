import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import {
  aCommand,
  answered,
  atCommands,
  commandsOf,
  guildWithOwner,
  soon,
} from '#tests/support/browser/guild.ts'

/** Each test walks through several pages. */
vi.setConfig({ testTimeout: 90_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const save = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const preview = (page: Page) => page.getByRole('region', { name: 'Preview in Discord' })
const isFocused = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement)

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    test('a command is made from an example, refused beside its field, changed and deleted', async () => {
      const opened = await guildWithOwner(browser, options)
      const { page, guildId, quiet } = opened
      await atCommands(opened)
      await page.getByRole('link', { name: 'Create your first command' }).click()
      await page.getByRole('link', { name: 'Text response', exact: true }).click()
      await page.getByLabel('Name', { exact: true }).fill('Hello You')
      await page.getByLabel('Text', { exact: true }).fill('Good **morning**')
      await save(page, 'Create command')
      const name = page.getByLabel('Name', { exact: true })
      await soon(() => name.getAttribute('aria-invalid')).toBe('true')
      if (options.javaScriptEnabled) await soon(() => isFocused(page, 'Name')).toBe(true)
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Good **morning**')
      await name.fill('hello-you')
      await page.getByLabel('Ephemeral: only the user sees it').check()
      await save(page, 'Create command')
      await page.waitForURL(/\?done=created$/)
      await page.getByRole('button', { name: 'Save command', exact: true }).waitFor()
      await soon(() => preview(page).innerText()).toContain('Only you can see this')
      await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Says good morning')
      await save(page, 'Save command')
      await page.waitForURL(/\?done=saved$/)
      expect(await commandsOf(guildId)).toMatchObject([
        {
          name: 'hello-you',
          description: 'Says good morning',
          ephemeral: true,
          response: { type: 'message', content: 'Good **morning**' },
          version: 2,
        },
      ])
      await save(page, 'Delete command')
      const sure = page.getByLabel('Yes, delete /hello-you.')
      await soon(() => sure.getAttribute('aria-invalid')).toBe('true')
      await sure.check()
      await save(page, 'Delete command')
      await page.waitForURL(/\?done=deleted$/)
      expect(await commandsOf(guildId)).toEqual([])
      quiet()
    })

    test('a late save shows the current version, keeps the typed one and may overwrite', async () => {
      const opened = await guildWithOwner(browser, options)
      const { page, context, guildId } = opened
      const address = await aCommand(guildId)
      const other = await context.newPage()
      for (const one of [page, other]) await openReady(one, address)
      await other.getByLabel('Text', { exact: true }).fill('Theirs')
      await save(other, 'Save command')
      await other.waitForURL(/\?done=saved$/)
      await page.getByLabel('Text', { exact: true }).fill('Mine')
      await save(page, 'Save command')
      const theirs = page.getByRole('region', { name: 'Current version' })
      await soon(() => theirs.innerText().catch(() => '')).toContain('Theirs')
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Mine')
      // Saving once more without saying so wins nothing.
      await answered(page, () => save(page, 'Save command'))
      await soon(() => page.getByRole('alert').innerText()).toContain('A newer version was saved')
      expect(await commandsOf(guildId)).toMatchObject([{ response: { content: 'Theirs' } }])
      await save(page, 'Overwrite with my version')
      await page.waitForURL(/\?done=saved$/)
      expect(await commandsOf(guildId)).toMatchObject([{ response: { content: 'Mine' }, version: 3 }])
    })

    test('a switch in the list turns a command off, and a copy begins turned off too', async () => {
      const opened = await guildWithOwner(browser, options)
      const { page, guildId } = opened
      await openReady(page, await aCommand(guildId))
      await page.getByRole('link', { name: 'Copy' }).click()
      await soon(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('hello-copy')
      await save(page, 'Create command')
      await page.waitForURL(/\?done=created$/)
      await atCommands(opened, '?q=hello')
      const toggle = page.getByRole('switch', { name: '/hello', exact: true })
      expect(await toggle.getAttribute('aria-checked')).toBe('true')
      await toggle.click()
      await soon(() => toggle.getAttribute('aria-checked')).toBe('false')
      await soon(async () => (await commandsOf(guildId)).map(({ enabled }) => enabled)).toEqual([
        false,
        false,
      ])
      expect(new URL(page.url()).searchParams.get('q')).toBe('hello')
    })
  },
)

test('without a script nested fields are JSON, and their errors appear beside them', async () => {
  const opened = await guildWithOwner(browser, { javaScriptEnabled: false })
  const { page, guildId } = opened
  await atCommands(opened, '/new?template=answer')
  await page.locator('summary', { hasText: 'Options' }).first().click()
  const options = page.getByLabel('Options as JSON')
  await options.fill('[{"type": 3}')
  await save(page, 'Create command')
  await soon(() => page.locator('main').innerText()).toContain('Enter valid JSON')
  expect(await options.inputValue()).toBe('[{"type": 3}')
  await options.fill('[{"type": 3, "name": "Topic", "description": "What"}]')
  await save(page, 'Create command')
  await soon(() => page.locator('main').innerText()).toContain('0.name: Use lowercase letters.')
  await options.fill('[{"type": 3, "name": "topic", "description": "What"}]')
  await save(page, 'Create command')
  await page.waitForURL(/\?done=created$/)
  expect(await commandsOf(guildId)).toMatchObject([{ options: [{ type: 3, name: 'topic' }] }])
})

test('the preview follows what is written, and names are put where the cursor was', async () => {
  const opened = await guildWithOwner(browser)
  const { page, quiet } = opened
  await atCommands(opened, '/new?template=answer')
  const said = () => preview(page).innerText()
  expect(await said()).toContain('Hello, @Ada!')
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('In ')
  await page.getByText('Insert placeholder').first().click()
  await page.getByRole('button', { name: '{channel.mention}' }).first().click()
  expect(await text.inputValue()).toBe('In {channel.mention}')
  await soon(said).toContain('In #general')
  await page.getByLabel('Embed response', { exact: true }).check()
  await page.getByLabel('Title', { exact: true }).fill('<b>Rules</b>')
  await soon(said).toContain('<b>Rules</b>')
  await page.getByRole('heading', { name: 'Buttons and selects' }).click()
  await page.getByRole('button', { name: 'Add button' }).click()
  await page.getByLabel('Label', { exact: true }).fill('Accept')
  await soon(said).toContain('Accept')
  quiet()
})

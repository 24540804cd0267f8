import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { signInAs, snowflake } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'

const server = inject('servers')[0]!
const { url } = server
let browser: Browser
let cookie: string
const guild = snowflake()
const base = `/admin/guilds/${guild}/automations`

beforeAll(async () => {
  browser = await launch()
  cookie = await signInAs(server, 'admin')
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Automated'])
})
afterAll(() => browser.close())

async function signedIn(options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = cookie.split('=')
  await opened.context.addCookies([{ name, value, url }])
  return opened
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const arrived = (page: Page, done: string) => page.waitForURL((now) => now.searchParams.get('done') === done)
const open = (page: Page, card: string) => page.locator('summary', { hasText: card }).click()
const words = (page: Page) => page.locator('#in-words').innerText()

/** Runs inside the page. */
const hasFocus = (element: Element) => element === document.activeElement

/** Makes an automation from the starting point of a welcome, and stays on its page. */
async function welcome(page: Page, name: string) {
  await openReady(page, `${url}${base}/new?from=welcome`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Channel', { exact: true }).fill('300000000000000006')
  await open(page, '2. Add a role')
  await page.getByLabel('Role', { exact: true }).fill('400000000000000002')
  await press(page, 'Create automation')
  await arrived(page, 'made')
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
}

test('an automation is made with the keyboard alone', async () => {
  const { page, quiet } = await signedIn()
  await openReady(page, `${url}${base}/new?from=empty`)
  const key = async (...keys: string[]) => {
    for (const one of keys) await page.keyboard.press(one)
  }
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('By keyboard')
  await page.getByRole('combobox', { name: 'Trigger' }).focus()
  await page.keyboard.type('members join')
  await key('ArrowDown', 'ArrowUp', 'Enter')
  await soon(() => page.getByRole('button', { name: 'Add trigger' }).evaluate(hasFocus)).toBe(true)
  await page.getByRole('button', { name: 'Add condition' }).focus()
  await key('Enter')
  const field = page.getByLabel('Field', { exact: true })
  await soon(() => field.evaluate(hasFocus)).toBe(true)
  await page.getByRole('button', { name: 'Add action' }).focus()
  await key('Enter')
  const kind = page.getByLabel('Action', { exact: true })
  await soon(() => kind.evaluate(hasFocus)).toBe(true)
  await key('Tab')
  await page.keyboard.type('<#300000000000000006>')
  await key('Enter', 'Tab')
  await page.keyboard.type('Welcome')
  await soon(() => words(page)).toBe('When a member joins, if the member is not a bot, send a message.')
  await page.getByRole('button', { name: 'Create automation' }).focus()
  await key('Enter')
  await arrived(page, 'made')
  await soon(() => page.locator('h1').innerText()).toBe('By keyboard')
  quiet()
})

test('moving, removing and dragging rows is announced to screen readers', async () => {
  const { page } = await signedIn()
  await openReady(page, `${url}${base}/new?from=invitations`)
  await press(page, 'Move condition 2 up')
  await soon(() => page.getByLabel('Field', { exact: true }).first().inputValue()).toBe('data.content')
  await press(page, 'Remove condition 1')
  await soon(() => page.getByLabel('Field', { exact: true }).count()).toBe(1)
  await soon(() => page.getByText('Removed condition 1. 1 left.').count()).toBe(1)
  const cards = page.getByRole('group', { name: /^action \d/ })
  await page.getByTitle('Drag to move').nth(1).dragTo(cards.first())
  await soon(() => page.getByText('Moved to position 1 of 2.').count()).toBe(1)
  await soon(() => words(page)).toContain('write to the log channel and delete the message')
})

test('each error has a link to its field, and disappears once the field is corrected', async () => {
  const { page, quiet } = await signedIn()
  await openReady(page, `${url}${base}/new?from=welcome`)
  await page.getByLabel('Name', { exact: true }).fill('')
  await press(page, 'Create automation')
  const summary = page.getByRole('alert')
  await summary.getByText('3 fields have errors').waitFor()
  const role = page.getByLabel('Role', { exact: true })
  await summary.getByRole('link', { name: 'Action 2 (Add a role), Role: Choose a role.' }).click()
  await soon(() => role.evaluate(hasFocus)).toBe(true)
  expect(await role.getAttribute('aria-invalid')).toBe('true')
  await role.fill('400000000000000002')
  await soon(() => role.getAttribute('aria-invalid')).toBe(null)
  await page.getByLabel('Name', { exact: true }).fill('Welcome')
  await summary.getByText('1 field has an error').waitFor()
  quiet()
})

test('a dry run shows each step for a sample or your own event, and saves nothing', async () => {
  const { page, quiet } = await signedIn()
  await openReady(page, `${url}${base}/new?from=welcome`)
  await page.getByLabel('Channel', { exact: true }).fill('300000000000000006')
  await press(page, 'Run test')
  const role = page.getByLabel('Role', { exact: true })
  await soon(() => role.getAttribute('aria-invalid')).toBe('true')
  await soon(() => role.evaluate(hasFocus)).toBe(true)
  await role.fill('400000000000000002')
  await press(page, 'Run test')
  const result = page.getByRole('region', { name: 'The automation would run' })
  await result.waitFor()
  expect(await result.innerText()).toContain('Welcome, @Ada!')
  await page.getByText('Insert placeholder').first().click()
  await page.getByRole('button', { name: '{user.name}' }).first().click()
  await soon(() => result.innerText()).toContain('Say hello here.Ada')
  await page.getByLabel('Test event').selectOption('own')
  await page.getByLabel('Event as JSON').fill('{"type": "MEMBER_JOIN"}')
  const panel = page.getByRole('complementary', { name: 'Test' })
  await soon(() => panel.innerText()).toContain('The event has no user')
  await page.getByLabel('Event as JSON').fill('{')
  await soon(() => page.getByLabel('Event as JSON').getAttribute('aria-invalid')).toBe('true')
  await page.goto(`${url}${base}?q=Welcome+new`)
  expect(await page.locator('main').innerText()).toContain('No automations match')
  quiet()
})

test('an automation is tried with something that happened', async () => {
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const { page } = await signedIn()
  await openReady(page, `${url}/admin/guilds/${guild_id}/automations/01JDEM00000000000000000001`)
  const events = page.getByLabel('Test event')
  const join = await events
    .locator('option', { hasText: /A member joins, by/ })
    .first()
    .getAttribute('value')
  await events.selectOption(join)
  await page.getByRole('region', { name: 'The automation would run' }).waitFor()
  await page.getByText('Full event').click()
  await soon(() => page.locator('pre').innerText()).toContain(join!.replace('recent:', ''))
})

test('a schedule has days and a time, and shows an invalid value at its field', async () => {
  const { page } = await signedIn()
  await openReady(page, `${url}${base}/new?from=weekly`)
  await page.getByLabel('Weekday').selectOption('Monday')
  await page.getByLabel('Time', { exact: true }).fill('09:30')
  await page.getByLabel('Time zone').fill('Europe/Paris')
  await soon(() => words(page)).toBe('Every Monday at 09:30 (Europe/Paris), send a message.')
  await soon(() => page.locator('fieldset ol time').count()).toBe(3)
  await soon(() => page.locator('fieldset ol time').first().innerText()).toMatch(/^Monday .* 09:30$/)
  await page.getByLabel('Repeats').selectOption('Advanced (cron)')
  const cron = page.getByLabel('Cron expression')
  expect(await cron.inputValue()).toBe('30 9 * * 1')
  await page.getByLabel('Channel', { exact: true }).fill('300000000000000006')
  await cron.fill('0 0 31 2 *')
  await press(page, 'Create automation')
  await soon(() => cron.getAttribute('aria-invalid')).toBe('true')
  await soon(() => page.locator('main').innerText()).toContain(
    'This schedule never runs. Choose a date that exists.',
  )
  expect(await cron.inputValue()).toBe('0 0 31 2 *')
})

test('who saves second is told, keeps what was typed, and may save over it', async () => {
  const first = await signedIn()
  await welcome(first.page, 'Contested')
  const second = await signedIn()
  await openReady(second.page, first.page.url())
  await first.page.getByLabel('Name', { exact: true }).fill('Contested by the first')
  await press(first.page, 'Save')
  await arrived(first.page, 'saved')
  await second.page.getByLabel('Name', { exact: true }).fill('Contested by the second')
  await press(second.page, 'Save')
  await second.page.getByText('A newer version was saved').waitFor()
  expect(await second.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Contested by the second')
  await press(second.page, 'Overwrite with my version')
  await arrived(second.page, 'saved')
  await soon(() => second.page.locator('h1').innerText()).toBe('Contested by the second')
})

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    test('an automation is made, switched, copied and deleted', async () => {
      const { page } = await signedIn(options)
      const name = `Switched ${options.javaScriptEnabled}`
      if (options.javaScriptEnabled) await welcome(page, name)
      else {
        await openReady(page, `${url}${base}/new?from=welcome`)
        await page.getByLabel('Name', { exact: true }).fill(name)
        // The fields of scripts are hidden.
        const fields = page.locator('[data-unscripted]')
        await fields.getByLabel('Text', { exact: true }).fill('Hello {user.name}')
        await press(page, 'Remove action 2')
        expect(await fields.getByLabel('Action', { exact: true }).count()).toBe(1)
        await press(page, 'Add condition')
        await fields.getByLabel('Field', { exact: true }).last().selectOption('Member’s name')
        await page.getByRole('button', { name: 'Update fields' }).first().click()
        await fields.getByLabel('Value', { exact: true }).last().fill('Ada')
        await press(page, 'Run test')
        expect(await page.locator('main').innerText()).toContain('Not ready to test')
        await fields.getByLabel('Channel', { exact: true }).fill('300000000000000006')
        await press(page, 'Run test')
        expect(await page.getByRole('region', { name: 'The automation would run' }).innerText()).toContain(
          'Hello Ada',
        )
        expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
        await page.getByLabel('Name', { exact: true }).press('Enter')
        await arrived(page, 'made')
        expect(await words(page)).toContain('name is “Ada”')
      }
      await page.getByText('It is disabled. Nothing runs until you enable it.').waitFor()
      await press(page, 'Enable automation')
      await arrived(page, 'enabled')
      await page.getByText('The automation was saved and enabled.').waitFor()
      await soon(() => page.getByLabel('Enabled', { exact: true }).isChecked()).toBe(true)
      await openReady(page, `${url}${base}?q=${encodeURIComponent(name)}`)
      const button = page.getByRole('switch', { name })
      expect(await button.getAttribute('aria-checked')).toBe('true')
      await button.click()
      await soon(() => button.getAttribute('aria-checked')).toBe('false')
      await soon(() => button.getAttribute('aria-busy')).toBe('false')
      await page.reload()
      await pageIsReady(page)
      expect(await button.getAttribute('aria-checked')).toBe('false')
      await page.getByRole('link', { name, exact: true }).click()
      await press(page, 'Copy')
      await arrived(page, 'copied')
      await soon(() => page.locator('h1').innerText()).toBe(`${name} (copy)`)
      await press(page, 'Delete automation')
      await soon(() => page.locator('main').innerText()).toContain('Select the checkbox to confirm.')
      await page.getByLabel('Yes, delete this automation').check()
      await press(page, 'Delete automation')
      await arrived(page, 'deleted')
    })
  },
)

test('on a phone, the test is a sheet that a button in view opens and Escape closes', async () => {
  const { page, quiet } = await signedIn({ viewport: { width: 390, height: 844 } })
  const refused: number[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.status()))
  await openReady(page, `${url}${base}/new?from=welcome`)
  const button = page.locator('summary', { hasText: 'Test' })
  const sheet = page.getByRole('group', { name: 'Test', exact: true })
  const box = (await button.boundingBox())!
  expect(box.y).toBeGreaterThan(700)
  expect(box.y + box.height).toBeLessThanOrEqual(844)
  expect(await sheet.isVisible()).toBe(false)
  await button.click()
  await soon(() => sheet.evaluate(hasFocus)).toBe(true)
  // The automation has no channel yet, which is a result of the test and not a failed request.
  await sheet.getByText('Not ready to test').waitFor()
  expect(refused).toEqual([])
  const shown = (await sheet.boundingBox())!
  expect(shown.y).toBeGreaterThan(100)
  expect(shown.y + shown.height).toBeLessThanOrEqual(844)
  await page.keyboard.press('Escape')
  await soon(() => sheet.isVisible()).toBe(false)
  expect(await button.evaluate(hasFocus)).toBe(true)
  await button.click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await soon(() => button.evaluate(hasFocus)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  quiet()
})

test('on a phone without scripts, the test is a section below the form', async () => {
  const { page } = await signedIn({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  await page.goto(`${url}${base}/new?from=welcome`)
  const run = page.getByRole('button', { name: 'Run test' })
  const create = page.getByRole('button', { name: 'Create automation' })
  const topOf = (element: Element) => element.getBoundingClientRect().top + scrollY
  expect(await run.isVisible()).toBe(true)
  const formEnd = page.locator('form#automation')
  expect(await run.evaluate(topOf)).toBeGreaterThan(
    await formEnd.evaluate((form) => form.getBoundingClientRect().bottom),
  )
  expect(await create.isVisible()).toBe(true)
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { configFields } from '#app/features/actions/config-fields.ts'
import { launch } from '#tests/support/browser/browser.ts'
import { commandsOf, guildWithOwner, soon, type Opened } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { aRunnerToken, ready } from '#tests/support/discord/runner-socket.ts'

const server = inject('servers')[0]!
const ids = {
  category: '300000000000000001',
  general: '300000000000000002',
  staff: '300000000000000003',
  low: '400000000000000001',
  bot: '400000000000000002',
  high: '400000000000000003',
  wave: '500000000000000001',
}
const bot = { id: '900000000000000002', roles: [ids.bot] }
const channels = [
  { id: ids.category, name: 'Talk', type: 4, position: 0 },
  { id: ids.general, name: 'general', type: 0, position: 1, parent_id: ids.category },
  {
    id: ids.staff,
    name: 'staff',
    type: 0,
    position: 2,
    overwrites: [{ id: ids.bot, type: 0, allow: '0', deny: '2048' }],
  },
]
const roles = [
  { id: ids.low, name: 'Newcomer', color: 0x3498db, position: 1, permissions: '0' },
  { id: ids.bot, name: 'Signpost', position: 2, permissions: String((1n << 28n) | 3072n), managed: true },
  { id: ids.high, name: 'Staff', position: 3, permissions: '0' },
]
const ada = { id: '200000000000000042', name: 'Ada', username: 'ada', is_bot: false }

let browser: Browser
let opened: Opened
let page: Page
let base: string
let runner: Awaited<ReturnType<typeof ready>>

beforeAll(async () => {
  browser = await launch()
  opened = await guildWithOwner(browser)
  page = opened.page
  base = `${opened.url}/admin/guilds/${opened.guildId}`
  const { token } = await aRunnerToken(server, ['--guild', opened.guildId])
  runner = await ready(server, token, 'one', { capabilities: ['directory.1'] })
  const rev = Date.now()
  const report = (kind: string, items: object[], over: object = {}) =>
    runner.send('directory', { guild_id: opened.guildId, rev, kind, part: 1, of: 1, items, ...over })
  report('channels', channels)
  report('roles', roles, { bot })
  report('emojis', [{ id: ids.wave, name: 'wave' }])
  // Frames are processed in order.
  runner.send('heartbeat', { seq: 1, leases: [] })
  expect((await runner.next()).op).toBe('heartbeat_ack')
  runner.socket.on('message', (bytes) => {
    const { op, d } = JSON.parse(String(bytes)) as { op: string; d: { ref: string } }
    if (op === 'query') runner.send('query_result', { ref: d.ref, result: { members: [ada] } })
  })
})
// On a slow machine, the tests take longer than the heartbeat timeout.
beforeEach(() => runner.send('heartbeat', { seq: 2, leases: [] }))
afterAll(async () => {
  runner.socket.close()
  await browser.close()
})

const field = (name: string) => page.getByRole('combobox', { name })
const option = (name: RegExp) => page.getByRole('option', { name })

test('channels are chosen by name with the keyboard, and blocked ones have a reason', async () => {
  await openReady(page, `${base}/settings`)
  await field('Log channel').click()
  await option(/#staff.*The bot cannot send messages here/).waitFor()
  expect(await option(/Talk/).filter({ hasText: /^Talk/ }).count()).toBe(0)
  await page.keyboard.type('gen')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await soon(() => field('Log channel').inputValue()).toBe('#general')
  await field('Excluded categories').fill('talk')
  await page.keyboard.press('Enter')
  await field('Excluded channels').fill('staff')
  await page.keyboard.press('Enter')
  await field('Excluded channels').fill('staff')
  await option(/#staff.*already chosen/).waitFor()
  await page.keyboard.press('Tab')
  await field('Log channel').fill('staff')
  await page.keyboard.press('Enter')
  await page
    .getByText('The bot cannot send messages here: it needs the Send Messages permission.', { exact: true })
    .waitFor()
  await field('Log channel').fill('general')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('The settings were saved').waitFor()
  await page
    .getByText('Actions that use the default log channel fail until you enable “Log to a channel”.')
    .waitFor()
  for (const name of ['#general', 'Talk', '#staff']) expect(await page.content(), name).toContain(name)
  expect(await field('Log channel').inputValue()).toBe('#general')
  await page.getByRole('button', { name: 'Remove Talk' }).waitFor()
})

test('roles that the bot cannot give are marked, and members are found by two letters', async () => {
  await openReady(page, `${base}/automations/new?from=welcome`)
  await page.locator('summary', { hasText: '2. Add a role' }).click()
  await field('Role').click()
  const high = option(/@Staff.*above the bot’s highest role/)
  const [name, note] = await Promise.all(
    [high.getByText('@Staff'), high.getByText('above the bot')].map((part) => part.boundingBox()),
  )
  expect(name!.width).toBeGreaterThan(40)
  expect(note!.y).toBeGreaterThanOrEqual(name!.y + name!.height)
  const managed = option(/@Signpost/)
  expect(await managed.getAttribute('aria-disabled')).toBe('true')
  await field('Role').fill('newcomer')
  await page.keyboard.press('Enter')
  await soon(() => field('Role').inputValue()).toBe('@Newcomer')
  const member = page.getByRole('combobox', { name: /^Member/ }).last()
  await member.fill('ad')
  await option(/@Ada/).click()
  await soon(() => member.inputValue()).toBe('@Ada')
})

test('a saved automation names the actions that would fail, with a link to each', async () => {
  await openReady(page, `${base}/automations/new?from=welcome`)
  await field('Channel').first().fill('staff')
  await page.keyboard.press('Enter')
  await page.locator('summary', { hasText: '2. Add a role' }).click()
  await field('Role').fill('staff')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create automation' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'The automation was created.' })
  await soon(() => notice.innerText()).toContain('2 actions have a warning.')
  await notice
    .getByRole('link', { name: /^Action 2 \(Add a role\): This role is above the bot’s highest role/ })
    .click()
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('automation-actions.1.type')
})

test('custom emojis are chosen by name, and Unicode emojis are typed', async () => {
  await openReady(page, `${base}/automations/new?from=empty`)
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByLabel('Action', { exact: true }).selectOption('ADD_REACTION')
  await field('Emoji').click()
  await option(/:wave:/).waitFor()
  expect(
    await option(/:wave:/)
      .locator('img')
      .getAttribute('src'),
  ).toContain(`/emojis/${ids.wave}.`)
  await page.keyboard.type('wav')
  await page.keyboard.press('Enter')
  await soon(() => field('Emoji').inputValue()).toBe(':wave:')
  await field('Emoji').fill('👍')
  await page.keyboard.press('Tab')
  await soon(() => field('Emoji').inputValue()).toBe('👍')
  await openReady(page, `${base}/commands/new?template=answer`)
  await page.getByRole('heading', { name: 'Buttons and selects' }).click()
  await page.getByRole('button', { name: 'Add button' }).click()
  await page.getByLabel('Label', { exact: true }).fill('Hello')
  await field('Emoji (optional)').fill('wave')
  await page.keyboard.press('Enter')
  await soon(() => field('Emoji (optional)').inputValue()).toBe(':wave:')
  await page.locator(`.dc-button img[src*="/${ids.wave}."]`).waitFor()
  await page.getByRole('button', { name: 'Create command' }).click()
  await page.getByText('The command was created').waitFor()
  expect((await commandsOf(opened.guildId))[0]!.components).toMatchObject([{ emoji: `wave:${ids.wave}` }])
})

test('no form of a guild requires a raw id', async () => {
  const fields = Object.values(configFields).flat()
  expect(fields.filter(({ kind, required, picks }) => kind === 'id' && required && !picks)).toEqual([])
  const forms = [
    'settings',
    'automations/new?from=welcome',
    'commands/new?template=answer',
    'events',
    'jobs',
    'keys',
    'managers',
  ]
  for (const path of forms) {
    await openReady(page, `${base}/${path}`)
    const asking = await page.locator('main').evaluate((main) => {
      for (const details of main.querySelectorAll('details')) details.open = true
      const named = (input: HTMLInputElement) => input.labels?.[0]?.textContent?.trim() ?? input.name
      const inputs = [...main.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')]
      return inputs
        .filter((input) => input.form?.method === 'post' && input.getAttribute('role') !== 'combobox')
        .filter((input) => input.checkVisibility())
        .filter((input) => /\b(id|ids|channel|role|category|categories)\b/i.test(named(input)))
        .filter((input) => input.type !== 'checkbox' && !/optional/.test(named(input)))
        .map(named)
    })
    expect(asking, path).toEqual([])
    for (const one of await page.getByRole('combobox', { name: /channel|role|categor/i }).all())
      expect(await one.getAttribute('placeholder'), path).not.toMatch(/Paste/)
  }
})

test.each([
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
])('the list of channels fits into a window of $width px', async (viewport) => {
  await page.setViewportSize(viewport)
  await openReady(page, `${base}/automations/new?from=welcome`)
  const channel = field('Channel')
  const list = page.getByRole('listbox')
  for (const share of [0.3, 0.9]) {
    // The field is near the top, and then near the bar at the bottom.
    await channel.evaluate((element, to) => {
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight * to, behavior: 'instant' })
    }, share)
    await channel.focus()
    await page.keyboard.press('ArrowDown')
    await list.waitFor()
    const [box, at] = [(await list.boundingBox())!, (await channel.boundingBox())!]
    const bars = await page
      .locator('.console-tabs, [data-save-bar]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top).filter((top) => top > 0))
    expect(box.y).toBeGreaterThanOrEqual(48)
    expect(box.y + box.height).toBeLessThanOrEqual(
      Math.min(viewport.height, ...bars.filter((top) => top > at.y)),
    )
    expect(box.height).toBeGreaterThan(40)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('without a runner, pickers say how old the list is, and take an unknown id', async () => {
  await openReady(page, `${base}/settings`)
  expect(await page.getByText('No runner is connected').count()).toBe(0)
  runner.socket.close()
  await soon(async () => {
    await openReady(page, `${base}/settings`)
    return page
      .getByText(/No runner is connected, so the list is from .+ Paste the id of a newer channel/)
      .count()
  }).toBeGreaterThan(0)
  await field('Log channel').fill('300000000000000099')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('The settings were saved').waitFor()
  expect(await field('Log channel').inputValue()).toBe('300000000000000099')
})

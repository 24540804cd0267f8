import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { answered, guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { client, signUp } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'

/** Each test walks through several pages. */
vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

/** Accepts an invitation in the session of a cookie. */
async function acceptAs(cookie: string, link: string) {
  const { pathname, search, searchParams } = new URL(link)
  const body = new URLSearchParams({ token: searchParams.get('token')! })
  const response = await client(server)(pathname + search, {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  })
  expect(response.headers.get('Location')).toMatch(/^\/admin\/guilds\/\d+\?done=joined$/)
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    test('invalid settings are refused beside their fields, and a late save keeps its text', async () => {
      const { page, context, guildId, quiet } = await guildWithOwner(browser, options)
      const address = `${server.url}/admin/guilds/${guildId}/settings`
      const save = () => page.getByRole('button', { name: 'Save settings' }).click()
      await openReady(page, address)
      const other = await context.newPage()
      await openReady(other, address)

      const zone = page.getByLabel('Time zone', { exact: true })
      await zone.fill('Mars')
      const list = page.getByLabel('Excluded channels', { exact: true }).filter({ visible: true })
      const texts = options.javaScriptEnabled
        ? ['300000000000000001', 'general']
        : ['300000000000000001\ngeneral']
      for (const text of texts) {
        await list.fill(text)
        await zone.focus()
      }
      await save()
      await soon(() => zone.getAttribute('aria-invalid')).toBe('true')
      expect(await list.getAttribute('aria-invalid')).toBe('true')
      await zone.fill('Europe/Paris')
      if (options.javaScriptEnabled) await page.getByRole('button', { name: 'Remove general' }).click()
      else {
        expect(await list.inputValue()).toBe(texts[0])
        await list.fill('300000000000000001')
      }
      await save()
      await page.waitForURL(/\?done/)
      expect(await zone.inputValue()).toBe('Europe/Paris')

      await other.getByLabel('Time zone', { exact: true }).fill('Europe/Rome')
      await other.getByRole('button', { name: 'Save settings' }).click()
      const told = other.getByRole('alert')
      await soon(() => told.innerText()).toContain('A newer version was saved')
      expect(await told.innerText()).toMatch(/Grace saved version 1 .*timezone, excluded channels/s)
      expect(await other.getByLabel('Time zone', { exact: true }).inputValue()).toBe('Europe/Rome')
      await answered(other, () => other.getByLabel('Time zone', { exact: true }).press('Enter'))
      await soon(() => told.innerText()).toContain('version 1')
      await other.getByRole('button', { name: 'Overwrite with my version' }).click()
      await other.waitForURL(/\?done/)
      expect(await other.getByLabel('Time zone', { exact: true }).inputValue()).toBe('Europe/Rome')
      quiet()
    })

    test('revoking a key needs a checked box, and a manager is invited and removed', async () => {
      const { page, guildId, quiet } = await guildWithOwner(browser, options)
      const room = (name: string) => openReady(page, `${server.url}/admin/guilds/${guildId}/${name}`)
      await room('keys')
      expect(await page.getByRole('main').innerText()).toContain('Programs need a key to use the API')
      const args = ['keys', 'create', '--guild', guildId, '--scopes', 'stats:read', '--name', 'Reader']
      await cliJson(server.env, args)
      await room('keys')
      await page.getByText('Revoke Reader').click()
      const revoke = page.getByRole('button', { name: 'Revoke key' })
      await revoke.click()
      const sure = page.getByLabel('Programs that use this key will stop working')
      await soon(() => sure.getAttribute('aria-invalid')).toBe('true')
      await sure.check()
      await revoke.click()
      await page.waitForURL(/\?done/)
      await soon(() => page.getByRole('row', { name: /Reader/ }).innerText()).toContain('Revoked')

      const { email, cookie } = await signUp(server)
      await room('managers')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Invite manager' }).click()
      await soon(() => page.getByRole('main').innerText()).toContain(`Invitation created for ${email}`)
      const link = await page.getByRole('main').getByText('/invitation?token=').innerText()
      await acceptAs(cookie, link)
      await room('managers')
      await page.getByRole('button', { name: 'Remove Ada' }).click()
      await soon(() => page.getByRole('main').innerText()).toContain(
        'There are no managers yet. Administrators can manage every server.',
      )
      quiet()
    })
  },
)

test('the overview of a guild shows its days drawn and as figures, over any range', async () => {
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const { page, quiet } = await guildWithOwner(browser)
  const overview = `${server.url}/admin/guilds/${guild_id}`
  await openReady(page, overview)
  for (const name of [
    'Members',
    'Joins and leaves',
    'Messages',
    'Hours in voice',
    'Commands',
    'Automations',
  ]) {
    expect(await page.getByRole('img', { name: new RegExp(`^${name} from `) }).count()).toBe(1)
  }
  expect(await page.getByRole('img', { name: /^Messages by hour and weekday/ }).count()).toBe(1)
  const messages = page.getByRole('slider', { name: /^Messages from / })
  const chart = page.getByRole('figure').filter({ has: messages })
  await messages.focus()
  const lastDay = await messages.getAttribute('aria-valuetext')
  expect(await chart.innerText()).toContain(lastDay!)
  await page.keyboard.press('ArrowLeft')
  await soon(() => messages.getAttribute('aria-valuetext')).not.toBe(lastDay)
  expect(await messages.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+ 2026: [\d,]+ messages\. \d+ \w+: /)
  await page.keyboard.press('Escape')
  await chart.locator('.plot').hover({ position: { x: 2, y: 20 } })
  await soon(() => messages.inputValue()).toBe('0')
  expect(await chart.innerText()).toContain((await messages.getAttribute('aria-valuetext'))!)
  const hours = page.getByRole('slider', { name: 'Messages by hour and weekday' })
  await hours.focus()
  await page.keyboard.press('ArrowUp')
  expect(await hours.getAttribute('aria-valuetext')).toMatch(/^Saturday 23:00: /)
  const table = page.getByRole('group', { name: /^Daily data/ })
  expect(await table.getByRole('row').count()).toBe(31)
  await page.getByRole('link', { name: '7 days' }).click()
  await page.waitForURL(/days=7/)
  await soon(() => table.getByRole('row').count()).toBe(8)
  await page.getByLabel('From (UTC)').fill('2026-01-01')
  await page.getByLabel('To (UTC)').fill('2026-01-03')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/from=2026-01-01&to=2026-01-03/)
  await soon(() => page.getByRole('main').innerText()).toContain('No data in this period')
  await page.goto(`${overview}?from=2026-02-01&to=2026-01-01`)
  expect(await page.getByRole('alert').innerText()).toContain('The first day must not be after the last day.')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  quiet()
})

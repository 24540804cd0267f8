import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { launch } from '#tests/support/browser/browser.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { cliJson } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    test('a key is requested, declined, requested again and granted, also on a phone', async () => {
      const phone = { width: 390, height: 844 }
      const opened = await guildWithOwner(browser, { ...options, viewport: phone, bypassCSP: true })
      const { page, guildId, quiet } = opened
      const main = page.getByRole('main')
      if (options.javaScriptEnabled) await page.addInitScript(axeSource)
      const accessible = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        if (options.javaScriptEnabled) expect(await axeFaults(page)).toEqual([])
      }
      await openReady(page, `${server.url}/admin/guilds/${guildId}/keys`)
      const send = () => page.getByRole('button', { name: 'Request key' }).click()
      const open = () => page.locator('summary', { hasText: 'Request key' }).click()
      await open()
      await page.getByLabel('Name', { exact: true }).fill('Dashboard')
      await page.getByLabel('Purpose').fill('Shows the statistics of our week on a screen.')
      await send()
      const scopes = page.getByRole('group', { name: 'Scopes' })
      await soon(() => scopes.innerText()).toContain('Select at least one scope.')
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Dashboard')
      await accessible()
      await scopes.getByLabel('stats:read').check()
      await send()
      await main.getByText('The request was sent, and the site owners were notified.').waitFor()
      await soon(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
      const granting = main.getByText(/keys create --request 01/)
      await granting.waitFor()
      const request = page.getByRole('heading', { name: 'Dashboard Open' })
      const bounds = async (of: Locator) => (await of.boundingBox())!
      await soon(async () => {
        const { y } = await bounds(request)
        return y > 0 && y < phone.height
      }).toBe(true)
      expect((await bounds(granting)).width).toBeLessThan(phone.width)

      await page.getByText('Decline Dashboard').click()
      await page.getByRole('button', { name: 'Decline request' }).click()
      await soon(() => page.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true')
      await accessible()
      await page.getByLabel('Reason').fill('Please ask for fewer days.')
      await page.getByRole('button', { name: 'Decline request' }).click()
      await main.getByText('Please ask for fewer days.').waitFor()

      await open()
      await page.getByLabel('Name', { exact: true }).fill('Week')
      await page.getByLabel('Purpose').fill('Shows one week.')
      await scopes.getByLabel('stats:read').check()
      await send()
      const command = await main.getByText(/keys create --request 01/).innerText()
      await cliJson(server.env, command.trim().split(' -- ')[1]!.split(' '))
      await page.reload()
      await page.getByRole('row', { name: /Week .*active/is }).waitFor()
      await page.getByRole('heading', { name: 'Week Granted' }).waitFor()
      await page.getByText('Set expiry of Week').click()
      await page.getByLabel('Last day (UTC)').fill('2001-01-01')
      await page.getByRole('button', { name: 'Save expiry' }).click()
      await soon(() => page.getByLabel('Last day (UTC)').getAttribute('aria-invalid')).toBe('true')
      await accessible()
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel('Last day (UTC)').fill(tomorrow)
      await page.getByRole('button', { name: 'Save expiry' }).click()
      await main.getByText('The expiry was saved.').waitFor()
      // The day ends in 24 to 48 hours.
      await soon(() => page.getByRole('row', { name: /Week .*active/is }).innerText()).toMatch(
        /expires in (1 day|2 days)/,
      )
      expect(await page.getByLabel('Last day (UTC)').isVisible()).toBe(false)
      quiet()
    })
  },
)

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sha256 } from '#app/platform/security/tokens.server.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { anEmail, signInAs, signUp } from '#tests/support/http/client.ts'
import { storeOf } from '#tests/support/db/jobs.ts'

const server = inject('servers')[0]!
let browser: Browser
let store: Awaited<ReturnType<typeof storeOf>>

beforeAll(async () => {
  browser = await launch()
  store = await storeOf(server)
})
afterAll(() => Promise.all([browser.close(), store.close()]))

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    async function anOwner() {
      const opened = await openPage(browser, options)
      const [name, value] = (await signInAs(server, 'owner')).split('=') as [string, string]
      await opened.context.addCookies([{ name, value, url: server.url }])
      await store.app.db
        .updateTable('sessions')
        .set({ proved_at: anHourAgo() })
        .where('token_hash', '=', sha256(value))
        .execute()
      return opened
    }

    test('a form that needs a proof moves focus to the password and works with it', async () => {
      const { user } = await signUp(server)
      const { page } = await anOwner()
      await openReady(page, `${server.url}/admin/users/${user.id}`)
      await page.getByRole('button', { name: 'Disable', exact: true }).click()
      const password = page.getByLabel('Your password')
      await soon(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await page.getByRole('group', { name: 'Confirm your identity' }).count()).toBe(1)
      expect([await page.getByRole('alert').count(), await page.locator('a[href="/proof"]').count()]).toEqual(
        [0, 0],
      )
      await password.fill('correct horse')
      await page.getByRole('button', { name: 'Disable', exact: true }).click()
      await page.waitForURL(/done=disabled$/)
    })

    test('the page /proof moves focus to the password', async () => {
      const { page } = await anOwner()
      await openReady(page, `${server.url}/proof`)
      const password = page.getByLabel('Your password')
      await soon(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await page.locator('main').innerText()).toContain('Some actions require a confirmed identity')
    })

    test('the invitation form is empty after it worked, and the link can be copied', async () => {
      const { page } = await anOwner()
      const email = anEmail()
      await openReady(page, `${server.url}/admin/users/invitations`)
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Create invitation' }).click()
      await page.getByLabel('Your password').fill('correct horse')
      await page.getByRole('button', { name: 'Create invitation' }).click()
      await soon(() => page.locator('main').innerText()).toContain(`Invitation created for ${email}`)
      await soon(() => page.getByLabel('Email').inputValue()).toBe('')
      expect(await page.getByRole('button', { name: `Copy link for ${email}` }).count()).toBe(
        options.javaScriptEnabled ? 1 : 0,
      )
    })
  },
)

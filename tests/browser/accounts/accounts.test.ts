import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { anEmail, client, cookieOf, json } from '#tests/support/http/client.ts'
import { mailboxEmailsTo, linkIn } from '#tests/support/db/mailbox.ts'

const server = inject('servers')[0]!
const { url } = server
const password = 'correct horse battery'
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Where the last letter to an address leads. */
async function followed(email: string, subject: RegExp) {
  const find = async () =>
    (await mailboxEmailsTo(server.env.DATA_DIR!, email)).find((letter) => subject.test(letter.subject ?? ''))
  await soon(find).toBeTruthy()
  return linkIn((await find())!)!.replace(/^https?:\/\/[^/]+/, url)
}

const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const at = (page: Page, path: string) => page.waitForURL((now) => now.pathname + now.search === path)

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    /** Opens a page of the account of somebody new, whom the browser is signed in as. */
    async function signedUp(path: string) {
      const opened = await openPage(browser, options)
      const email = anEmail()
      const answer = await client(server)('/api/auth/signup', json({ name: 'Ada Lovelace', email, password }))
      const [name = '', value = ''] = cookieOf(answer).split('=')
      await opened.context.addCookies([{ name, value, url }])
      await openReady(opened.page, url + path)
      return { ...opened, email }
    }

    test('a password is set anew by mail, and the link works once', async () => {
      const { page, email, context } = await signedUp('/profile')
      await context.clearCookies()
      await openReady(page, `${url}/login`)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Email').fill(email)
      await send(page, 'Request link')
      await at(page, '/reset-password?sent')
      const link = await followed(email, /password/i)
      await openReady(page, link)
      expect(await page.getByRole('main').innerText()).toContain('your name and picture will be reset')
      const field = page.getByLabel('New password')
      await field.fill('password123')
      await send(page, 'Set password')
      await soon(() => field.getAttribute('aria-invalid')).toBe('true')
      if (options.javaScriptEnabled)
        await soon(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
      await field.fill('staple after staple')
      await send(page, 'Set password')
      await at(page, '/login?done=reset')
      await soon(() => page.getByRole('status').innerText()).toContain('Your password was changed.')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill('staple after staple')
      await send(page, 'Sign in')
      await at(page, '/profile')
      await page.goto(link)
      expect(await page.getByRole('alert').innerText()).toContain('was already used')
    })

    test('an address is confirmed by the button behind the link', async () => {
      const { page, email } = await signedUp('/profile')
      expect(await page.locator('main').innerText()).toContain('This site sends no email.')
      await openReady(page, await followed(email, /confirm/i))
      expect(await page.locator('main').innerText()).toContain(email)
      await send(page, 'Confirm email address')
      await at(page, '/profile?done=verified')
      await soon(() => page.locator('main').innerText()).toContain('was confirmed')
    })

    test('a profile is saved, and a mistake is shown beside its field with what was typed', async () => {
      const { page } = await signedUp('/profile')
      await page.getByLabel('Name').fill('Grace Hopper')
      await page.getByLabel('Picture URL').fill('not an address')
      await page.getByLabel('Dark').check()
      await send(page, 'Save profile')
      const picture = page.getByLabel('Picture URL')
      await soon(() => picture.getAttribute('aria-invalid')).toBe('true')
      expect([await picture.inputValue(), await page.getByLabel('Name').inputValue()]).toEqual([
        'not an address',
        'Grace Hopper',
      ])
      await picture.fill('')
      await send(page, 'Save profile')
      await at(page, '/profile?done=theme')
      await soon(() => page.locator('h1').innerText()).toBe('Grace Hopper')
      for (const [address, told] of [
        ['https://example.com/x.png', 'Pictures from example.com are not shown.'],
        ['https://gravatar.com/x.png', options.javaScriptEnabled && 'This image could not be loaded.'],
      ] as const) {
        await page.route(address, (route) => route.abort())
        await picture.fill(address)
        await send(page, 'Save profile')
        if (told) await page.getByText(told, { exact: true }).waitFor()
      }
      if (!options.javaScriptEnabled) return
      const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      await soon(scheme).toBe('dark')
      await page.getByRole('button', { name: /^theme/i }).click()
      const chosen = await scheme()
      expect(chosen).not.toBe('dark')
      await page.getByLabel('Name').fill('Grace')
      await send(page, 'Save profile')
      await at(page, '/profile?done=profile')
      await soon(() => page.locator('h1').innerText()).toBe('Grace')
      expect(await scheme()).toBe(chosen)
    })

    test('a session elsewhere is ended, and the password is changed', async () => {
      const { page, email } = await signedUp('/profile')
      const elsewhere = cookieOf(await client(server)('/api/auth/login', json({ email, password })))
      await openReady(page, `${url}/profile/security`)
      await page.getByRole('button', { name: /^End/ }).click()
      await at(page, '/profile/security?done=revoked')
      const answer = await client(server)('/api/session', { headers: { Cookie: elsewhere } })
      expect(await answer.json()).toEqual({ user: null })
      await page.getByLabel('Current password').fill('not my password')
      await page.getByLabel('New password').fill('staple after staple')
      await send(page, 'Change password')
      const current = page.getByLabel('Current password')
      await soon(() => current.getAttribute('aria-invalid')).toBe('true')
      await current.fill(password)
      await page.getByLabel('New password').fill('staple after staple')
      await send(page, 'Change password')
      await at(page, '/profile/security?done=password')
      await soon(() => page.getByRole('status').innerText()).toContain('changed')
    })

    test('an account is exported, and deleted after being asked twice', async () => {
      const { page, email } = await signedUp('/profile/data')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download data' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^account-.*\.json$/)
      await page.getByLabel('Your password').fill(password)
      await send(page, 'Delete account')
      const sure = page.getByLabel('Delete my account permanently.')
      await soon(() => sure.getAttribute('aria-invalid')).toBe('true')
      await sure.check()
      await page.getByLabel('Your password').fill(password)
      await send(page, 'Delete account')
      await at(page, '/login?done=deleted')
      const again = await client(server)('/api/auth/login', json({ email, password }))
      expect(again.status).toBe(401)
    })
  },
)

test('the colours of the account are those of a browser where nobody has chosen yet', async () => {
  const email = anEmail()
  const ask = client(server)
  const Cookie = cookieOf(await ask('/api/auth/signup', json({ name: 'Ada', email, password })))
  await ask('/api/profile', { ...json({ theme: 'dark' }, { Cookie }), method: 'PATCH' })
  const { page, quiet } = await openPage(browser, { colorScheme: 'light' })
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await openReady(page, `${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await send(page, 'Sign in')
  await at(page, '/profile')
  await soon(scheme).toBe('dark')
  await page.goto(url)
  expect(await scheme()).toBe('dark')
  await page
    .getByRole('button', { name: /^theme/i })
    .first()
    .click()
  expect(await scheme()).toBe('light dark')
  await page.goto(`${url}/profile`)
  expect(await scheme()).toBe('light dark')
  quiet()
})

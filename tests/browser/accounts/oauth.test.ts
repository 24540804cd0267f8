import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { anEmail } from '#tests/support/http/client.ts'
import { sayNo } from '#tests/mocks/codes.ts'
import { aDiscordPerson, discordLetsIn } from '#tests/mocks/discord.ts'
import { aGithubPerson, githubLetsIn } from '#tests/mocks/github.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

const server = await lentServer('services')
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/**
 * Plays the pages of the providers: `decide` says where one leads back to. Playwright sees no request that a redirect
 * makes, so the first hop is ended without a page and the provider’s page, on a site of its own, is opened instead.
 */
async function playProviders(page: Page, decide: (location: string) => URL) {
  await page.route(/\/api\/auth\/(github|discord)(\?|$)/, async (route) => {
    const hop = await route.fetch({ maxRedirects: 0 })
    const { location = '', 'set-cookie': cookie = '' } = hop.headers()
    await route.fulfill({ status: 204, headers: { 'Set-Cookie': cookie } })
    await page.goto(location)
  })
  await page.route(/^https:\/\/(avatars\.githubusercontent|cdn\.discordapp)\.com\//, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  await page.route(/^https:\/\/(github|discord)\.com\//, (route) => {
    const back = decide(route.request().url()).href.replaceAll('&', '&amp;')
    return route.fulfill({
      contentType: 'text/html',
      body: `<meta http-equiv="refresh" content="0;url=${back}">`,
    })
  })
}

test('a visitor signs up with GitHub, links Discord, and unlinks one of the two', async () => {
  const { page, context, quiet } = await openPage(browser)
  const person = aGithubPerson(anEmail(), { name: 'Grace Hopper' })
  await playProviders(page, (location) =>
    location.startsWith('https://github.com/')
      ? githubLetsIn(location, person)
      : discordLetsIn(location, aDiscordPerson(anEmail())),
  )
  await openReady(page, `${server.url}/signup`)
  await page.getByRole('link', { name: 'Continue with GitHub' }).click()
  await page.waitForURL(`${server.url}/profile`)
  await soon(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Grace Hopper')
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name).sort()).toEqual(['device', 'session'])
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

  await openReady(page, `${server.url}/profile/security`)
  await page.getByRole('button', { name: 'Unlink GitHub' }).click()
  await soon(() => page.getByRole('alert').textContent()).toContain('no other way to sign in')
  await page.getByRole('link', { name: 'Link Discord' }).click()
  await page.getByRole('button', { name: 'Unlink Discord' }).waitFor()
  await page.getByRole('button', { name: 'Unlink GitHub' }).click()
  await page.getByRole('link', { name: 'Link GitHub' }).waitFor()
  await soon(() => page.getByRole('status').textContent()).toContain('unlinked')
  expect(await page.getByRole('button', { name: 'Unlink Discord' }).count()).toBe(1)
  quiet()
  await context.close()
})

test('a no at the provider is told on the sign-in page, which still knows where to go', async () => {
  const { page, context, quiet } = await openPage(browser, { viewport: { width: 320, height: 700 } })
  await playProviders(page, sayNo)
  await openReady(page, `${server.url}/login?redirect_to=/docs`)
  await page.getByRole('link', { name: 'Continue with Discord' }).click()
  await page.waitForURL(/\/login\?error=denied&redirect_to=%2Fdocs$/)
  expect(await page.getByRole('alert').textContent()).toMatch(/^You cancelled the sign-in with the provider/)
  const link = page.getByRole('link', { name: 'Continue with GitHub' })
  expect(await link.getAttribute('href')).toBe('/api/auth/github?redirect_to=%2Fdocs')
  expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(wide)).toBe(false)
  quiet()
  await context.close()
})

import { expect, inject, test, vi } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { signInAs } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!

test('a welcome automation needs only a typed greeting, and its test stays in view', async () => {
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const browser = await launch()
  const { page, context, quiet } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  const [name = '', value = ''] = (await signInAs(server, 'admin')).split('=')
  await context.addCookies([{ name, value, url: server.url }])
  await openReady(page, `${server.url}/admin/guilds/${guild_id}`)
  let clicks = 0
  const click = async (role: 'link' | 'button' | 'option' | 'combobox', label: string | RegExp) => {
    clicks += 1
    await page.getByRole(role, { name: label }).first().click()
  }
  const goTo = async (label: string, path: RegExp) => {
    await click('link', label)
    await page.waitForURL(path)
    await pageIsReady(page)
  }
  await goTo('Automations', /automations$/)
  await goTo('New automation', /new$/)
  await goTo('Welcome new members', /from=welcome/)

  const panel = page.getByRole('complementary', { name: 'Test' })
  await soon(() => panel.innerText()).toContain('Not ready to test')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1400)
  await click('combobox', 'Channel')
  await click('option', '#general')
  await page.getByLabel('Text', { exact: true }).fill('Welcome to the trail, {user.mention}!')
  clicks += 1
  await page.locator('summary', { hasText: '2. Add a role' }).click()
  await click('combobox', 'Role')
  await click('option', 'Newcomer')
  await soon(() => panel.innerText()).toContain('The automation would run')
  await soon(() => panel.innerText()).toContain('Welcome to the trail')

  for (const y of [0, 5000]) {
    await page.evaluate((to) => scrollTo(0, to), y)
    await soon(() => visibleHeight(page.locator('#try'))).toBeGreaterThan(10)
  }
  await click('button', 'Create automation')
  await page.waitForURL(/done=made/)
  await soon(() => page.locator('main').innerText()).toContain('#general · Welcome to the trail')
  expect(clicks).toBeLessThanOrEqual(9)
  quiet()
  await browser.close()
})

/** How much of an element is inside the window. */
const visibleHeight = (element: { evaluate(read: (element: Element) => number): Promise<number> }) =>
  element.evaluate((heading) => {
    const { top, bottom } = heading.getBoundingClientRect()
    return Math.min(bottom, innerHeight) - Math.max(top, 0)
  })

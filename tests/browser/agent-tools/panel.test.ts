import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { launch } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { at, call, namesOn, said, soon } from '#tests/browser/agent-tools/tool-page.ts'
import { signUp } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const { url } = server
let browser: Browser

beforeAll(async () => {
  browser = await launch('--enable-features=WebMCP')
})
afterAll(() => browser.close())

const panel = '[data-agent-tools]'

/** A member on a page, with the tools there. */
async function aMember(path = '/docs') {
  const { cookie } = await signUp(server)
  const opened = await at(browser, url, { path, cookie })
  await soon(() => namesOn(opened.page)).toContain('update_my_profile')
  return { ...opened, cookie }
}

test('the keyboard alone opens the panel, switches tools off and on, and closes it', async () => {
  const { page, quiet } = await aMember()
  await page.locator(`${panel} .open`).focus()
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('dialog', { name: 'Tools for agents' }).isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  const toggle = page.getByRole('switch', { name: 'Offer tools in this browser' })
  expect(
    await toggle.evaluate((one) => one.getRootNode() instanceof ShadowRoot && one.matches(':focus')),
  ).toBe(true)
  await page.keyboard.press('Space')
  await soon(() => namesOn(page)).toEqual([])
  await soon(() => said(page)).toBe('Tools for agents are disabled')
  await page.reload()
  await soon(() => said(page)).toBe('Tools for agents are disabled')
  expect(await namesOn(page)).toEqual([])
  await page.locator(`${panel} .open`).press('Enter')
  await toggle.press('Space')
  await soon(() => namesOn(page)).toContain('get_my_profile')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').isVisible()).toBe(false)
  quiet()
})

test('turning tools off in one tab turns them off in every tab', async () => {
  const { page, context } = await aMember()
  const other = await context.newPage()
  await openReady(other, `${url}/about`)
  await soon(() => namesOn(other)).toContain('get_my_profile')
  await other.locator(`${panel} .open`).click()
  await other.getByRole('switch').click()
  await soon(() => namesOn(page)).toEqual([])
  await soon(() => said(page)).toBe('Tools for agents are disabled')
})

test('agents’ actions are listed, latest first, and a click undoes one', async () => {
  const { page, quiet, cookie } = await aMember('/profile')
  await call(page, 'search_site', { query: 'runner protocol' })
  await call(page, 'update_my_profile', { name: 'Somebody Else' })
  await call(page, 'read_page', { path: '/no-such-page' })
  await page.locator(`${panel} .open`).click()
  const items = page.locator(`${panel} ol li`)
  await soon(() => items.count()).toBe(3)
  expect((await items.allTextContents()).join('\n')).toMatch(
    /no page at .*Refused.*\nChanged name of the profile.*Done.*Undo\nrunner protocol.*Done/s,
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => items.nth(1).textContent()).toContain('Undone')
  const { user } = (await (await fetch(`${url}/api/profile`, { headers: { Cookie: cookie } })).json()) as {
    user: { name: string }
  }
  expect(user.name).toBe('Ada')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  quiet()
})

test('what cannot be taken back any more says why', async () => {
  const { page, context } = await aMember('/docs')
  await call(page, 'update_my_profile', { name: 'Somebody Else' })
  await context.clearCookies()
  await page.locator(`${panel} .open`).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => page.locator(`${panel} [role=alert]`).textContent()).toContain('could not be undone')
})

test('a screen reader hears how many tools there are, and what was done', async () => {
  const { page } = await aMember()
  const status = page.locator(`${panel} [role=status]`)
  await soon(() => status.textContent()).toBe('10 tools for agents')
  await call(page, 'get_my_profile')
  await soon(() => status.textContent()).toBe('Read the profile: Done')
})

test('axe finds nothing in the open panel, light or dark, and it fits a phone', async () => {
  const { page } = await aMember()
  await page.setViewportSize({ width: 320, height: 640 })
  await call(page, 'update_my_profile', { name: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze' })
  await call(page, 'read_page', { path: '/nothing' })
  await page.locator(`${panel} .open`).click()
  await page.getByText('Available tools').click()
  await page.evaluate(axeSource)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFaults(page, { within: panel }), colorScheme).toEqual([])
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBe(0)
  const box = (await page.locator(`${panel} .box`).boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(320)
})

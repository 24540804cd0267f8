import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { editorAt } from '#tests/support/browser/editor.ts'
import { guildWithOwner } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { cliJson } from '#tests/support/http/server.ts'

/** Each test walks through several pages. */
vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
let demo: string
beforeAll(async () => {
  browser = await launch()
  demo = (await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])).guild_id
})
afterAll(() => browser.close())

/** Records which parts of a page move while it loads, and how far. The source is sent to the browser unchanged. */
function recordShifts() {
  const noted = window as unknown as { shifts: string[] }
  noted.shifts = []
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const parts = sources.map(
        ({ node }) => (node as Element | null)?.outerHTML?.slice(0, 100) ?? node?.nodeName,
      )
      noted.shifts.push(`${value} by ${parts.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

/** Returns the top of the first row of a list or, without rows, of its first field. */
const topOf = (page: Page) =>
  page.evaluate(() => {
    const find = (selector: string) =>
      [...document.querySelectorAll(`main :is(${selector})`)].find(
        (one) => one.getClientRects().length > 0 && !one.closest('nav'),
      )
    const first = find('tbody tr, ol > li, ul > li') ?? find('input:not([type=hidden]), select, pre')!
    return Math.round(first.getBoundingClientRect().top + scrollY)
  })

describe.each([
  { width: 1280, height: 900, goal: 240 },
  { width: 390, height: 844, goal: 220 },
])('at $width px', ({ goal, ...viewport }) => {
  test('each list begins near the top of the page, and nothing moves while it loads', async () => {
    const { page, guildId, quiet } = await guildWithOwner(browser, { viewport })
    await page.addInitScript(recordShifts)
    const [guild, empty] = [demo, guildId].map((id) => `/admin/guilds/${id}`)
    const paths = [
      ...['commands', 'automations', 'runs', 'jobs', 'events', 'keys'].map((room) => `${guild}/${room}`),
      ...[`${empty}/keys`, '/admin/content', '/admin/content/redirects', '/admin/media', '/admin/audit'],
    ]
    const [late, moved]: string[][] = [[], []]
    const searches = new Set<number>()
    for (const path of paths) {
      await openReady(page, server.url + path)
      const top = await topOf(page)
      if (top > goal - 4) late!.push(`${path}: ${top}`)
      moved!.push(...(await shiftsOf(page)).map((shift) => `${path}: ${shift}`))
      searches.add((await page.locator('header a[href="/admin/find"]').boundingBox())!.x)
    }
    expect(searches.size, 'positions of the search').toBe(1)
    expect({ late, moved }).toEqual({ late: [], moved: [] })
    quiet()
  })

  test('nothing moves while the editor replaces the text field', async () => {
    const { page, make, write } = await editorAt(browser, { viewport })
    await page.addInitScript(recordShifts)
    const lines = Array.from({ length: 30 }, (_, index) => `Line ${index} ${'is long '.repeat(index)}`)
    await write(await make('page', { body: lines.join('\n\n') }))
    await page.locator('.cm-lineNumbers').waitFor()
    await page.waitForTimeout(300)
    expect(await shiftsOf(page)).toEqual([])
  })
})

test('on a phone, the editor shows the whole status and the whole button label', async () => {
  const { page, make, publish, write, quiet } = await editorAt(browser, {
    viewport: { width: 390, height: 844 },
  })
  await write(await publish(await make('page')))
  await page.getByRole('textbox', { name: 'Title' }).fill('Another title')
  const state = page.locator('.entry-saved')
  await state.getByText(/^Autosaved \d\d:\d\d$/).waitFor()
  const cut = await state.evaluate((element) => {
    const { right } = element.getBoundingClientRect()
    const next = document.querySelector('.entry-tools > .entry-menu')!.getBoundingClientRect()
    return element.scrollWidth > element.clientWidth || right > next.left
  })
  expect(cut).toBe(false)
  // At most two lines, which fit into the row.
  expect((await state.boundingBox())!.height).toBeLessThanOrEqual(32)
  const button = page.getByRole('button', { name: 'Publish changes' })
  expect(await button.innerText()).toMatch(/^Publish\s+changes$/)
  const box = (await button.boundingBox())!
  expect(box.width).toBeGreaterThan(130)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  quiet()
})

test('in a window 900 pixels high, the navigation shows all sections', async () => {
  const { page, guildId } = await guildWithOwner(browser, { viewport: { width: 1280, height: 900 } })
  await openReady(page, `${server.url}/admin/guilds/${guildId}`)
  const help = (await page.locator('.console-room', { hasText: 'Help' }).boundingBox())!
  const account = (await page.locator('.console-account').boundingBox())!
  expect(help.y + help.height).toBeLessThanOrEqual(account.y)
})

test('on a phone, a form has one bar, and automations link to their runs', async () => {
  const { page, guildId } = await guildWithOwner(browser, { viewport: { width: 390, height: 844 } })
  const base = `${server.url}/admin/guilds/${guildId}`
  await openReady(page, `${base}/automations/new?from=welcome`)
  const bar = (await page.locator('[data-save-bar]').boundingBox())!
  expect(bar.y + bar.height).toBe(844)
  expect(bar.height).toBeLessThan(70)
  expect(await page.getByRole('navigation', { name: 'Main sections' }).count()).toBe(0)
  await openReady(page, `${base}/automations`)
  await page.getByRole('link', { name: 'View runs' }).click()
  await page.waitForURL(`${base}/runs`)
})

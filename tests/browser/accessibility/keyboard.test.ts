import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { openMeasured, openOwn, ownPages, url } from '#tests/support/browser/every-page.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { recordFocus, tabThrough } from '#tests/support/browser/tab-walk.ts'

let browser: Browser
/** Pages of visitors and of an administrator, which all walks share. */
let visitor: Awaited<ReturnType<typeof openMeasured>>
let administrator: typeof visitor
beforeAll(async () => {
  browser = await launch()
  visitor = await openMeasured(browser)
  administrator = await openOwn(browser)
  for (const { page } of [visitor, administrator]) await recordFocus(page)
})
afterAll(() => browser.close())

const widths = [320, 1280]
const publicPaths = ['/', '/docs', '/docs/external-api', '/search?q=markdown', '/signup']
const ownPaths = [
  ...['/admin', '/admin/users', '/profile/security', '/chat'],
  ownPages.find((path) => path.startsWith('/chat/'))!,
]
const walks = [
  ...publicPaths.flatMap((path) => widths.map((width) => ({ path, width, forcedColors: 'none' as const }))),
  // `accessibility-console` walks through all of these 1280 wide.
  ...ownPaths.map((path) => ({ path, width: 320, forcedColors: 'none' as const })),
  ...widths.map((width) => ({ path: '/docs/external-api', width, forcedColors: 'active' as const })),
]

test.each(walks)(
  'Tab reaches everything on $path, $width wide, forced colours: $forcedColors',
  async ({ path, width, forcedColors }) => {
    const { page } = ownPaths.includes(path) ? administrator : visitor
    await page.emulateMedia({ forcedColors })
    await page.setViewportSize({ width, height: 600 })
    await openReady(page, url + path)
    const { count, faults } = await tabThrough(page)
    expect(count).toBeGreaterThan(10)
    expect(faults).toEqual([])
  },
)

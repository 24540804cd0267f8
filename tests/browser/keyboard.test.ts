import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { openMeasured, openOwn, ownPages, url } from '#tests/support/browser/every-page.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { recordFocus, tabThrough } from '#tests/support/browser/tab-walk.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const widths = [320, 1280]
const walks = [
  ...[
    '/',
    '/docs',
    '/docs/external-api',
    '/search?q=markdown',
    '/signup',
    '/admin',
    '/admin/users',
    '/profile/security',
    '/chat',
    ownPages.find((path) => path.startsWith('/chat/'))!,
  ].flatMap((path) => widths.map((width) => ({ path, width, forcedColors: 'none' as const }))),
  ...widths.map((width) => ({ path: '/docs/external-api', width, forcedColors: 'active' as const })),
]

test.each(walks)(
  'Tab reaches everything on $path, $width wide, forced colours: $forcedColors',
  async ({ path, width, forcedColors }) => {
    const viewport = { width, height: 600 }
    const open = /^\/(admin|profile|chat)/.test(path) ? openOwn : openMeasured
    const { page, context } = await open(browser, { viewport, forcedColors, reducedMotion: 'reduce' })
    await recordFocus(page)
    await openReady(page, url + path)
    const { count, faults } = await tabThrough(page)
    expect(count).toBeGreaterThan(10)
    expect(faults).toEqual([])
    await context.close()
  },
)

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { faintTexts, faintTokens, lostInForcedColours } from '#tests/support/browser/colours.ts'
import {
  everyPage,
  onEach,
  openMeasured,
  openOwn,
  ownPages,
  publicPages,
  url,
} from '#tests/support/browser/every-page.ts'
import { motions, outlineFaults, sideways, smallTargets } from '#tests/support/browser/measures.ts'

const MINUTES = 120_000

let browser: Browser
beforeAll(async () => {
  // With a host for the tools, so that the scripts that it makes a page load are held to the policy too.
  browser = await launch('--enable-features=WebMCP')
})
afterAll(() => browser.close())

test(
  'every page has one h1, headings without a jump and landmarks that can be told apart',
  { timeout: MINUTES },
  async () => {
    const { page } = await openMeasured(browser)
    expect(await onEach(page, everyPage, () => page.evaluate(outlineFaults))).toEqual([])
  },
)

test(
  'no public page breaks its own content security policy, nor do the tools and the theme button',
  { timeout: MINUTES },
  async () => {
    const { page, quiet } = await openMeasured(browser)
    const violations: string[] = []
    await page.exposeFunction('noteViolation', (violation: string) => violations.push(violation))
    await page.addInitScript(() => {
      const { noteViolation } = globalThis as unknown as { noteViolation(violation: string): void }
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        noteViolation(`${violatedDirective} ${blockedURI} ${sample}`),
      )
    })
    const found = await onEach(page, publicPages, async () => {
      await expect.poll(async () => (await page.webmcp.tools()).length).toBeGreaterThan(0)
      await page.locator('[data-theme-button]').first().click()
      return violations.splice(0)
    })
    expect(found).toEqual([])
    await page.evaluate(() =>
      document.head.append(Object.assign(document.createElement('script'), { text: '1' })),
    )
    await expect.poll(() => violations.length, { message: 'a violation is noticed' }).toBe(1)
    expect(quiet).toThrow(/console/)
  },
)

test.each(['light', 'dark'] as const)(
  'every text stands out from a %s ground by 4.5 : 1',
  { timeout: MINUTES },
  async (colorScheme) => {
    const { page } = await openMeasured(browser, { colorScheme, reducedMotion: 'reduce' })
    expect(await onEach(page, everyPage, () => page.evaluate(faintTexts))).toEqual([])
    expect(await page.evaluate(faintTokens)).toEqual([])
  },
)

test.each([
  { name: 'a narrow phone', width: 320, height: 568 },
  { name: 'a window at 200 %', width: 640, height: 360, deviceScaleFactor: 2 },
  { name: 'a desktop', width: 1280, height: 800 },
])(
  'on $name nothing goes past the side, and what one presses is 24 pixels large',
  { timeout: MINUTES },
  async ({ width, height, deviceScaleFactor = 1 }) => {
    const { page } = await openMeasured(browser, { viewport: { width, height }, deviceScaleFactor })
    const found = await onEach(page, everyPage, async () => [
      ...(await page.evaluate(sideways)),
      ...(await page.evaluate(smallTargets)),
    ])
    expect(found).toEqual([])
  },
)

test(
  'nothing moves for whoever asked for less motion, and something does for others',
  { timeout: MINUTES },
  async () => {
    const { page } = await openMeasured(browser, { reducedMotion: 'reduce' })
    expect(await onEach(page, everyPage, () => page.evaluate(motions))).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await page.evaluate(motions)).not.toEqual([])
  },
)

test.each([
  ['light', 'dark'],
  ['dark', 'light'],
] as const)(
  'a %s palette of the visitor’s own loses nothing, even where the site was set to %s',
  { timeout: MINUTES },
  async (colorScheme, theme) => {
    const { page } = await openMeasured(browser, { forcedColors: 'active', colorScheme })
    await page.goto(url)
    await page.evaluate((value) => localStorage.setItem('theme', value), theme)
    expect(await onEach(page, everyPage, () => page.evaluate(lostInForcedColours))).toEqual([])
  },
)

test.each([
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const)(
  'an administrator’s own pages are as good, $width wide and $colorScheme',
  { timeout: MINUTES },
  async ({ width, ...options }) => {
    const viewport = { width, height: 600 }
    const { page } = await openOwn(browser, { ...options, viewport, reducedMotion: 'reduce' })
    const found = await onEach(page, ownPages, async () => {
      const measured = [outlineFaults, faintTexts, smallTargets, sideways, motions]
      return (await Promise.all(measured.map((measure) => page.evaluate(measure)))).flat()
    })
    expect(found).toEqual([])
  },
)

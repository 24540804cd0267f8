import type { Browser, Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { everyPage, onEach, openMeasured, openOwn, ownPages } from '#tests/support/browser/every-page.ts'

const MINUTES = 180_000
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** What axe finds by the rules of WCAG 2.2, levels A and AA, and by its own best practices. */
async function faults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

test('axe finds nothing on any page that a visitor sees', { timeout: MINUTES }, async () => {
  const { page } = await openMeasured(browser, { reducedMotion: 'reduce' })
  await page.addInitScript(axe)
  expect(await onEach(page, everyPage, () => faults(page))).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing on the pages of an account and of the console, %s',
  { timeout: MINUTES },
  async (colorScheme) => {
    const { page } = await openOwn(browser, { colorScheme, reducedMotion: 'reduce' })
    await page.addInitScript(axe)
    expect(await onEach(page, ownPages, () => faults(page))).toEqual([])
  },
)

test('axe finds what is wrong', async () => {
  const { page } = await openMeasured(browser)
  await page.addInitScript(axe)
  const found = await onEach(page, ['/about'], async () => {
    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('input')))
    return faults(page)
  })
  expect(found.join('\n')).toMatch(/^label: /m)
})

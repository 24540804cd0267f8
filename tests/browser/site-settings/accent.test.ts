import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accentProblem, accentSteps, accentStyles } from '#app/site/accent.ts'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { addColourHelpers, lowContrastTexts } from '#tests/support/browser/colours.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { tries } from '#tests/support/depth.ts'

const { url } = inject('servers')[0]!
const pages = ['/', '/about', '/blog', '/docs/getting-started', '/search?q=key', '/contact']

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Colors of hues that are spread over the circle, dark, medium and light, as long as the settings accept them. */
function accents(count: number) {
  const channel = (hue: number, saturation: number, lightness: number, at: number) => {
    const turn = (at + hue / 30) % 12
    const part =
      lightness -
      saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
    return Math.round(part * 255)
      .toString(16)
      .padStart(2, '0')
  }
  const all = Array.from({ length: count * 2 }, (_, index) => {
    const hue = (index * 137.5) % 360
    const lightness = [0.3, 0.5, 0.7][index % 3]!
    return `#${[0, 8, 4].map((at) => channel(hue, 0.8, lightness, at)).join('')}`
  })
  return all.filter((color) => accentProblem(color) === null).slice(0, count)
}

test.each(pages)('texts on %s have contrast with any accent color, in both themes', async (path) => {
  const { numRuns } = tries(5)
  const { page, context } = await openPage(browser)
  await page.addInitScript(axeSource)
  await page.addInitScript(addColourHelpers)
  await openReady(page, url + path)
  const style = await page.evaluateHandle(() => {
    // The policy of public pages allows no inline styles, but a constructed style sheet.
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [sheet]
    return sheet
  })
  for (const accent of accents(numRuns)) {
    await style.evaluate((sheet, text) => sheet.replaceSync(text), accentStyles(accent))
    const token = () => getComputedStyle(document.documentElement).getPropertyValue('--sign')
    expect(await page.evaluate(token)).toContain(accentSteps(accent).light.sign)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(lowContrastTexts), `${accent} ${colorScheme}`).toEqual([])
    }
  }
  if (numRuns > 5)
    for (const accent of accents(numRuns)) {
      await style.evaluate((sheet, text) => sheet.replaceSync(text), accentStyles(accent))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const faults = await axeFaults(page)
        expect(faults.filter((fault) => fault.startsWith('color-contrast'))).toEqual([])
      }
    }
  await context.close()
})

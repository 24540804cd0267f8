import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { horizontalOverflow, smallTargets } from '#tests/support/browser/measures.ts'
import { recordViolations } from '#tests/support/browser/policy.ts'
import { measuresOf, walk, type Finding, type Look } from '#tests/support/browser/walk.ts'

export const desktop = { width: 1280, height: 800 }

/** Horizontal overflow and targets that are too small. */
export const sizes = async (page: Page) => [
  ...(await page.evaluate(horizontalOverflow)),
  ...(await page.evaluate(smallTargets)),
]

/** Parts of names that only programs read: ids, and punctuation that no word precedes. */
const machineText = /\b(?:[0-9A-HJKMNP-TV-Z]{26}|\d{17,20})\b|\b[A-Z]+_[A-Z_]+\b|^\s*[,.:;]|\s[,:;]/
const controls = new Set(['button', 'link', 'checkbox', 'switch', 'textbox', 'DisclosureTriangle'])

/** Names of controls that a screen reader would read as codes. */
export async function machineNames(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const names = nodes.flatMap(({ ignored, role, name }) =>
    !ignored && controls.has(String(role?.value)) ? String(name?.value ?? '') : [],
  )
  return names.filter((name) => machineText.test(name))
}

/** Runs axe without the rules that our own measures replace. */
export const inAxe = (page: Page) => axeFaults(page, { rules: 'unmeasured' })

type Pages = {
  paths: string[]
  looks: Look[]
  open(): Promise<{ page: Page; context: BrowserContext }>
}

/** Visits each page once and adds one test per measure: it ran on every page and found no faults. */
export function testEachPage(name: string, { paths, looks, open }: Pages): void {
  describe(name, () => {
    let found: Map<string, Finding>

    beforeAll(async () => {
      const { page, context } = await open()
      await page.addInitScript(axeSource)
      await recordViolations(page)
      found = await walk(page, paths, looks)
      await context.close()
    }, 600_000)

    test.each(measuresOf(looks))('%s', (measure) => {
      expect(found.get(measure)).toEqual({ pages: paths.length, faults: [] })
    })
  })
}

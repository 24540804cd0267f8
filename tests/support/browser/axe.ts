import type { Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The source of axe, for `addInitScript`, so that frames have it too. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = {
  run(context: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Returns the violations of WCAG 2.2, levels A and AA, and of the best practices of axe, within a selector. */
export function axeFaults(page: Page, within = 'html'): Promise<string[]> {
  return page.evaluate(async (context) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // The rules are all that axe has by default; only the reports of what passed are left out.
    const options = { resultTypes: ['violations'], selectors: false, preload: false }
    const { violations } = await axe.run(context, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }, within)
}

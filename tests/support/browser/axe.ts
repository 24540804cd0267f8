import type { Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The source of axe, for `addInitScript`, so that frames have it too. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = {
  run(context: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Rules that our own measures replace, without the exceptions for large text and spacing. */
const measuredByUs = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }

/**
 * A link in a text has to be marked by more than its colour, light and dark. axe accepts colour contrast as a mark, and
 * measuring it takes a third of its time.
 */
const checks = { 'link-in-text-block': { enabled: false } }

/**
 * Returns the violations of WCAG 2.2, levels A and AA, and of the best practices of axe, within a selector: of all rules,
 * or of those that our own measures leave to axe.
 */
export function axeFaults(
  page: Page,
  { within = 'html', rules = 'all' }: { within?: string; rules?: 'all' | 'unmeasured' } = {},
): Promise<string[]> {
  const chosen = { checks, ...(rules === 'unmeasured' ? { rules: measuredByUs } : {}) }
  return page.evaluate(
    async ([context, chosen]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      // The rules are all that axe has by default; only the reports of what passed are left out.
      const options = { resultTypes: ['violations'], selectors: false, preload: false, ...chosen }
      const { violations } = await axe.run(context, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    },
    [within, chosen] as const,
  )
}

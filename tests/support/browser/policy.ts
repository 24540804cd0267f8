import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { publicPages } from '#tests/support/browser/every-page.ts'

/** The violations of the content security policy, by the page that reported them. */
const violations = new WeakMap<Page, string[]>()

/** Collects the violations that the pages loaded from now on report. */
export async function recordViolations(page: Page) {
  const noted: string[] = []
  violations.set(page, noted)
  await page.exposeFunction('noteViolation', (violation: string) => noted.push(violation))
  await page.addInitScript(() => {
    const { noteViolation } = globalThis as unknown as { noteViolation(violation: string): void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      noteViolation(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
}

/** Waits for the tools, presses the theme button, and returns what a public page has violated so far. */
export async function policyFaults(page: Page, path: string) {
  await vi.waitUntil(async () => (await page.webmcp.tools()).length > 0, { interval: 25, timeout: 10_000 })
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('[data-theme-button]')!.click()
    // A page that has nothing to draw may get no frame.
    await Promise.race([
      new Promise(requestAnimationFrame),
      new Promise((resolve) => setTimeout(resolve, 100)),
    ])
    localStorage.removeItem('theme')
  })
  const noted = violations.get(page)!.splice(0)
  // The pages of an account load React and its forms, which ask whether they may use `eval`.
  return publicPages.includes(path) ? noted : []
}

import type { Browser, Page } from 'playwright-core'

/**
 * Waits until React has hydrated the page, or until the contact form has its script, and any editor is open. Throws after
 * 25 s.
 * `waitForFunction` does the same, but brings its own script into each page, which takes as long as the page itself.
 */
export async function pageIsReady(page: Page): Promise<void> {
  for (;;) {
    try {
      return await page.evaluate(untilReady)
    } catch (error) {
      // The page navigated in the meantime.
      if (!(error as Error).message.includes('Execution context was destroyed')) throw error
    }
  }
}

/** Runs inside the page, so it uses nothing of this module. */
async function untilReady() {
  const isReady = () => {
    const hasScript = !matchMedia('(scripting: none)').matches
    const needsScript =
      '__remixContext' in window || (hasScript && document.querySelector('[data-contact-form]'))
    const isStarted = !needsScript || 'ready' in document.documentElement.dataset
    return isStarted && (!document.querySelector('.editor') || document.querySelector('.cm-content'))
  }
  for (const until = performance.now() + 25_000; !isReady();) {
    if (performance.now() > until)
      throw new Error(`${location.pathname} was not ready after 25 s: data-ready or .cm-content is missing`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Opens a page and waits until it takes keys and clicks. */
export async function openReady(page: Page, address: string) {
  await page.goto(address)
  await pageIsReady(page)
}

/** Closes what a test has opened, so that its pages hold no streams and take no time from the next test. */
export const closeContexts = (browser: Browser) =>
  Promise.all(browser.contexts().map((context) => context.close()))

import type { Browser, Page } from 'playwright-core'

/** Waits until React has the page, where it has React, and its editor is open, where it has one. */
export async function pageIsReady(page: Page) {
  await page.waitForFunction(() => {
    const isHydrated = !('__remixContext' in window) || 'ready' in document.documentElement.dataset
    return isHydrated && (!document.querySelector('.editor') || document.querySelector('.cm-content'))
  })
}

/** Opens a page and waits until it takes keys and clicks. */
export async function openReady(page: Page, address: string) {
  await page.goto(address)
  await pageIsReady(page)
}

/** Closes what a test has opened, so that its pages hold no streams and take no time from the next test. */
export const closeContexts = (browser: Browser) =>
  Promise.all(browser.contexts().map((context) => context.close()))

import type { Browser, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { openPage } from '#tests/browser/browser.ts'
import { bringColours } from '#tests/browser/colours.ts'

export const { url } = inject('servers')[0]!

const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
const published = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
  ([, address]) => new URL(address!).pathname,
)

/** Every page of the sitemap, and those that it leaves out on purpose. */
export const publicPages = [...published, '/search', '/search?q=markdown', '/nothing']
/** What a visitor meets beside them. */
export const everyPage = [...publicPages, '/login', '/signup']

/** A page in which colours can be measured. */
export async function openMeasured(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.addInitScript(bringColours)
  return opened
}

/** Visits pages one after the other and returns what `find` finds: each fault once, with the pages that have it. */
export async function onEach(page: Page, paths: string[], find: () => Promise<string[]>) {
  const found = new Map<string, Set<string>>()
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    await page.goto(url + path)
    for (const fault of await find()) found.set(fault, (found.get(fault) ?? new Set()).add(path))
  }
  return [...found].map(([fault, where]) => `${fault} on ${[...where].join(' ')}`)
}

import { chromium, type Browser, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { anAddress } from '#tests/support/http/client.ts'
import { switches } from '#tests/support/browser/chromium.js'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** The real Chromium that `npm test` found. */
export function launch(...more: string[]): Promise<Browser> {
  noteSpawned('browsers')
  const args = [...switches, ...more]
  return chromium.launch({ executablePath: process.env.CHROME_PATH!, headless: true, args })
}

/**
 * What Chromium notes by itself: the header of the tools where their feature is off, and answers that refuse, which the
 * tests ask for.
 */
const expected = /Origin trial controlled feature not enabled: 'tools'|responded with a status of 4\d\d/

/** A page that notes everything the console says; `quiet` asserts that it said nothing. */
export async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  // An address of its own: the limits of the pages are counted by it.
  const extraHTTPHeaders = { 'X-Forwarded-For': anAddress() }
  const context = await browser.newContext({ extraHTTPHeaders, ...options })
  const page: Page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type()) && !expected.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  return { page, context, quiet: () => expect(said, 'the browser’s console').toEqual([]) }
}

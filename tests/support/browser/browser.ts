import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { anAddress } from '#tests/support/http/client.ts'
import { switches } from '#tests/support/browser/chromium.js'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** The Chromiums of this worker, by their switches. They end with it. */
const running = new Map<string, Promise<Browser>>()

/**
 * Lends the real Chromium that `npm test` found, one for all files of a worker and the same switches. `close` gives it
 * back: what was opened through it is closed, and the browser goes on.
 */
export async function launch(...more: string[]): Promise<Browser> {
  const args = [...switches, ...more]
  const key = args.join(' ')
  const before = await running.get(key)
  if (!before?.isConnected()) {
    noteSpawned('browsers')
    running.set(key, chromium.launch({ executablePath: process.env.CHROME_PATH!, headless: true, args }))
  }
  return lend((await running.get(key))!)
}

function lend(browser: Browser): Browser {
  const opened: BrowserContext[] = []
  const newContext: Browser['newContext'] = async (options) => {
    // A page that still scrolls smoothly moves between the press and the release of a click.
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    context.on('page', (page) => page.on('domcontentloaded', () => noteSpawned('pages')))
    opened.push(context)
    return context
  }
  const own: Partial<Browser> = {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    async close() {
      await Promise.all(opened.map((context) => context.close()))
    },
  }
  return new Proxy(browser, {
    get(target, name: keyof Browser) {
      const value: unknown = own[name] ?? target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * What Chromium notes by itself: the header of the tools where their feature is off, and answers that refuse, which the
 * tests ask for.
 */
const expected = /Origin trial controlled feature not enabled: 'tools'|responded with a status of 4\d\d/

/** A page that notes everything the console says; `quiet` asserts that it said nothing. */
export async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  // An address of its own, because limits are counted by address. Tests over HTTP check the compression.
  const extraHTTPHeaders = { 'X-Forwarded-For': anAddress(), 'Accept-Encoding': 'identity' }
  const context = await browser.newContext({ extraHTTPHeaders, ...options })
  const page: Page = await context.newPage()
  return { page, context, quiet: recordConsole(page) }
}

/** Notes errors and warnings of a page's console; the returned function asserts that there were none. */
export function recordConsole(page: Page) {
  const said: string[] = []
  page.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type()) && !expected.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  return () => expect(said, 'the browser’s console').toEqual([])
}

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'

export { soon } from '#tests/support/browser/guild.ts'

/** The names of the tools that a page offers to Chromium’s own host. */
export const namesOn = async (page: Page) => (await page.webmcp.tools()).map(({ name }) => name).sort()

/** What the button of the panel says. */
export const said = (page: Page) => page.locator('[data-agent-tools] .open').textContent()

/** A page of the site, for whoever has the cookie. */
export async function at(browser: Browser, url: string, { path = '/', cookie = '' } = {}) {
  const opened = await openPage(browser)
  if (cookie) await giveCookie(opened.context, url, cookie)
  await openReady(opened.page, url + path)
  return opened
}

/** Gives a browser the cookie of a session. */
export async function giveCookie(context: BrowserContext, url: string, cookie: string) {
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

type Call = { ok: boolean; status?: string; confirm_token?: string; error?: { code: string } }

/** Calls a tool of the page. */
export const call = (page: Page, name: string, input: object = {}) =>
  page.webmcp.callTool(name, input) as Promise<Call & Record<string, unknown>>

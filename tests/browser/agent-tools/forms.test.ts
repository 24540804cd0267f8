import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { namesOn, soon } from '#tests/browser/agent-tools/tool-page.ts'
import { typed } from '#tests/support/db/contact.ts'

const { url } = inject('servers')[0]!
let browser: Browser

beforeAll(async () => {
  browser = await launch('--enable-features=WebMCP')
})
afterAll(() => browser.close())

async function opened(path: string, tool: string) {
  const { page, context, quiet } = await openPage(browser)
  await page.goto(url + path)
  await soon(() => namesOn(page)).toContain(tool)
  return { page, quiet, session: await context.newCDPSession(page) }
}

type Responded = { status: string; output?: unknown; errorText?: string }

/** Calls a tool over the DevTools protocol, which tells what came of a form that leaves the page. */
async function invoke(page: Page, session: CDPSession, toolName: string, input: object) {
  const frame = (await session.send('Page.getFrameTree')).frameTree.frame.id
  const answered = new Promise<Responded>((resolve) =>
    session.on('WebMCP.toolResponded' as never, resolve as never),
  )
  await session.send('WebMCP.enable' as never)
  await session.send('WebMCP.invokeTool' as never, { frameId: frame, toolName, input } as never)
  return { answered }
}

test('an agent shows the person results with the search form, and is told about them', async () => {
  const { page, session, quiet } = await opened('/search', 'show_search_results')
  const tool = (await page.webmcp.tools()).find(({ name }) => name === 'show_search_results')!
  expect(tool.inputSchema).toMatchObject({ properties: { q: { type: 'string' } } })
  const { answered } = await invoke(page, session, 'show_search_results', { q: 'runner protocol' })
  await page.waitForURL(/\/search\?q=runner/)
  const { status, output } = await answered
  expect(status).toBe('Completed')
  expect(JSON.stringify(output)).toMatch(/ItemList.*runner-protocol/)
  quiet()
})

test('an agent fills in the contact form, and is told when the person sends it', async () => {
  const { page, session, quiet } = await opened('/contact', 'fill_contact_form')
  const { answered } = await invoke(page, session, 'fill_contact_form', typed)
  const field = page.locator('form[data-contact-form] [name=message]')
  await soon(() => field.inputValue()).toBe(typed.message)
  await page.getByRole('button', { name: 'Send message' }).click()
  expect(await answered).toMatchObject({ status: 'Completed', output: { ok: true } })
  expect(await page.getByText('Your message was sent').isVisible()).toBe(true)
  quiet()
})

test('agents get no form with a password, and no page has more than 15 tools', async () => {
  const { page } = await openPage(browser)
  for (const path of ['/login', '/signup', '/reset-password', '/search', '/contact']) {
    await openReady(page, url + path)
    await soon(() => namesOn(page)).toContain('search_site')
    const forms = page.locator('form[toolname]')
    expect(await page.locator('form[toolname]:has([type=password])').count()).toBe(0)
    expect(await forms.count()).toBe(/search|contact/.test(path) ? 1 : 0)
    expect((await namesOn(page)).length).toBeLessThanOrEqual(15)
  }
})

import type { Page } from 'playwright-core'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { signingIn, type Driver, type Listed, type Make } from '#tests/clients/driver.ts'
import { frozenHost, navigatorHost, ownHost, type Agent } from '#tests/clients/hosts.ts'

/** A call under way, and how to give it up. */
type Call = { ended: Promise<unknown>; giveUp(): Promise<unknown> }
type Parts = Pick<Driver, 'list' | 'call'> & { begin?(name: string, input: object): Promise<Call> }

/** A driver around a page of Playwright's: everything but the tools is the same for all of them. */
async function inPage(
  url: string,
  switches: string[],
  partsFor: (page: Page) => Promise<Parts>,
): Promise<Driver> {
  const browser = await launch(...switches)
  const { page, quiet } = await openPage(browser)
  const { begin, ...parts } = await partsFor(page)
  const cancel: NonNullable<Driver['cancel']> = async (name, input) => {
    const held = '**/*'
    const asked = page.waitForEvent('request')
    const aborted = page.waitForEvent('requestfailed')
    await page.route(held, () => new Promise(() => {}))
    const { ended, giveUp } = await begin!(name, input)
    await asked
    await giveUp()
    await aborted
    await page.unroute(held)
    return ended
  }
  return {
    ...parts,
    ...(begin && { cancel }),
    open: (path) => openReady(page, url + path),
    async signIn(email, password) {
      const status = await page.evaluate(`(${signingIn(email, password)})()`)
      if (status !== 200) throw new Error(`signing in was answered ${String(status)}`)
    },
    async close() {
      await browser.close()
      quiet()
    },
  }
}

/** Chromium's own host, through the part of Playwright that speaks to it, and to cancel, through the protocol of DevTools. */
export const native: Make = (url) =>
  inPage(url, ['--enable-features=WebMCP'], async (page) => ({
    list: () => page.webmcp.tools() as Promise<Listed[]>,
    call: (name, input) => page.webmcp.callTool(name, input),
    begin: (name, input) => invoke(page, name, input),
  }))

type Responded = { invocationId: string; status: string; output?: unknown; errorText?: string }
type Session = {
  send(method: string, params?: object): Promise<Record<string, unknown>>
  on(event: string, listener: (value: never) => void): void
}

async function invoke(page: Page, toolName: string, input: object): Promise<Call> {
  const session = (await page.context().newCDPSession(page)) as unknown as Session
  const responses: Responded[] = []
  let heard = () => {}
  session.on('WebMCP.toolResponded', (response) => {
    responses.push(response)
    heard()
  })
  await session.send('WebMCP.enable')
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } }
  const frameId = frameTree.frame.id
  const { invocationId } = await session.send('WebMCP.invokeTool', { frameId, toolName, input })
  const ended = new Promise((resolve) => {
    heard = () => {
      const response = responses.find((one) => one.invocationId === invocationId)
      if (response) resolve(response.status === 'Canceled' ? 'cancelled' : response)
    }
    heard()
  })
  return { ended, giveUp: () => session.send('WebMCP.cancelInvocation', { invocationId }) }
}

/** A page with a host of the tests' own, or with the page's. */
const hosted =
  (host: () => void, { cancels = true } = {}): Make =>
  (url) =>
    inPage(url, [], async (page) => {
      await page.addInitScript(host)
      return {
        list: () => page.evaluate(() => (window as unknown as { agent: Agent }).agent.list()),
        call: async (name, input) => (await start(page, name, input)).ended,
        ...(cancels && { begin: (name, input) => start(page, name, input) }),
      }
    })

/** Tools say themselves that they were cancelled, where the host does not do that. */
async function start(page: Page, name: string, input: object): Promise<Call> {
  const ended = page.evaluate(
    async (given) => {
      const controller = new AbortController()
      Object.assign(window, { controller })
      const { agent } = window as unknown as { agent: Agent }
      const result = await agent.run(given.name, given.input, controller.signal).catch((error: unknown) => {
        if (error !== controller.signal.reason) throw error
      })
      const isCancelled = (result as { error?: { code: string } } | undefined)?.error?.code === 'cancelled'
      return controller.signal.aborted && (isCancelled || result === undefined) ? 'cancelled' : result
    },
    { name, input },
  )
  const giveUp = () =>
    page.evaluate(() => (window as unknown as { controller: AbortController }).controller.abort())
  return { ended, giveUp }
}

export const frozenDocumentHost = hosted(frozenHost)
/** It hands tools no signal, so nobody can cancel. */
export const oldNavigatorHost = hosted(navigatorHost, { cancels: false })
/** For a site with the setting on. */
export const polyfillHost = hosted(ownHost)

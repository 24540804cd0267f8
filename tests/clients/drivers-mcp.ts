import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { switches } from '#tests/support/browser/chromium.js'
import { signingIn, type Driver, type Listed } from '#tests/clients/driver.ts'
import { scriptOf } from '#tests/clients/install.js'
import { connect, type Mcp } from '#tests/clients/mcp.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const executablePath = process.env.CHROME_PATH!
const args = [...switches, '--enable-features=WebMCP']

/** A server in a folder of its own, where it may leave what it likes. */
async function inFolder(name: Parameters<typeof scriptOf>[0], given: (folder: string) => Promise<string[]>) {
  const folder = await temporaryFolder()
  const mcp = await connect(scriptOf(name), await given(folder.path), folder.path)
  return { mcp, close: () => mcp.close().then(folder.remove) }
}

/** Reads a status out of what a client says of a script's result. */
function isSignedIn(text: string) {
  if (!/^200$/m.test(text)) throw new Error(`signing in was answered: ${text}`)
}

/**
 * Has Playwright's server, which runs it for a page, wait no longer for answers that broke off. After each call it waits
 * until what was requested has finished, or for five seconds: what fails after its headers came never finishes there.
 */
function endBrokenAnswers({ page }: { page: Page }) {
  const ends = new Map<Request, () => void>()
  page.on('response', (response) => {
    const finished = response.finished()
    const broken = new Promise<null>((resolve) => ends.set(response.request(), () => resolve(null)))
    response.finished = () => Promise.race([finished, broken])
  })
  page.on('requestfailed', (request) => ends.get(request)?.())
}

/** Playwright's server: each tool of a page becomes a tool of the server. */
export const playwrightMcp = async (url: string): Promise<Driver & { mcp: Mcp }> => {
  const { mcp, close } = await inFolder('@playwright/mcp', async (folder) => {
    const config = join(folder, 'config.json')
    const initPage = join(folder, 'page.cjs')
    const launchOptions = { executablePath, headless: true, args }
    const browser = { browserName: 'chromium', isolated: true, launchOptions, initPage: [initPage] }
    await writeFile(config, JSON.stringify({ browser }))
    await writeFile(initPage, `exports.default = ${endBrokenAnswers}`)
    return ['--config', config, '--output-dir', folder, '--timeout-settle', '0']
  })
  const before = 'webmcp_'
  return {
    mcp,
    close,
    open: async (path) => void (await mcp.call('browser_navigate', { url: url + path })),
    signIn: async (...account) =>
      isSignedIn(await mcp.call('browser_evaluate', { function: signingIn(...account) })),
    async list() {
      // The server looks for a page's tools whenever it looks at the page, and only then.
      await mcp.call('browser_snapshot', {})
      const tools = (await mcp.list()).filter(({ name }) => name.startsWith(before))
      return tools.map((tool) => ({ ...tool, name: tool.name.slice(before.length) }))
    },
    call: async (name, input) =>
      parsed(await mcp.call(before + name, input), /untrusted:\n([^]*?)(?=\n###|$)/),
    abandon: (name, input) => mcp.abandon(before + name, input),
  }
}

/** Google's server for DevTools: two tools of the server list and call those of a page. */
export const devtoolsMcp = async (url: string): Promise<Driver & { mcp: Mcp }> => {
  const { mcp, close } = await inFolder('chrome-devtools-mcp', async () => [
    ...['--headless', '--isolated', '--executablePath', executablePath],
    ...['--categoryExperimentalWebmcp', '--no-usage-statistics', '--no-performance-crux'],
    ...args.map((arg) => `--chromeArg=${arg}`),
  ])
  const pageId = 1
  const line = /^name="(.*?)", description="(.*)", inputSchema=.*, annotations=(.*)$/gm
  const calling = (toolName: string, input: object) => ({ pageId, toolName, input: JSON.stringify(input) })
  return {
    mcp,
    close,
    open: async (path) => void (await mcp.call('navigate_page', { pageId, type: 'url', url: url + path })),
    signIn: async (...account) =>
      isSignedIn(await mcp.call('evaluate_script', { pageId, function: signingIn(...account) })),
    async list() {
      const text = await mcp.call('list_webmcp_tools', { pageId })
      return [...text.matchAll(line)].map(([, name, description, annotations]): Listed => {
        return { name: name!, description: description!, annotations: JSON.parse(annotations!) as object }
      })
    },
    async call(name, input) {
      const text = await mcp.call('execute_webmcp_tool', calling(name, input))
      const { status, output } = parsed(text, /^(\{[^]*\})\s*$/) as { status: string; output: unknown }
      if (status !== 'Completed') throw new Error(text)
      return output
    },
    abandon: (name, input) => mcp.abandon('execute_webmcp_tool', calling(name, input)),
  }
}

/** The JSON that a pattern finds in what a client says. */
function parsed(text: string, pattern: RegExp) {
  const json = pattern.exec(text)?.[1]
  if (json === undefined) throw new Error(text)
  return JSON.parse(json) as unknown
}

import { chromium } from 'playwright-core'
import { prepare } from '#app/platform/process/bootstrap.js'
import { finish, folder } from '#tests/audit/children.js'
import { openSite } from '#tests/audit/site.js'
import { fillSite, people } from '#tests/screenshots/sample-content.js'
import { findChromium, switches } from '#tests/support/browser/chromium.js'

/**
 * Starts the built server with the demo guild and sample content, and opens Chromium with a context of the owner.
 * @param {import('playwright-core').BrowserContextOptions} options of all contexts
 */
export async function openDemoSite(options) {
  await prepare({})
  const data = folder('data')
  for (const args of [
    ['seed', 'demo'],
    ...people.map((one) => [
      'users',
      'create',
      ...Object.entries(one).flatMap(([name, value]) => [`--${name}`, value]),
    ]),
  ]) {
    const { code, err } = await finish(process.execPath, ['app/cli.js', ...args], {
      seconds: 60,
      env: { DATA_DIR: data, DATABASE_URL: '' },
    })
    if (code) throw new Error(err)
  }
  const baseURL = await openSite(data)
  const browser = await chromium.launch({ executablePath: await findChromium(), args: switches })
  const signedIn = await browser.newContext({ ...options, baseURL })
  await fillSite(await signedIn.newPage())
  return { baseURL, browser, signedIn }
}

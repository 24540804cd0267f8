import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { guildWithOwner } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { openEngine, type Engine } from '#tests/support/engines.ts'
import { cliJson, startServer, type RunningServer } from '#tests/support/http/server.ts'

let browser: Browser
let engine: Engine
let server: RunningServer
beforeAll(async () => {
  engine = await openEngine('sqlite')
  server = await startServer({ ...engine.env, TRUST_PROXY: '1' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await engine.remove()
})

test('exporting thirty days as CSV takes two clicks and no scrolling', async () => {
  await cliJson(server.env, ['seed', 'demo'])
  const { page, quiet } = await guildWithOwner(browser, { viewport: { width: 1280, height: 900 } }, server)
  await openReady(page, `${server.url}/admin`)
  let clicks = 0
  const click = async (name: string) => {
    clicks += 1
    const link = page
      .getByRole('main')
      .or(page.locator('.console-bar'))
      .getByRole('link', { name, exact: true })
    await link.waitFor()
    const { y, height } = (await link.boundingBox())!
    expect(y + height, `${name} is in view`).toBeLessThanOrEqual(900)
    await link.click()
  }
  await click('Signpost Demo')
  const [file] = await Promise.all([page.waitForEvent('download'), click('Export as CSV')])
  expect(clicks).toBe(2)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const parts = await file.createReadStream().then((stream) => stream.toArray())
  expect(Buffer.concat(parts).toString().trim().split('\n')).toHaveLength(31)
  quiet()
})

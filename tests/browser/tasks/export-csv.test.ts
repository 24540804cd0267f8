import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { guildWithOwner } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { cliJson } from '#tests/support/http/server.ts'

const server = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

test('thirty days are exported as CSV with 2 clicks and without scrolling', async () => {
  await cliJson(server.env, ['seed', 'demo'])
  const { page, quiet } = await guildWithOwner(browser, { viewport: { width: 1280, height: 900 } })
  await openReady(page, `${server.url}/admin`)
  let clicks = 0
  const click = async (name: string) => {
    clicks += 1
    const link = page.getByRole('link', { name, exact: true }).first()
    await link.waitFor()
    const { y, height } = (await link.boundingBox())!
    expect(y + height, `${name} is in view`).toBeLessThanOrEqual(900)
    await link.click()
  }
  await click('Signpost Demo')
  const [file] = await Promise.all([page.waitForEvent('download'), click('Export as CSV')])
  expect(clicks).toBe(2)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const lines = await file.createReadStream().then((stream) => stream.toArray())
  expect(Buffer.concat(lines).toString().trim().split('\n')).toHaveLength(31)
  quiet()
})

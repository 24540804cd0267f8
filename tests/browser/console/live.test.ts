import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { aJob, storeOf } from '#tests/support/db/jobs.ts'

vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
let store: Awaited<ReturnType<typeof storeOf>>
beforeAll(async () => {
  browser = await launch()
  store = await storeOf(server)
})
afterAll(() => Promise.all([browser.close(), store.close()]))

/** Opens the jobs of a guild; `isStill` says whether it is the page that was opened then. */
async function jobsPage(prepare: (page: Page) => Promise<unknown>) {
  const opened = await guildWithOwner(browser)
  const { page, guildId } = opened
  await prepare(page)
  await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs`)
  await page.evaluate(() => void (document.body.dataset.first = 'yes'))
  const isStill = () => page.evaluate(() => document.body.dataset.first === 'yes')
  const main = () => page.getByRole('main').innerText()
  return { ...opened, isStill, main }
}

test('what changes is shown without loading the page anew', async () => {
  let change = () => {}
  const happened = new Promise<void>((resolve) => (change = resolve))
  const { page, guildId, main, isStill, quiet } = await jobsPage((page) =>
    page.route('**/live', async (route) => {
      await happened
      await route.fulfill({
        contentType: 'text/event-stream',
        body: 'retry: 600000\n\nevent: change\ndata: {"at":"2026-11-21T12:00:00.000Z"}\n\n',
      })
    }),
  )
  expect(await main()).toContain('Each action of an automation')
  await aJob(store, guildId, { run_at: '2099-01-01T00:00:00.000Z' })
  change()
  await soon(main).toMatch(/Send a message.*Step 1 of the command Greets/s)
  expect(await isStill()).toBe(true)
  // Only the number of selected jobs is announced.
  const announced = page.getByRole('main').locator('[aria-live], [role=status]')
  expect(await announced.allTextContents()).toEqual([''])
  quiet()
})

test('the server’s stream marks the page as live, and hiding the page pauses it', async () => {
  const { page, main, quiet } = await jobsPage(async () => {})
  await soon(main).toContain('Live')
  const hide = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await hide('hidden')
  await soon(main).toContain('Paused')
  await hide('visible')
  await soon(main).toContain('Live')
  quiet()
})

test('a browser without streams asks every five seconds', async () => {
  const { page, guildId, main, isStill, quiet } = await jobsPage(async (page) => {
    await page.clock.install()
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'EventSource'))
  })
  await soon(main).toContain('Checking every 5 seconds')
  await aJob(store, guildId, { run_at: '2099-01-01T00:00:00.000Z' })
  await page.clock.fastForward(5_000)
  await soon(main).toMatch(/Step 1 of the command Greets/)
  expect(await isStill()).toBe(true)
  quiet()
})

test('a refused stream falls back to polling, and without a server the page stays', async () => {
  const { page, guildId, main, isStill } = await jobsPage(async (page) => {
    await page.clock.install()
    await page.route('**/live', (route) => route.fulfill({ status: 503, body: 'no' }))
  })
  // A stream that was refused once is tried again after three seconds.
  await soon(async () => {
    await page.clock.fastForward(3_000)
    return main()
  }).toContain('Checking every 5 seconds')
  await page.route('**/api/session', (route) => route.abort())
  const asked = page.waitForRequest('**/api/session')
  await aJob(store, guildId, { run_at: '2099-01-01T00:00:00.000Z' })
  await page.clock.fastForward(5_000)
  await asked
  expect(await main()).toContain('Each action of an automation')
  await page.unroute('**/api/session')
  await page.clock.fastForward(5_000)
  await soon(main).toMatch(/Step 1 of the command Greets/)
  expect(await isStill()).toBe(true)
})

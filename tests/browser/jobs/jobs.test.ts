import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { aJob, anAttempt, storeOf } from '#tests/support/db/jobs.ts'
import { cliJson } from '#tests/support/http/server.ts'

/** Each test walks through several pages. */
vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
let store: Awaited<ReturnType<typeof storeOf>>
let demo: string
beforeAll(async () => {
  browser = await launch()
  store = await storeOf(server)
  demo = (await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])).guild_id
})
afterAll(() => Promise.all([browser.close(), store.close()]))

const fault = JSON.stringify({ code: 'discord_500', message: 'It failed.', at: '2026-11-21T12:00:00.000Z' })

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript',
  (options) => {
    test('jobs are narrowed, counted and paged, and one is read with every try of it', async () => {
      const { page, guildId, quiet } = await guildWithOwner(browser, options)
      for (let count = 0; count < 26; count++)
        await aJob(store, guildId, { state: 'succeeded', type: 'ADD_ROLE', attempt: 1 })
      const dead = await aJob(store, guildId, { state: 'dead', attempt: 5, error: fault })
      await anAttempt(store, dead.id)
      await anAttempt(store, dead.id, {
        attempt: 2,
        outcome: 'lost',
        late: JSON.stringify({ status: 'succeeded' }),
        leased_at: '2026-11-21T12:01:00.000Z',
        ended_at: '2026-11-21T12:02:05.000Z',
      })
      const main = page.getByRole('main')
      const rows = main.getByRole('rowheader')
      await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs`)
      expect(await rows.count()).toBe(25)
      await page.getByRole('link', { name: 'Older' }).click()
      await page.waitForURL(/before=/)
      await soon(() => rows.count()).toBe(2)
      await page.getByLabel('Type').selectOption('Send a message')
      if (options.javaScriptEnabled === false) await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/type=SEND_MESSAGE/)
      await soon(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^Send a message\s+It failed/)])
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await page.getByRole('link', { name: 'Dead 1' }).click()
      await page.waitForURL(/state=dead/)
      await soon(() => rows.count()).toBe(1)
      await rows.getByRole('link').click()
      await page.waitForURL(new RegExp(dead.id))
      const tries = main.getByRole('listitem').filter({ hasText: /Attempt \d/ })
      await soon(() => tries.count()).toBe(2)
      expect(await tries.first().innerText()).toMatch(
        /Attempt 1.*Failed.*Home server.*Discord did not answer/s,
      )
      expect(await tries.last().innerText()).toMatch(
        /Attempt 2.*stopped responding, after 1 min 5 s.*has no effect/s,
      )
      const late = tries.last().getByRole('group', { name: /as JSON/ })
      expect(await late.isVisible()).toBe(false)
      await tries.last().getByText('Late result').click()
      expect(await late.innerText()).toContain('"succeeded"')
      expect(await main.innerText()).toContain('Hello!')
      quiet()
    })

    test('a run lists its steps, each with outcome, message, attempts and job', async () => {
      const { page, quiet } = await guildWithOwner(browser, options)
      const automation = `${server.url}/admin/guilds/${demo}/automations/01JDEM00000000000000000001`
      await openReady(page, `${automation}/runs`)
      await page.getByRole('link', { name: 'A member joins: Emre 52' }).click()
      await page.waitForURL(/R0003$/)
      const main = page.getByRole('main')
      const steps = main.getByRole('list').last().getByRole('listitem')
      await soon(() => steps.count()).toBe(2)
      expect(await steps.first().innerText()).toMatch(/Send a message.*Succeeded in .*It took 2 attempts/s)
      expect(await steps.last().innerText()).toMatch(/Add a role.*Succeeded in .*2 seconds later/s)
      const told = steps.first().getByText('Welcome, ')
      expect(await told.isVisible()).toBe(false)
      await steps.first().getByText('Input').click()
      await soon(() => told.isVisible()).toBe(true)
      await steps.first().getByRole('link', { name: 'Job' }).click()
      await page.waitForURL(/J0004$/)
      await soon(() => main.innerText()).toContain('2 of 5 attempts')
      await main.getByRole('link', { name: 'Welcome new members' }).click()
      await page.waitForURL(/R0003$/)
      quiet()
    })
  },
)

test('a page without a script says nothing of being live', async () => {
  const { page, guildId } = await guildWithOwner(browser, { javaScriptEnabled: false })
  await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs`)
  expect(await page.getByRole('main').innerText()).not.toMatch(/Live|Checking|Paused/)
})

test('the console leads to the runners', async () => {
  const { page, quiet } = await guildWithOwner(browser)
  await openReady(page, `${server.url}/admin`)
  await page.getByRole('link', { name: 'Runners' }).click()
  await page.waitForURL(/\/admin\/runners$/)
  await soon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Runners')
  quiet()
})

test('a dead job is tried again, after asking', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  const { id } = await aJob(store, guildId, { state: 'dead', attempt: 5, error: fault })
  await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs/${id}`)
  await page.locator('summary', { hasText: 'Retry' }).click()
  await page.getByRole('button', { name: 'Retry job' }).click()
  await page.waitForURL(/done=replayed/)
  await soon(() => page.getByRole('main').innerText()).toMatch(/was queued again.*Waiting/s)
  quiet()
})

test('a waiting job is cancelled from the list, after asking', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  await aJob(store, guildId, { run_at: '2099-01-01T00:00:00.000Z' })
  await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs?state=queued`)
  await page.getByText('Cancel job: Send a message, step 1 of').click()
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await page.waitForURL(/state=queued&done=cancelled/)
  await soon(() => page.getByRole('main').innerText()).toContain('No jobs match.')
  quiet()
})

test('selected jobs are retried after a confirmation, and refusals have a reason', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  const dead = [await aJob(store, guildId, { state: 'dead', attempt: 5, error: fault })]
  dead.push(await aJob(store, guildId, { state: 'dead', attempt: 5, error: fault }))
  await aJob(store, guildId, { run_at: '2099-01-01T00:00:00.000Z' })
  await aJob(store, guildId, { state: 'succeeded', attempt: 1 })
  await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs`)
  await soon(() => page.getByRole('checkbox', { name: /^Select Send a message/ }).count()).toBe(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.locator('.selection-bar')
  await bar.locator('summary', { hasText: 'Retry' }).click()
  await bar.getByLabel(/^Yes, retry/).check()
  await bar.getByRole('button', { name: 'Retry selected' }).click()
  const main = page.getByRole('main')
  await soon(() => main.innerText()).toContain('2 jobs were queued again.')
  expect(await main.innerText()).toContain('This job has not ended yet.')
  await soon(() => page.getByRole('link', { name: 'Waiting 3' }).count()).toBe(1)
  quiet()
})

test('a filter that a bulk action empties keeps the notice, in view and focused', async () => {
  const { page, guildId, quiet } = await guildWithOwner(browser)
  for (let count = 0; count < 2; count++)
    await aJob(store, guildId, { state: 'failed', attempt: 1, error: fault })
  await aJob(store, guildId, { run_at: '2099-01-01T00:00:00.000Z' })
  await openReady(page, `${server.url}/admin/guilds/${guildId}/jobs?state=failed`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.locator('.selection-bar')
  // No failed job can be cancelled.
  expect(await bar.locator('summary').allInnerTexts()).toEqual(['Retry jobs'])
  const list = (await page.getByRole('table', { name: 'Jobs' }).boundingBox())!
  await bar.locator('summary').click()
  const sure = bar.getByLabel(/^Yes, retry/)
  expect((await sure.boundingBox())!.y).toBeGreaterThan(list.y + list.height)
  await sure.check()
  await bar.getByRole('button', { name: 'Retry selected' }).click()
  const notice = page.getByRole('status').filter({ hasText: '2 jobs were queued again.' })
  await notice.waitFor()
  await page.getByText('No jobs match.').waitFor()
  await soon(() => notice.evaluate((element) => element === document.activeElement)).toBe(true)
  const { y, height } = (await notice.boundingBox())!
  expect(y + height).toBeLessThan(page.viewportSize()!.height)
  // The page updates itself when it becomes visible, and at most every two seconds.
  const read = page.waitForResponse((response) => response.url().includes('jobs.data'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await read
  await page.getByRole('link', { name: 'Waiting 3' }).waitFor()
  expect(await notice.isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Waiting 3' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await soon(() => bar.locator('summary').allInnerTexts()).toEqual(['Cancel jobs'])
  quiet()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { editorAt, textField } from '#tests/support/browser/editor.ts'

vi.setConfig({ testTimeout: 90_000 })

let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

test('scheduling a post takes three clicks and keeps the typed text', async () => {
  const { page, make, write, read, quiet } = await editorAt(browser, {
    viewport: { width: 1280, height: 900 },
  })
  const entry = await make('post', { body: 'Older text.\n' })
  await write(entry)
  let clicks = 1
  await textField(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Newer text.')
  clicks++
  await page.locator('summary', { hasText: 'More actions' }).click()
  await page.getByLabel('Date and time (UTC)').fill('2099-01-01T10:00')
  clicks++
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByRole('status').getByText('Scheduled for 1 Jan 2099, 10:00 UTC.').waitFor()
  expect(clicks).toBeLessThanOrEqual(3)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  expect(await read(entry)).toMatchObject({
    status: 'scheduled',
    scheduled_at: '2099-01-01T10:00:00.000Z',
    body: expect.stringContaining('Newer text.'),
  })
  quiet()
})

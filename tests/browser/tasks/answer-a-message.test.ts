import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { typed } from '#tests/support/db/contact.ts'
import { anAddress, client, json, signInAs } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

const messages = client(server)

async function aMessage() {
  const subject = `Subject ${anAddress()}`
  const sent = await messages('/api/contact-form-submissions', json({ ...typed, subject }))
  const { submission } = (await sent.json()) as { submission: { id: string } }
  return { subject, id: submission.id }
}

async function anAdmin(options: Parameters<Browser['newContext']>[0] = {}) {
  const cookie = await signInAs(server, 'admin')
  const opened = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options })
  const [name = '', value = ''] = cookie.split('=')
  await opened.context.addCookies([{ name, value, url: server.url }])
  const statusOf = async (subject: string) => {
    const response = await messages('/api/contact-form-submissions?limit=100', {
      headers: { Cookie: cookie },
    })
    const { submissions } = (await response.json()) as { submissions: { subject: string; status: string }[] }
    return submissions.find((one) => one.subject === subject)?.status
  }
  return { ...opened, statusOf }
}

test('replying to the newest message takes two clicks from the overview', async () => {
  const { subject } = await aMessage()
  const { page, quiet, statusOf } = await anAdmin()
  await openReady(page, `${server.url}/admin`)
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    await page.getByRole(role, { name }).click()
    clicks++
  }
  await click('link', /^Inbox/)
  await soon(() => page.getByRole('article', { name: subject }).isVisible()).toBe(true)
  expect(await statusOf(subject)).toBe('unread')
  await click('button', 'Reply')
  await page.getByText('The message was marked as resolved.').waitFor()
  expect(clicks).toBe(2)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  await soon(focused).toContain(`mailto:${typed.email}`)
  expect(await statusOf(subject)).toBe('resolved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => statusOf(subject)).toBe('unread')
  quiet()
})

test('a message is marked as read once its page is visible, not when it is fetched', async () => {
  const { subject, id } = await aMessage()
  const { page, quiet, statusOf } = await anAdmin({ viewport: { width: 390, height: 844 } })
  await openReady(page, `${server.url}/admin/inbox`)
  expect(await page.getByRole('article').isVisible()).toBe(false)
  for (const suffix of ['', '.data'])
    expect((await page.request.get(`${server.url}/admin/inbox/${id}${suffix}`)).status()).toBe(200)
  expect(await statusOf(subject)).toBe('unread')
  await page.getByRole('link', { name: subject }).click()
  await soon(() => statusOf(subject)).toBe('read')
  expect(await page.getByRole('heading', { level: 1, name: subject }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await page.getByText('The message was marked as unread.').waitFor()
  expect(await statusOf(subject)).toBe('unread')
  quiet()
})

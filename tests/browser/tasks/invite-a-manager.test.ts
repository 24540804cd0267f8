import PostalMime from 'postal-mime'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { pageIsReady } from '#tests/support/browser/ready.ts'
import { anEmail, signInAs, snowflake } from '#tests/support/http/client.ts'
import { linkIn } from '#tests/support/db/mailbox.ts'
import { cliJson, startServer, type RunningServer } from '#tests/support/http/server.ts'
import { aMailServer } from '#tests/support/http/smtp.ts'
import { dataFolder } from '#tests/support/engines.ts'

vi.setConfig({ testTimeout: 90_000 })

// A server of its own, because the shared servers send no email.
let server: RunningServer
let browser: Browser
let mail: Awaited<ReturnType<typeof aMailServer>>
let folder: Awaited<ReturnType<typeof dataFolder>>
beforeAll(async () => {
  ;[mail, folder] = [await aMailServer(), await dataFolder()]
  server = await startServer({ DATA_DIR: folder.path, SMTP_URL: mail.url, SIGNUP: 'invite' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await mail.close()
  await folder.remove()
})

const viewport = { width: 1280, height: 900 }

/** Clicks and types, and counts. Every target must be in view without scrolling. */
function counting(page: Page) {
  const counts = { clicks: 0, fields: 0, scrolled: 0 }
  return {
    counts,
    async click(target: Locator) {
      await target.waitFor()
      const { y, height } = (await target.boundingBox())!
      if (y + height > viewport.height) counts.scrolled += 1
      await target.click()
      counts.clicks += 1
    },
    async type(label: string, text: string) {
      await page.getByLabel(label, { exact: true }).fill(text)
      counts.fields += 1
    },
  }
}

test('a manager invited with one form follows the link and reaches the server', async () => {
  const [guildId, email] = [snowflake(), anEmail()]
  await cliJson(server.env, ['guilds', 'add', '--id', guildId, '--name', 'Harbour'])
  const admin = await openPage(browser, { viewport })
  const cookie = await signInAs({ ...server, name: 'tasks', setup: '' }, 'admin')
  const [name = '', value = ''] = cookie.split('=')
  await admin.context.addCookies([{ name, value, url: server.url }])
  await admin.page.goto(`${server.url}/admin`)
  await pageIsReady(admin.page)
  const inviting = counting(admin.page)
  await inviting.click(admin.page.getByRole('main').getByRole('link', { name: 'Harbour', exact: true }))
  await inviting.click(admin.page.getByRole('link', { name: 'Managers', exact: true }))
  await inviting.type('Email', email)
  await inviting.click(admin.page.getByRole('button', { name: 'Invite manager' }))
  await admin.page.getByText(`Invitation sent to ${email}.`).waitFor()
  await admin.page.getByRole('row', { name: new RegExp(`${email}.*manager.*Harbour`) }).waitFor()
  expect(inviting.counts).toEqual({ clicks: 3, fields: 1, scrolled: 0 })

  await expect.poll(() => mail.taken, { timeout: 20_000 }).toHaveLength(1)
  expect(mail.taken[0]!.to).toEqual([email])
  const letter = await PostalMime.parse(mail.taken[0]!.raw)
  expect(letter.subject).toContain('manage Harbour')
  const guest = await openPage(browser, { viewport })
  await guest.page.goto(linkIn(letter)!)
  await pageIsReady(guest.page)
  const accepting = counting(guest.page)
  await accepting.type('Name', 'Ada')
  await accepting.type('Password', 'correct horse battery')
  await accepting.click(guest.page.getByRole('button', { name: 'Accept invitation' }))
  await guest.page.getByText('You now manage Harbour.').waitFor()
  await pageIsReady(guest.page)
  // The notice is shown once. A reload does not repeat it.
  await guest.page.waitForURL(`${server.url}/admin/guilds/${guildId}`)
  await guest.page.reload()
  await pageIsReady(guest.page)
  expect(await guest.page.getByText('You now manage Harbour.').count()).toBe(0)
  expect(accepting.counts).toEqual({ clicks: 1, fields: 2, scrolled: 0 })

  await guest.page.goto(server.url)
  await pageIsReady(guest.page)
  const returning = counting(guest.page)
  const header = guest.page.getByRole('banner')
  await returning.click(header.locator('summary', { hasText: 'Account menu' }))
  await returning.click(header.getByRole('link', { name: 'Harbour' }))
  await guest.page.waitForURL(`${server.url}/admin/guilds/${guildId}`)

  await guest.page.goto(linkIn(letter)!)
  await guest.page.getByText('This invitation was used').waitFor()
  admin.quiet()
  guest.quiet()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { anAddress, client, json, signInAs } from '#tests/support/http/client.ts'
import { typed } from '#tests/support/db/contact.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

const server = await lentServer('services')
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const field = (page: Page, name: string) => page.locator(`form[data-contact-form] [name=${name}]`)
const fill = async (page: Page, over: Partial<typeof typed> = {}) => {
  for (const [name, value] of Object.entries({ ...typed, ...over })) await field(page, name).fill(value)
}
const press = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()
const alert = (page: Page) => page.locator('form[data-contact-form] [role=alert]')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

async function atForm(options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  await openReady(opened.page, `${server.url}/contact`)
  return opened
}

/** What administrators see of the messages. */
async function inbox(query = '') {
  const Cookie = await signInAs(server, 'admin')
  const answer = await fetch(`${server.url}/api/contact-form-submissions${query}`, { headers: { Cookie } })
  return (await answer.json()) as { submissions: { id: string; message: string }[] }
}

describe('the contact form with a script and a proof of work', { timeout: 90_000 }, () => {
  test('the keyboard alone gets the errors, then the check, then the message sent', async () => {
    const { page, quiet } = await atForm()
    await field(page, 'name').focus()
    await page.keyboard.press('Enter')
    await soon(() => alert(page).textContent()).toBe('Check the 3 fields with errors.')
    expect(await focused(page)).toBe('name')
    const described = await field(page, 'name').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Error: Enter your name.')
    await page.keyboard.type(typed.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed.email)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Short')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await soon(() => alert(page).textContent()).toBe('Check the field with an error.')
    expect(await focused(page)).toBe('message')
    await page.keyboard.type(', and then longer.')
    const said = page.locator('[data-said]')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await soon(() => said.textContent()).toMatch(/not a bot|Sending/)
    expect(await said.getAttribute('role')).toBe('status')
    await soon(() => page.getByText('Your message was sent').count()).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Your message was sent')
    expect(await page.evaluate(() => location.pathname)).toBe('/contact')
    expect((await inbox()).submissions.map(({ message }) => message)).toContain('Short, and then longer.')
    expect((await inbox('?status=spam')).submissions).toEqual([])
    quiet()
  })

  test('what the server refuses stands beside its field, and what was typed stays', async () => {
    const { page } = await atForm()
    await fill(page)
    await page.evaluate(() => document.querySelector('[name=subject]')?.removeAttribute('maxlength'))
    await field(page, 'subject').fill('x'.repeat(151))
    await press(page)
    await soon(() => field(page, 'subject').getAttribute('aria-invalid')).toBe('true')
    expect(await focused(page)).toBe('subject')
    expect(await field(page, 'message').inputValue()).toBe(typed.message)
    await field(page, 'subject').fill('Short')
    await press(page)
    await soon(() => page.getByText('Your message was sent').count()).toBe(1)
  })

  test('without a connection it says that nothing was sent, and the next try sends it', async () => {
    const { page, context } = await atForm()
    await fill(page)
    await context.setOffline(true)
    await press(page)
    await soon(() => alert(page).textContent()).toContain('was not sent')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
    expect(await field(page, 'name').inputValue()).toBe(typed.name)
    await context.setOffline(false)
    await press(page)
    await soon(() => page.getByText('Your message was sent').count()).toBe(1)
  })

  test('past the limit it says so, and what was typed stays', async () => {
    const headers = { 'X-Forwarded-For': anAddress() }
    for (let sent = 0; sent < 5; sent++)
      await fetch(`${server.url}/api/contact-form-submissions`, { method: 'POST', body: '{}', headers })
    const { page } = await atForm({ extraHTTPHeaders: headers })
    await fill(page)
    await press(page)
    await soon(() => alert(page).textContent()).toContain('Too many requests')
    expect(await field(page, 'message').inputValue()).toBe(typed.message)
  })

  test('without a script the page says that the form needs one, and shows no form', async () => {
    const { page } = await atForm({ javaScriptEnabled: false })
    expect(await page.getByText('The form needs JavaScript').isVisible()).toBe(true)
    expect(await field(page, 'name').isVisible()).toBe(false)
    expect(await page.getByRole('heading', { name: 'Other ways to reach the operator' }).isVisible()).toBe(
      true,
    )
  })
})

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'the inbox with $javaScriptEnabled JavaScript',
  { timeout: 90_000 },
  (options) => {
    test('a message is looked at, its sender asked for, noted, resolved and deleted', async () => {
      const shared = inject('servers')[0]!
      const subject = `Subject ${anAddress()}`
      const sent = await client(shared)('/api/contact-form-submissions', json({ ...typed, subject }))
      expect(sent.status).toBe(201)

      const { page, context } = await openPage(browser, options)
      const [name = '', value = ''] = (await signInAs(shared, 'admin')).split('=')
      await context.addCookies([{ name, value, url: shared.url }])
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await openReady(page, `${shared.url}/admin`)
      await page.getByRole('link', { name: /^Inbox \d+ unread$/ }).click()
      await page.getByRole('link', { name: subject }).click()
      await soon(() => page.getByText('a•••@e•••.com').count()).toBe(1)
      if (options.javaScriptEnabled) await button('Mark as unread').waitFor()
      else expect(await button('Mark as read').count()).toBe(1)
      await button('Reply').click()
      await soon(() =>
        page.getByText('The message was marked as resolved. Nothing has been sent yet.').count(),
      ).toBe(1)
      expect(await page.getByText(typed.email).first().isVisible()).toBe(true)
      const link = page.getByRole('link', { name: `Write email to ${typed.email}` })
      expect(await link.getAttribute('href')).toContain(typed.email)
      await page.getByRole('textbox', { name: 'Note' }).fill('Answered on Friday.')
      await button('Save note').click()
      await soon(() => page.getByText('The note was saved.').count()).toBe(1)
      expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Answered on Friday.')
      expect(await page.getByText(typed.email).count()).toBe(0)
      await button('Mark as spam').click()
      await soon(() => page.getByText('The status was changed.').count()).toBe(1)
      await button('Undo').click()
      await button('Mark as spam').waitFor()
      await page.locator('summary', { hasText: 'Delete message' }).click()
      await button('Delete message').click()
      await page.getByText('Select the checkbox to confirm.').first().waitFor()
      await page.getByLabel('Yes, delete this message.').check()
      await button('Delete message').click()
      await soon(() => page.getByText('The message was deleted.').count()).toBe(1)
      await soon(() => page.getByRole('link', { name: subject }).count()).toBe(0)
    })
  },
)

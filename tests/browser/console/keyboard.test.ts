import type { Browser, Page } from 'playwright-core'
import { mkdir } from 'node:fs/promises'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { commandsOf, soon } from '#tests/support/browser/guild.ts'
import { focus, goBy, press, tabTo, typeInto } from '#tests/support/browser/keys.ts'
import { isLong } from '#tests/support/depth.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { anEmail, client, json, snowflake } from '#tests/support/http/client.ts'
import { typed } from '#tests/support/db/contact.ts'
import { cliJson } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Where the recordings lie, to be looked at with the trace viewer of Playwright. */
const RECORDINGS = '.cache/recordings'

const server = inject('servers')[0]!
const { url } = server
let browser: Browser
beforeAll(async () => {
  browser = await launch()
  await mkdir(RECORDINGS, { recursive: true })
})
afterAll(() => browser.close())

const main = (page: Page) => page.getByRole('main').innerText()

test('a day’s work in the console needs no mouse, from sign-in to sign-out', async () => {
  const { page, context, quiet } = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  // A recording takes as long as the work.
  if (isLong)
    await context.tracing.start({ screenshots: true, snapshots: true, title: 'The console by keyboard' })
  const [email, guildId, subject] = [anEmail(), snowflake(), `A question ${ulid()}`]
  const account = ['--email', email, '--name', 'Kay', '--password', 'correct horse', '--role', 'owner']
  await cliJson(server.env, ['users', 'create', ...account])
  await cliJson(server.env, ['guilds', 'add', '--id', guildId, '--name', `Guild ${guildId}`])
  await client(server)('/api/contact-form-submissions', json({ ...typed, subject }))

  await openReady(page, `${url}/login?redirect_to=/admin`)
  await typeInto(page, 'Email', email)
  await typeInto(page, 'Password', 'correct horse')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/admin`)

  await goBy(page, 'write post', /\/admin\/content\/new\?type=post$/)
  const title = `By keyboard ${ulid()}`
  await typeInto(page, 'Title', title)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/content\/post\/[0-9A-Z]{26}$/)
  await pageIsReady(page)
  await press(page, 'Details')
  await typeInto(page, 'Description', 'What can be done in this console without ever touching a mouse.')
  await typeInto(page, 'Text', '## Keys\n\nAll of it works.')
  await soon(() => page.frameLocator('iframe.look').locator('.prose h2').innerText()).toContain('Keys')
  await page.keyboard.press('Control+s')
  await soon(() => main(page)).toContain('Saved.')
  await press(page, 'Publish')
  await soon(() => main(page)).toContain('Published. Readers see it now.')
  const address = (await page.getByRole('link', { name: 'View page' }).getAttribute('href'))!
  expect(await (await fetch(url + address)).text()).toContain('All of it works.')

  await goBy(page, 'redirects', /\/admin\/content\/redirects$/)
  const from = `/keys-${ulid().toLowerCase()}`
  await typeInto(page, 'From', from)
  await typeInto(page, 'To', address)
  await page.keyboard.press('Enter')
  await soon(() => main(page)).toContain(from)
  await press(page, `Delete ${from}`)
  await soon(() => main(page)).toContain(`The redirect from ${from} was deleted.`)
  await press(page, 'Undo')
  await soon(async () => (await fetch(url + from, { redirect: 'manual' })).status).toBe(308)

  await goBy(page, `settings ${guildId}`, new RegExp(`/admin/guilds/${guildId}/settings$`))
  await typeInto(page, 'Time zone', 'Europe/Paris')
  await press(page, 'Save settings')
  await soon(() => main(page)).toContain('saved')

  await goBy(page, `commands ${guildId}`, new RegExp(`/admin/guilds/${guildId}/commands$`))
  await press(page, 'Create your first command')
  await page.waitForURL(/\/commands\/new/)
  await pageIsReady(page)
  await press(page, 'Text response')
  await page.waitForURL(/template=answer/)
  await pageIsReady(page)
  await press(page, 'Create command')
  await page.waitForURL(/\?done=created$/)
  expect(await commandsOf(guildId)).toHaveLength(1)

  await goBy(page, 'inbox', /\/admin\/inbox$/)
  await press(page, new RegExp(`^(?!Select).*${subject}`))
  await page.waitForURL(/\/admin\/inbox\/[0-9A-Z]{26}/)
  await pageIsReady(page)
  await typeInto(page, 'Note', 'Called back.')
  await press(page, 'Save note')
  await page.waitForURL(/done=noted/)

  await goBy(page, 'ask chat', /\/chat/)
  await soon(async () => {
    await tabTo(page, 'Your question')
    return focus(page)
  }).toBe('Your question')
  await page.keyboard.type('How do I back up the database?')
  await page.keyboard.press('Enter')
  await soon(() => main(page)).toContain('DATA_DIR/backups')

  await goBy(page, 'sign out', /\/logout$/, new RegExp(`^${url}/$`))
  expect((await context.cookies()).filter(({ name }) => /session/.test(name))).toEqual([])
  quiet()
  if (isLong) await context.tracing.stop({ path: `${RECORDINGS}/console-keyboard.zip` })
  await context.close()
})

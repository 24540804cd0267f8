import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openMenu } from '#tests/support/browser/editor.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { closeContexts } from '#tests/support/browser/ready.ts'
import { client, json, signInAs, signUp, snowflake } from '#tests/support/http/client.ts'
import { typed } from '#tests/support/db/contact.ts'
import { aJob, storeOf } from '#tests/support/db/jobs.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { cliJson, startServer } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 90_000 })

// A server of its own: runners and integrations of other tests would be notices here.
let server: Server
let stop: () => Promise<unknown>
let browser: Browser
let store: Awaited<ReturnType<typeof storeOf>>
let admin: string
beforeAll(async () => {
  const folder = await dataFolder()
  const env = { DATA_DIR: folder.path, TRUST_PROXY: '1' }
  const started = await startServer(env)
  server = { ...started, name: 'notices', setup: '' }
  stop = () => started.stop().then(folder.remove)
  browser = await launch()
  store = await storeOf(server)
  admin = await signInAs(server, 'admin')
})
afterEach(() => closeContexts(browser))
afterAll(async () => {
  await Promise.all([browser.close(), store.close()])
  await stop()
})

const phone = { viewport: { width: 390, height: 844 } }

async function openAs(cookie: string, path: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = cookie.split('=')
  await opened.context.addCookies([{ name, value, url: server.url }])
  await opened.page.goto(server.url + path)
  return opened
}

/** Somebody who manages a guild in which a job has died. */
async function aManagerOfTrouble() {
  const [guildId, { cookie, user }] = [snowflake(), await signUp(server)]
  await cliJson(server.env, ['guilds', 'add', '--id', guildId, '--name', 'A guild'])
  const given = await client(server)(`/api/guilds/${guildId}/managers/${user.id}`, {
    method: 'PUT',
    headers: { Cookie: admin },
  })
  expect(given.ok).toBe(true)
  await aJob(store, guildId, { state: 'dead', finished_at: new Date().toISOString() })
  return { guildId, cookie, user }
}

const room = (page: Page, more: string) =>
  page.getByRole('banner').getByRole('link', { name: `Notices${more}`, exact: true })

test('the top bar counts new notices, which are seen once their page was open', async () => {
  const { guildId, cookie } = await aManagerOfTrouble()
  const { page, quiet } = await openAs(cookie, '/admin')
  await room(page, ' 1 new').click()
  const main = page.getByRole('main')
  await main.getByText('New', { exact: true }).waitFor()
  await room(page, '').waitFor()
  expect(await main.getByText('New', { exact: true }).count()).toBe(1)
  await page.reload()
  expect(await main.getByText('New', { exact: true }).count()).toBe(0)
  await main.getByRole('link', { name: '1 job of A guild died' }).click()
  await soon(() => page.url()).toBe(`${server.url}/admin/guilds/${guildId}/jobs?state=dead`)
  quiet()
})

test('without a script a button says that they are seen', async () => {
  const { cookie } = await aManagerOfTrouble()
  const { page } = await openAs(cookie, '/admin/notices', { javaScriptEnabled: false, ...phone })
  await room(page, ' 1 new').waitFor()
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await room(page, '').waitFor()
  expect(await page.getByRole('button', { name: 'Mark all as seen' }).count()).toBe(0)
})

test('somebody whom nothing needs is told so', async () => {
  const { guildId, cookie } = await aManagerOfTrouble()
  await store.app.db.deleteFrom('jobs').where('guild_id', '=', guildId).execute()
  const { page, quiet } = await openAs(cookie, '/admin/notices')
  await page.getByText('There is nothing to do.').waitFor()
  quiet()
})

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript an undo restores message, entry and manager',
  async (options) => {
    const sent = await client(server)('/api/contact-form-submissions', json(typed))
    const { submission } = (await sent.json()) as { submission: { id: string } }
    const { page, quiet } = await openAs(admin, `/admin/inbox/${submission.id}`, options)
    const main = page.getByRole('main')
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByRole('button', { name: 'Mark as spam' }).click()
    await undo.click()
    await soon(() => page.getByRole('button', { name: 'Mark as spam' }).count()).toBe(1)

    await page.goto(`${server.url}/admin/content/new?type=page&title=Gone+${Date.now()}`)
    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Gone').waitFor()
    await openMenu(page, 'More actions')
    await page.getByLabel('Yes, delete this entry').check()
    await page.getByRole('button', { name: 'Delete entry' }).click()
    await main.getByText('The entry was deleted.').waitFor()
    await undo.click()
    await main.getByText('The entry was restored as a draft.').waitFor()

    const { guildId, user } = await aManagerOfTrouble()
    await page.goto(`${server.url}/admin/guilds/${guildId}/managers`)
    await page.getByRole('button', { name: 'Remove Ada' }).click()
    await main.getByText('There are no managers yet. Administrators can manage every server.').waitFor()
    await undo.click()
    await page.locator(`a[href="/admin/users/${user.id}"]`).waitFor()
    quiet()
  },
)

test('breadcrumbs link to the pages above, on a phone only to the closest one', async () => {
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const base = `/admin/guilds/${guild_id}`
  const automation = `${base}/automations/01JDEM00000000000000000001`
  const { page, quiet } = await openAs(admin, `${automation}/runs/01JDEM000000000000000R0005`, phone)
  const way = page.getByRole('navigation', { name: 'Breadcrumbs' })
  const leads = () =>
    way.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(await leads()).toEqual([`${automation}/runs`])
  expect(await way.locator('[aria-current="page"]').innerText()).toBe(
    await page.getByRole('heading', { level: 1 }).innerText(),
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await way.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor()
  quiet()
})

test('pages of the console do not jump while they come', async () => {
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const made = await client(server)(
    '/api/cms/post',
    json({ slug: `still-${Date.now()}`, title: 'Still', body: 'One line.\n' }, { Cookie: admin }),
  )
  const { entry } = (await made.json()) as { entry: { id: string } }
  const { page } = await openAs(admin, '/admin')
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    const note = (entry: PerformanceEntry & { value?: number }) => shifts.push(entry.value ?? 0)
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  const pages = [
    ['/admin', 'h1'],
    [`/admin/guilds/${guild_id}`, 'svg'],
    [`/admin/guilds/${guild_id}/commands`, 'h1'],
    ['/admin/notices', 'h1'],
    [`/admin/content/post/${entry.id}`, '.cm-editor'],
  ] as const
  for (const [path, sign] of pages) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await page.locator(sign).first().waitFor()
    const sum = await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame)
      await frame().then(frame)
      return (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0)
    })
    expect(sum, path).toBeLessThan(0.1)
  }
})

test('a form that takes its time shows a line, which goes when it is done', async () => {
  const { cookie } = await aManagerOfTrouble()
  const { page } = await openAs(cookie, '/admin')
  await page.route('**/api/notices/seen', (route) => route.abort())
  await page.goto(`${server.url}/admin/notices`)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin/notices.data*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  const line = page.getByRole('progressbar')
  await line.waitFor({ state: 'attached' })
  await soon(() => line.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  answer()
  await line.waitFor({ state: 'detached' })
  await room(page, '').waitFor()
})

import type { Browser } from 'playwright-core'
import { ulid } from 'ulid'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { anotherEditor, editorAt, openMenu, typeAtEnd } from '#tests/support/browser/editor.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { closeContexts, openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { entryWith } from '#tests/support/db/cms.ts'

vi.setConfig({ testTimeout: 90_000 })

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterEach(() => closeContexts(browser))
afterAll(() => browser.close())

test('without a script, an entry is written, published, deleted and restored', async () => {
  const { page, read } = await editorAt(browser, { javaScriptEnabled: false })
  const main = page.getByRole('main')
  await openReady(page, `${url}/admin/content/new?type=page`)
  await page.getByLabel('Title').fill(`Hours ${ulid()}`)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/admin\/content\/page\/[0-9A-Z]{26}$/)
  const entry = { type: 'page' as const, id: page.url().split('/').at(-1)! }
  await openMenu(page, 'Details')
  await page
    .getByLabel('Description')
    .fill('When the people behind this site answer, and what to do meanwhile.')
  expect((await page.getByText('Text', { exact: true }).boundingBox())?.height).toBeGreaterThan(12)
  expect(await main.getByText('To insert an image').getByRole('link', { name: 'Media' }).count()).toBe(1)
  await page.getByLabel('Text', { exact: true }).fill('# Hours')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Text: 1 error' }).waitFor()
  await page.getByText(/Line 1, column 1: A page has only one/).waitFor()
  await page.getByLabel('Text', { exact: true }).fill('We answer on *working days*.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await soon(() => main.innerText()).toContain('Published. Readers see it now.')
  const { path } = await read(entry)
  expect(await (await fetch(url + path)).text()).toContain('We answer on <em>working days</em>.')
  await openMenu(page, 'More actions')
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await soon(() => main.innerText()).toContain('The entry is a draft again.')
  expect((await fetch(url + path)).status).toBe(404)
  await openMenu(page, 'More actions')
  await page.getByRole('button', { name: 'Delete entry' }).click()
  await soon(() => page.getByLabel('Yes, delete this entry').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Yes, delete this entry').check()
  await page.getByRole('button', { name: 'Delete entry' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => main.innerText()).toContain('The entry was restored as a draft.')
})

test('ticked entries are published and deleted together, and had back with one press', async () => {
  const { page, make, quiet } = await editorAt(browser)
  const title = `Together ${ulid()}`
  const made = [await make('page', { title }), await make('post', { title })]
  const main = page.getByRole('main')
  const withAll = async (act: string) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await soon(() => main.innerText()).toContain('2 selected')
    await page.getByRole('button', { name: act, exact: true }).click()
  }
  await openReady(page, `${url}/admin/content?q=${title}`)
  await withAll('Publish')
  await soon(() => main.innerText()).toContain('2 entries were published.')
  for (const { path } of made) expect((await fetch(url + path)).status).toBe(200)
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => main.innerText()).toContain('2 entries were restored.')
  for (const { path } of made) expect((await fetch(url + path)).status).toBe(404)
  await withAll('Delete')
  await soon(() => main.innerText()).toContain('2 entries were deleted.')
  for (const { path } of made) expect((await fetch(url + path)).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => main.innerText()).toContain('2 entries were restored.')
  await soon(() => page.getByRole('checkbox').count()).toBe(3)
  quiet()
})

test('an earlier version is looked at, compared and restored', async () => {
  const { page, ask, read, quiet } = await editorAt(browser)
  const first = entryWith('page', { body: 'The first text.\n' })
  const entry = (await ask('POST', '/api/cms/page', first)).entry
  await ask('PUT', `/api/cms/page/${entry.id}`, { ...first, body: 'The second text.\n' }, 1)
  await openReady(page, `${url}/admin/content/page/${entry.id}`)
  await openMenu(page, 'Details')
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('link', { name: 'Version 1' }).click()
  await soon(() => page.locator('del').innerText()).toContain('The first text.')
  await soon(() => page.locator('ins').innerText()).toContain('The second text.')
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('The earlier version was restored.')
  expect(await read(entry)).toMatchObject({ version: 3, body: 'The first text.\n' })
  quiet()
})

test('whoever edits is offered to edit a public page, until they sign out', async () => {
  const { page, make, publish, quiet } = await editorAt(browser, {}, anotherEditor())
  const { path, id } = await publish(await make('page'))
  const offer = page.getByRole('link', { name: 'Edit this page' })
  await page.goto(url + path)
  expect(await offer.count()).toBe(0)
  await openReady(page, `${url}/admin/content`)
  await soon(() => page.evaluate(() => localStorage.getItem('account'))).toContain('"edits":true')
  await page.goto(url + path)
  await offer.click()
  await page.waitForURL(`**/admin/content/page/${id}`)
  await pageIsReady(page)
  await openMenu(page, 'Account menu')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/`)
  await page.goto(url + path)
  expect(await offer.count()).toBe(0)
  quiet()
})

test.each([true, false])(
  'with scripts %s, redirects are made, found, deleted and had again',
  async (javaScriptEnabled) => {
    const { page } = await editorAt(browser, { javaScriptEnabled })
    const main = page.getByRole('main')
    const from = `/was-${ulid().toLowerCase()}`
    await openReady(page, `${url}/admin/content/redirects`)
    await page.getByLabel('From', { exact: true }).fill(from)
    await page.getByLabel('To', { exact: true }).fill('/docs')
    await page.getByRole('button', { name: 'Create redirect' }).click()
    await soon(async () => (await fetch(url + from, { redirect: 'manual' })).headers.get('Location')).toBe(
      '/docs',
    )
    await page.getByLabel('Part of a URL').fill(from)
    await page.getByLabel('Part of a URL').press('Enter')
    await soon(() => main.innerText()).toContain('1 redirect')
    await page.getByRole('button', { name: `Delete ${from}` }).click()
    await soon(() => main.innerText()).toContain(`The redirect from ${from} was deleted.`)
    expect((await fetch(url + from, { redirect: 'manual' })).status).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(async () => (await fetch(url + from, { redirect: 'manual' })).status).toBe(308)
    await openReady(page, `${url}/admin/content/redirects?q=${ulid()}`)
    await soon(() => main.innerText()).toContain('No redirects match.')
  },
)

test('an image that is not inserted yet is described and inserted before publishing', async () => {
  const { page, make, write, read, quiet } = await editorAt(browser)
  const entry = await make('post')
  await write(entry)
  await page.setViewportSize({ width: 390, height: 844 })
  await typeAtEnd(page, '\nLast.\n\n')
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')
  const files = ['a', 'b'].map((name) => ({ name: `${name}.svg`, mimeType: 'image/svg+xml', buffer }))
  await page.locator('input[type="file"]').setInputFiles(files)
  const alt = page.getByLabel('What does a.svg show?')
  await alt.waitFor()
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  // The prompt is hidden in the preview, so the message needs the text.
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await publish.click()
  await page.getByRole('alert').getByText('Describe the image').waitFor()
  await soon(() => alt.evaluate((field) => field === document.activeElement)).toBe(true)
  await alt.fill('A hut')
  await publish.click()
  await page.getByLabel('What does b.svg show?').fill('A lake')
  expect(await read(entry)).toMatchObject({ status: 'draft' })
  await publish.click()
  await page.getByText('Published. Readers see it now.').waitFor()
  expect(await read(entry)).toMatchObject({
    status: 'published',
    body: expect.stringMatching(/Last\.\n\n!\[A hut\]\(\/media\/.+\)\n\n!\[A lake\]\(\/media\/.+\)\n/),
  })
  quiet()
})

test('the title of a new entry has the focus after a full load', async () => {
  const { page, quiet } = await editorAt(browser)
  await openReady(page, `${url}/admin/content/new?type=post`)
  await soon(() => page.getByLabel('Title').evaluate((field) => field === document.activeElement)).toBe(true)
  quiet()
})

import type { Browser, Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { answer, askModel, chatSite, field, said } from '#tests/browser/chat/chat-site.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { chunkOf, done, hangsAfter, inTwo, lastChunk, says } from '#tests/mocks/fake-model.ts'

vi.setConfig({ testTimeout: 90_000 })

let browser: Browser
let site: Awaited<ReturnType<typeof chatSite>>
beforeAll(async () => {
  browser = await launch()
  site = await chatSite(browser)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const hasFocus = (page: Page) => field(page).evaluate((area) => area === document.activeElement)

test('the keyboard alone can ask twice, move between questions and return to the field', async () => {
  const { page, quiet } = await site.atChat()
  await field(page).focus()
  await page.keyboard.type('How do I back')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('up the database?')
  expect(await field(page).inputValue()).toBe('How do I back\nup the database?')
  await page.keyboard.press('Enter')
  await soon(() => answer(page)).toContain('DATA_DIR/backups')
  expect(new URL(page.url()).pathname).toMatch(/^\/chat\/\w{26}$/)
  await soon(() => hasFocus(page)).toBe(true)
  await soon(() => said(page)).toMatch(/^.*The answer is complete\. Backups/)
  await page.keyboard.type('And on SQLite?')
  await page.keyboard.press('Enter')
  await soon(() => page.locator('.answer').count()).toBe(2)
  await soon(async () => [await field(page).inputValue(), await hasFocus(page)]).toEqual(['', true])
  await page.keyboard.press('ArrowUp')
  expect(await field(page).inputValue()).toBe('And on SQLite?')
  const turn = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.slice(0, 40))
  await page.keyboard.press('Alt+ArrowUp')
  expect(await turn()).toContain('And on SQLite?')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await turn()).toContain('How do I back')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  expect(await hasFocus(page)).toBe(true)
  quiet()
})

test('a citation leads to the heading that it names', async () => {
  const { page } = await site.atChat()
  await page.getByRole('button', { name: 'How do I create an API key?' }).click()
  await soon(() => page.locator('.answer').count()).toBe(1)
  const mark = page.locator('.answer').getByRole('link', { name: '[1]' })
  const { hash } = new URL((await page.locator('.answer a[href*="#"]').first().getAttribute('href'))!)
  await soon(() => mark.getAttribute('title')).toBeTruthy()
  await page.locator('.answer a[href*="#"]').first().click()
  await page.waitForURL((url) => url.hash === hash)
  expect(await page.locator(`[id="${hash.slice(1)}"]`).count()).toBe(1)
})

test('an answer grows, continues after a reload, and is announced when complete', async () => {
  const { page, quiet } = await site.atChat()
  const { answer: inTwoParts, goOn } = inTwo(
    [chunkOf('The first '), chunkOf('half [1]')],
    [chunkOf(' and the second.'), lastChunk, done],
  )
  site.model.answers(inTwoParts)
  await askModel(page, 'How do I back up the database?')
  await soon(() => answer(page)).toBe('The first half [1]')
  expect(await page.getByRole('main').innerText()).toContain('Writing …')
  expect(await page.locator('[aria-live]').count()).toBe(0)
  await page.reload()
  expect(await answer(page)).toBe('The first half [1]')
  await soon(() => said(page)).toContain('The answer is in progress.')
  goOn()
  await soon(() => answer(page)).toBe('The first half [1] and the second.')
  await soon(() => said(page)).toContain('The answer is complete. The first half [1] and the second.')
  expect(await page.getByLabel('Model').inputValue()).toBe('fake')
  expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
  quiet()
})

test('a stream that is cut is taken up where it was, and nothing is there twice', async () => {
  const { page } = await site.atChat()
  const { answer: inTwoParts, goOn } = inTwo([chunkOf('One')], [chunkOf(' two'), lastChunk, done])
  site.model.answers(inTwoParts)
  let streams = 0
  await page.route('**/api/chat/messages/*/stream', async (route) => {
    if (++streams > 1) return route.continue()
    await route.abort('connectionreset')
    goOn()
  })
  await askModel(page, 'x')
  await soon(() => answer(page)).toBe('One two')
  expect(streams).toBe(2)
})

test('Escape stops an answer, what was written stays, and it can be tried again', async () => {
  const { page, quiet } = await site.atChat()
  site.model.answers(hangsAfter(chunkOf('Half')))
  await askModel(page, 'x')
  await soon(() => answer(page)).toBe('Half')
  await field(page).fill('not yet')
  await page.keyboard.press('Enter')
  expect(await field(page).inputValue()).toBe('not yet')
  await page.keyboard.press('Escape')
  await soon(() => page.getByRole('main').innerText()).toContain('You stopped this answer.')
  expect(await answer(page)).toBe('Half')
  await soon(() => said(page)).toContain('The answer was stopped.')
  site.model.answers(says('Whole.'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await soon(() => answer(page)).toBe('Whole.')
  expect(await page.locator('.answer').count()).toBe(1)
  quiet()
})

test('what a model writes is shown as text, and leads nowhere that it should not', async () => {
  const { page, quiet } = await site.atChat()
  site.model.answers(
    says(
      '# Big\n\n<script>alert(1)</script>\n\nText <b>x</b> ![pixel](https://elsewhere.example/p.png) [bad](javascript:alert(1)) [other](//elsewhere.example) [good](/docs)',
    ),
  )
  await askModel(page, 'x')
  await soon(() => answer(page)).toContain('good')
  expect(await answer(page)).toContain('<script>alert(1)</script>')
  const within = page.locator('.answer')
  expect(await within.locator('script, b, img, h1').count()).toBe(0)
  expect(
    await within.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['/docs'])
  quiet()
})

test('what failed is said, with the way to try again', async () => {
  const { page } = await site.atChat()
  site.model.answers((response) => void response.writeHead(500).end())
  await askModel(page, 'x')
  await soon(() => page.getByRole('main').innerText()).toContain('The model could not answer.')
  await soon(() => said(page)).toContain('The answer failed.')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1)
})

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled scripts, on a phone: ask, rename, export, copy, delete',
  async (options) => {
    const { page, quiet, context } = await site.atChat({ ...options, viewport: { width: 390, height: 800 } })
    if (options.javaScriptEnabled) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await field(page).fill('How do I back up the database?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await soon(() => page.getByRole('main').innerText()).toContain('DATA_DIR/backups')
    expect(await page.locator('.answer').count()).toBe(1)
    if (options.javaScriptEnabled) {
      await page.getByRole('button', { name: 'Copy' }).click()
      await soon(() => page.evaluate(() => navigator.clipboard.readText())).toContain('`DATA_DIR/backups`')
      // The style sheet hides it, and can arrive after the text.
    } else await soon(() => page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    await page.getByText('Rename, export or delete').click()
    await page.getByLabel('Title').fill('Back-ups')
    await page.getByRole('button', { name: 'Rename' }).click()
    await soon(() => page.locator('h1').innerText()).toBe('Back-ups')
    await page.getByText('Rename, export or delete').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as Markdown' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^# Back-ups\n\n## Question/)
    await page.locator('summary', { hasText: 'Conversations' }).click()
    expect(await page.getByRole('navigation', { name: 'Conversations' }).innerText()).toContain('Back-ups')
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await soon(() => page.getByLabel('Yes, delete this conversation.').getAttribute('aria-invalid')).toBe(
      'true',
    )
    await page.getByLabel('Yes, delete this conversation.').check()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await page.waitForURL(`${site.server.url}/chat`)
    await soon(() => page.getByRole('main').innerText()).not.toContain('Back-ups')
    quiet()
  },
)

test('without scripts an answer that takes long says so, and is there after a reload', async () => {
  const { page } = await site.atChat({ javaScriptEnabled: false })
  const { answer: inTwoParts, goOn } = inTwo([chunkOf('One')], [chunkOf(' two'), lastChunk, done])
  site.model.answers(inTwoParts)
  await page.getByLabel('Model').selectOption('fake')
  await field(page).fill('x')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('Reload the page')
  goOn()
  await soon(async () => {
    await page.reload()
    return answer(page)
  }).toBe('One two')
})

import type { Browser } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { answer, askModel, chatSite, field, said } from '#tests/browser/chat-site.ts'
import { soon } from '#tests/browser/guild.ts'
import { chunkOf, done, inTwo, lastChunk, says } from '#tests/mocks/fake-model.ts'

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
  'with $javaScriptEnabled scripts, on a phone: asked, renamed, exported, copied, deleted',
  async (options) => {
    const { page, quiet, context } = await site.atChat({ ...options, viewport: { width: 390, height: 800 } })
    if (options.javaScriptEnabled) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await field(page).fill('How do I back up the database?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await soon(() => page.locator('.answer').count()).toBe(1)
    expect(await answer(page)).toContain('pg_dump')
    if (options.javaScriptEnabled) {
      await page.getByRole('button', { name: 'Copy' }).click()
      await soon(() => page.evaluate(() => navigator.clipboard.readText())).toContain('`pg_dump`')
    } else expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
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
    await page.getByRole('button', { name: 'Delete the conversation' }).click()
    await soon(() => page.getByLabel('Yes, delete it for good.').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Yes, delete it for good.').check()
    await page.getByRole('button', { name: 'Delete the conversation' }).click()
    await page.waitForURL(`${site.server.url}/chat`)
    await soon(() => page.getByRole('main').innerText()).not.toContain('Back-ups')
    quiet()
  },
)

test('without scripts an answer that takes long says so, and is there after a reload', async () => {
  const { page } = await site.atChat({ javaScriptEnabled: false })
  const { answer: inTwoParts, goOn } = inTwo([chunkOf('One')], [chunkOf(' two'), lastChunk, done])
  site.model.answers(inTwoParts)
  await page.getByLabel('Answered by').selectOption('fake')
  await field(page).fill('x')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('Load the page again')
  goOn()
  await soon(async () => {
    await page.reload()
    return answer(page)
  }).toBe('One two')
})

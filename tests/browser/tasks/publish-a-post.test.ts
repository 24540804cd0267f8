import type { Browser } from 'playwright-core'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { editorAt, openMenu, textField } from '#tests/support/browser/editor.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'

vi.setConfig({ testTimeout: 90_000 })

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterAll(() => browser.close())

const image = {
  name: 'hut.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30"><path d="M4 26 20 4l16 22z" fill="#ffcb05"/></svg>',
  ),
}

test('publishing a post with an image takes four clicks, no scrolling and no error', async () => {
  const { page, quiet } = await editorAt(browser, { viewport: { width: 1280, height: 900 } })
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string) => {
    clicks++
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  await openReady(page, `${url}/admin`)
  await click('link', 'Content')
  await page.waitForURL(`${url}/admin/content`)
  await click('link', 'New post')
  await page.waitForURL(/new\?type=post$/)
  const title = `The second hut ${ulid()}`
  await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('title')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/content\/post\/[0-9A-Z]{26}$/)
  await pageIsReady(page)
  // The text has the focus, at the top of the window.
  await soon(() => textField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  expect((await textField(page).boundingBox())!.y).toBeLessThanOrEqual(120)
  await page.keyboard.type('We reached the second hut before the rain. The stove was still warm.\n\n')
  const chosen = page.waitForEvent('filechooser')
  await click('button', 'Image')
  await (await chosen).setFiles(image)
  await page.getByLabel('What does hut.svg show?').waitFor()
  await page.keyboard.type('The hut in the rain')
  await page.keyboard.press('Enter')
  await soon(() => textField(page).innerText()).toContain('![The hut in the rain](/media/')
  await click('button', 'Publish')
  await page.getByText('Published. Readers see it now.').waitFor()
  expect(clicks).toBeLessThanOrEqual(4)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)

  await openMenu(page, 'Details')
  const path = (await page.getByRole('link', { name: 'View page' }).getAttribute('href'))!
  const html = await (await fetch(url + path)).text()
  expect(html).toContain(title)
  expect(html).toContain('alt="The hut in the rain"')
  expect(html).toContain('<meta name="description" content="We reached the second hut before the rain."/>')
  quiet()
})

test('a preview link is created in the editor and shows the typed text', async () => {
  const { page, make, write, quiet } = await editorAt(browser, { viewport: { width: 1280, height: 900 } })
  await write(await make('post'))
  await textField(page).click()
  await page.keyboard.type('Only in the preview. ')
  await openMenu(page, 'Preview link')
  await page.getByLabel('Expires after').selectOption('7 days')
  await page.getByRole('button', { name: 'Create preview link' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Copy the preview link' }).waitFor()
  expect(page.url()).toMatch(/\/admin\/content\/post\//)
  expect(await (await fetch(link)).text()).toContain('Only in the preview.')
  // The page stayed, so the cursor is where it was.
  await textField(page).focus()
  await page.keyboard.type('Next. ')
  expect(await textField(page).innerText()).toContain('Only in the preview. Next. ')
  quiet()
})

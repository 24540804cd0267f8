import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { aDrawing, aPicture, editorOf } from '#tests/support/db/media.ts'

vi.setConfig({ testTimeout: 90_000 })

const server = inject('servers')[0]!
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

async function openMedia(options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = (await editorOf(server)).split('=')
  await opened.context.addCookies([{ name, value, url: server.url }])
  await openReady(opened.page, `${server.url}/admin/media`)
  // An empty library shows the form at once.
  const form = opened.page.locator('form[enctype="multipart/form-data"]')
  if (!(await form.isVisible())) await opened.page.locator('summary', { hasText: 'Upload image' }).click()
  return opened
}

let count = 0
const fresh = () =>
  aPicture({ width: 1100 + ++count, height: 500 })
    .png()
    .toBuffer()
const field = (page: Page) => page.getByLabel('Description', { exact: true })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

type Given = { name: string; type: string; bytes: Buffer }

/** What a browser gets when files are dropped or pasted. */
const carried = (page: Page, files: Given[]) =>
  page.evaluateHandle(
    (list) => {
      const data = new DataTransfer()
      for (const { name, type, text } of list) {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      return data
    },
    files.map(({ name, type, bytes }) => ({ name, type, text: bytes.toString('base64') })),
  )

test('dropped images are uploaded one after the other, each with what it shows', async () => {
  const { page, quiet } = await openMedia()
  const png = (name: string, bytes: Buffer) => ({ name, type: 'image/png', bytes })
  const files = [png('first-drop.png', await fresh()), png('second-drop.png', await fresh())]
  const dataTransfer = await carried(page, files)
  const zone = page.locator('form[enctype="multipart/form-data"]')
  await soon(() => zone.innerText()).toContain('Drop it here')
  await zone.dispatchEvent('drop', { dataTransfer })
  await soon(() => page.getByText('1 more after this one.').isVisible()).toBe(true)
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await field(page).fill('The first')
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('status').filter({ hasText: 'first-drop.png was uploaded.' }).count()).toBe(
    1,
  )
  await soon(() => card(page, 'first-drop.png').innerText()).toContain('The first')
  expect(await field(page).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await soon(() => card(page, 'second-drop.png').innerText()).toContain('No description yet')
  const picture = card(page, 'first-drop.png').locator('img')
  await picture.scrollIntoViewIfNeeded()
  await soon(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(320)
  quiet()
})

test('a pasted image is accepted, and a refused one says why and keeps the text', async () => {
  const { page, quiet } = await openMedia()
  await soon(() => page.getByText('paste it anywhere').isVisible()).toBe(true)
  const paste = async (file: Given) => {
    const clipboardData = await carried(page, [file])
    await page.evaluate((data) => {
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, clipboardData)
  }
  await paste({ name: 'evil.svg', type: 'image/svg+xml', bytes: aDrawing('<script>alert(1)</script>') })
  await field(page).fill('A drawing')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const alert = page.getByRole('alert')
  await soon(() => alert.innerText()).toContain('<script> is not allowed')
  await soon(() => alert.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await field(page).inputValue()).toBe('A drawing')
  await paste({ name: 'good.svg', type: 'image/svg+xml', bytes: aDrawing('<circle r="9"/>') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await soon(() => card(page, 'good.svg').innerText()).toContain('A drawing')
  quiet()
})

test('the Markdown of an image can be copied', async () => {
  const { page, context, quiet } = await openMedia({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'copied.png', mimeType: 'image/png', buffer: await fresh() })
  await field(page).fill('To be copied')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const copy = card(page, 'copied.png').getByRole('button', { name: 'Copy Markdown of copied.png' })
  await copy.click()
  await soon(() => card(page, 'copied.png').getByRole('status').innerText()).toBe('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^!\[To be copied\]\(\/media\/[0-9a-f]{32}-\d+x500\.png\)$/,
  )
  await context.close()
  quiet()
})

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'with $javaScriptEnabled JavaScript an image is uploaded, described and deleted',
  async (options) => {
    const { page, quiet } = await openMedia(options)
    const name = `room-${options.javaScriptEnabled}.png`
    await page
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name, mimeType: 'image/png', buffer: await fresh() })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    if (options.javaScriptEnabled) await page.getByRole('link', { name: 'Use the image' }).click()
    await page.waitForURL(/\/admin\/media\/\w+/)
    await page.getByLabel('Describe the image in one sentence').fill('Orange on blue')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/done=changed$/)
    await soon(() => page.getByText(/!\[Orange on blue\]/).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Delete image', exact: true }).click()
    const box = page.getByRole('checkbox', { name: 'Delete image' })
    await soon(() => box.getAttribute('aria-invalid')).toBe('true')
    await box.check()
    await page.getByRole('button', { name: 'Delete image', exact: true }).click()
    await page.waitForURL(/\/admin\/media\?done=deleted$/)
    await soon(() => page.getByText('The image was deleted.').isVisible()).toBe(true)
    expect(await card(page, name).count()).toBe(0)
    quiet()
  },
)

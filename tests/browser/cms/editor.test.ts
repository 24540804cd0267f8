import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import {
  anotherEditor,
  editorAt,
  openMenu,
  preview,
  textField,
  typeAtEnd,
} from '#tests/support/browser/editor.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { closeContexts } from '#tests/support/browser/ready.ts'

vi.setConfig({ testTimeout: 90_000 })

const { url } = inject('servers')[0]!
let browser: Browser
beforeAll(async () => void (browser = await launch()))
afterEach(() => closeContexts(browser))
afterAll(() => browser.close())

test('the preview matches the page, and invalid text is marked and explained', async () => {
  const { page, make, write, quiet } = await editorAt(browser)
  await write(await make('page', { body: 'First.\n' }))
  await soon(() => preview(page).innerText()).toBe('First.')
  await typeAtEnd(page, '\n## Second part\n\n`code`')
  await soon(() => preview(page).locator('h2').innerText()).toContain('Second part')
  expect(await preview(page).locator('code').innerText()).toBe('code')
  const issues = page.locator('.entry-issues li')
  await typeAtEnd(page, ' [x](/nothing-here)')
  await soon(() => issues.allInnerTexts()).toEqual(['Warning: There is no published page at /nothing-here.'])
  await page.getByLabel('Title').fill('Another title')
  await soon(() => page.frameLocator('iframe.look').locator('h1').innerText()).toBe('Another title')
  await typeAtEnd(page, '\n\n{process.exit()}')
  await soon(() => page.getByRole('status').allInnerTexts()).toContainEqual(
    expect.stringMatching(/^Line \d+, column \d+: /),
  )
  await soon(() => page.locator('.cm-lint-marker-error').count()).toBe(1)
  await page
    .frameLocator('iframe.look')
    .getByText('The preview cannot show your latest changes. Fix the errors in the text.', { exact: true })
    .waitFor()
  expect(await preview(page).locator('code').innerText()).toBe('code')
  await textField(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'ж'.repeat(410_000))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
  })
  const tooLong = /Use at most 200,000 characters\. The text has 410,\d{3}\.$/
  await soon(() => issues.allInnerTexts()).toEqual([expect.stringMatching(tooLong)])
  await page.getByRole('status').filter({ hasText: 'Not autosaved: text too long' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Text: 1 error', exact: true }).waitFor()
  expect(await page.getByText(tooLong).count()).toBe(1)
  await page.keyboard.press('Control+z')
  await soon(() => issues.allInnerTexts()).toEqual([expect.stringMatching(/^Line \d+, column \d+: /)])
  expect(await page.getByText(tooLong).count()).toBe(0)
  quiet()
})

test('unsaved text is restored after the window was closed, and can be discarded', async () => {
  const { page, make, write, read, context, quiet } = await editorAt(browser)
  const entry = await make('page')
  await write(entry)
  await typeAtEnd(page, 'Never saved.')
  await soon(() => page.getByRole('status').allInnerTexts()).toContainEqual(
    expect.stringMatching(/^Autosaved \d\d:\d\d$/),
  )
  await page.close()
  const next = await context.newPage()
  await next.goto(`${url}/admin/content/page/${entry.id}`)
  await soon(() => textField(next).innerText()).toContain('Never saved.')
  expect(await next.getByRole('status').allInnerTexts()).toContainEqual(
    expect.stringMatching(/^Autosaved \d\d:\d\d$/),
  )
  expect((await read(entry)).version).toBe(1)
  await openMenu(next, 'More actions')
  await next.getByLabel('Yes, discard this text').check()
  await next.getByRole('button', { name: 'Discard autosaved text' }).click()
  await soon(() => textField(next).innerText()).not.toContain('Never saved.')
  quiet()
})

test('a discard is confirmed, shows the saved version, and nothing is autosaved', async () => {
  const { page, make, write, read } = await editorAt(browser)
  const entry = await make('post', { title: 'Saved title', body: 'Saved text.\n' })
  await write(entry)
  const autosaved = () => page.getByText(/^Autosaved \d\d:\d\d$/).count()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.getByLabel('Title').fill('Discarded title')
  await typeAtEnd(page, 'Discarded text.')
  await soon(autosaved).toBeGreaterThan(0)
  await openMenu(page, 'More actions')
  const discard = page.getByRole('button', { name: 'Discard autosaved text' })
  await discard.click()
  await page.getByText('Select the checkbox to confirm.').first().waitFor()
  expect(await textField(page).innerText()).toContain('Discarded text.')
  await page.getByLabel('Yes, discard this text').check()
  await discard.click()
  await page.getByText('Your autosaved text was discarded.').waitFor()
  await soon(async () => (await textField(page).innerText()).trim()).toBe('Saved text.')
  expect(await page.getByLabel('Title').inputValue()).toBe('Saved title')
  expect(await autosaved()).toBe(0)
  await soon(() => preview(page).innerText()).toBe('Saved text.')
  sent.length = 0
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect(sent).toEqual([])
  expect(await read(entry)).toMatchObject({ version: 1, body: 'Saved text.\n' })
})

test('a network failure while saving loses nothing, and saving works once it is back', async () => {
  const { page, make, write, read, context } = await editorAt(browser)
  const entry = await make('page')
  await write(entry)
  await context.setOffline(true)
  await typeAtEnd(page, 'Written in a tunnel.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => page.getByRole('alert').innerText()).toContain('could not be reached')
  expect(await textField(page).innerText()).toContain('Written in a tunnel.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('Saved.')
  expect((await read(entry)).body).toContain('Written in a tunnel.')
})

test('text typed while signed out is kept, and can be saved after signing in', async () => {
  const { page, make, write, read, context, quiet } = await editorAt(browser)
  const entry = await make('page')
  await write(entry)
  const cookies = await context.cookies()
  await context.clearCookies()
  await typeAtEnd(page, 'Written overnight.')
  await page.keyboard.press('Control+s')
  await soon(() => page.getByRole('alert').innerText()).toContain('Sign in from another window')
  const signIn = page.getByRole('alert').getByRole('link', { name: 'Open the sign-in page in a new tab' })
  expect(await signIn.getAttribute('href')).toBe('/login')
  expect(await textField(page).innerText()).toContain('Written overnight.')
  await context.addCookies(cookies)
  await page.keyboard.press('Control+s')
  await soon(() => page.getByRole('main').innerText()).toContain('Saved.')
  expect((await read(entry)).body).toContain('Written overnight.')
  quiet()
})

test('who saves second is shown both texts, and decides', async () => {
  const mine = await editorAt(browser)
  const theirs = await editorAt(browser, {}, anotherEditor())
  const entry = await mine.make('page', { body: 'The beginning.\n' })
  const { page } = mine
  await mine.write(entry)
  await theirs.write(entry)
  await typeAtEnd(theirs.page, 'Their sentence.')
  await theirs.page.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => theirs.page.getByRole('main').innerText()).toContain('Saved.')
  await typeAtEnd(page, 'My sentence.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => page.getByRole('alert').innerText()).toContain(
    'A newer version was saved after you opened this entry',
  )
  expect(await textField(page).innerText()).toContain('My sentence.')
  await page.getByText('Show differences').click()
  expect(await page.locator('del').allInnerTexts()).toEqual([expect.stringContaining('Their sentence.')])
  expect(await page.locator('ins').allInnerTexts()).toEqual([expect.stringContaining('My sentence.')])
  await page.getByText('Show the newer version').click()
  expect(await page.getByLabel('Newer version', { exact: true }).inputValue()).toContain('Their sentence.')
  await page.getByRole('button', { name: 'Overwrite with my version' }).click()
  await soon(() => page.getByRole('main').innerText()).toContain('Saved.')
  expect((await mine.read(entry)).body).toContain('My sentence.')
  await typeAtEnd(theirs.page, ' And more.')
  await theirs.page.getByRole('button', { name: 'Save', exact: true }).click()
  await theirs.page.getByRole('button', { name: 'Discard my changes' }).click()
  await soon(() => textField(theirs.page).innerText()).toContain('My sentence.')
  expect(await mine.read(entry)).toMatchObject({ version: 3 })
  mine.quiet()
})

test('components are completed behind a bracket, and addresses of pages in a link', async () => {
  const { page, make, write, quiet } = await editorAt(browser)
  await write(await make('page', { body: 'x\n' }))
  await typeAtEnd(page, '<Call')
  const choices = page.locator('.cm-tooltip-autocomplete')
  await soon(() => choices.innerText()).toContain('<Callout')
  // The list takes a choice once it has been there for a moment, so that no key is caught that was meant for the text.
  await soon(async () => {
    await page.keyboard.press('Enter')
    const text = await textField(page).innerText()
    if (text.includes('</Callout>')) return text
    // The key went into the text: take it back, and have the list come again.
    for (const key of ['Control+z', 'Backspace', 'l']) await page.keyboard.press(key)
    await choices.waitFor()
    return text
  }).toContain('</Callout>')
  await page.keyboard.press('Escape')
  await typeAtEnd(page, '\n[See](/docs/guild-set')
  await soon(() => choices.innerText()).toContain('/docs/guild-settings')
  quiet()
})

test('a dropped image asks for its alternative text and is inserted at the cursor', async () => {
  const { page, make, write, quiet } = await editorAt(browser)
  await write(await make('page', { body: 'Before.\n' }))
  await textField(page).click()
  await page.keyboard.press('Control+End')
  const dataTransfer = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')!.fillRect(0, 0, 20, 20)
    const data = new DataTransfer()
    data.items.add(new File([await canvas.convertToBlob()], 'square.png', { type: 'image/png' }))
    return data
  })
  await textField(page).dispatchEvent('drop', { dataTransfer })
  const alt = page.getByLabel('What does square.png show?')
  await soon(() => alt.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('alert').innerText()).toContain('Describe the image')
  await alt.fill('A black square')
  await page.keyboard.press('Enter')
  await soon(() => textField(page).innerText()).toMatch(/!\[A black square\]\(\/media\//)
  await soon(() => preview(page).getByRole('img', { name: 'A black square' }).count()).toBe(1)
  quiet()
})

test('scheduling and unpublishing use the text that was just typed', async () => {
  const { page, make, write, publish, read, quiet } = await editorAt(browser)
  const entry = await make('post', { body: 'Older text.\n' })
  await write(entry)
  await typeAtEnd(page, 'Newer text.')
  await openMenu(page, 'More actions')
  await page.getByLabel('Date and time (UTC)').fill('2099-01-01T10:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByRole('status').getByText('Scheduled for 1 Jan 2099, 10:00 UTC.').waitFor()
  expect(await page.getByText('1 Jan 2099').filter({ visible: true }).count()).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  const back = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Content' })
  expect((await back.boundingBox())?.width).toBeGreaterThan(40)
  await page.setViewportSize({ width: 1280, height: 720 })
  const scheduled = await read(entry)
  expect(scheduled).toMatchObject({ status: 'scheduled', body: expect.stringContaining('Newer text.') })
  await publish(scheduled)
  await write(entry)
  await typeAtEnd(page, 'Newest text.')
  await openMenu(page, 'More actions')
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page.getByText('Unpublished. The entry is a draft again.').waitFor()
  expect(await textField(page).textContent()).toContain('Newest text.')
  expect((await read(entry)).body).not.toContain('Newest text.')
  // The draft is from an older version, but only the status has changed since.
  expect(await page.getByText('is based on version').count()).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  expect((await read(entry)).body).toContain('Newest text.')
  quiet()
})

test('a time that has passed is refused at its field, with the text saved', async () => {
  const { page, make, write, read, quiet } = await editorAt(browser)
  const entry = await make('post')
  await write(entry)
  await typeAtEnd(page, 'Kept text.')
  await openMenu(page, 'More actions')
  await page.getByLabel('Date and time (UTC)').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText('This time has passed. Choose a later time.').first().waitFor()
  expect(
    await page.getByLabel('Date and time (UTC)').evaluate((field) => field === document.activeElement),
  ).toBe(true)
  expect((await read(entry)).body).toContain('Kept text.')
  await page.getByLabel('Date and time (UTC)').fill('2099-01-01T10:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByRole('status').getByText('Scheduled for 1 Jan 2099, 10:00 UTC.').waitFor()
  quiet()
})

test('a refusal links to its field, also in the closed drawer, until it is edited', async () => {
  const { page, make, write } = await editorAt(browser)
  await write(await make('post', { description: 'Short.' }))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const alert = page.getByRole('alert')
  const link = alert.getByRole('link', { name: 'Description: Use 40 to 200 characters.' })
  await link.waitFor()
  await page.getByRole('button', { name: 'Close details' }).click()
  await link.click()
  const field = page.getByLabel('Description')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type(' And more.')
  await alert.waitFor({ state: 'detached' })
})

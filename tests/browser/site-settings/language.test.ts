import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { englishMessages, messageIds } from '#app/site/messages/messages.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/http/server.ts'

const files = {
  'site.yaml': 'name: Hafenrunde\nlanguage: de\nhome: posts\ntagline: Spiele am Hafen.\n',
  'blog/anfang.mdx':
    '---\ntitle: Der Anfang\ndescription: Wie am Hafen alles begann und warum wir noch immer spielen.\npublished: 2026-11-01\nupdated: 2026-11-02\nauthor: Ada\ntags: [spiele]\n---\n\n<Callout type="tip">\n  Komm vorbei.\n</Callout>\n\n- [x] Raum buchen\n\n| Tag | Zeit |\n| --- | --- |\n| Montag | 19 |\n\n```sh\necho hallo\n```\n\n## Eins\n\nText.\n\n## Zwei\n\nText.\n\n## Drei\n\nText.\n',
  'docs/regeln.mdx':
    '---\ntitle: Regeln\ndescription: Was am Hafen gilt, wenn wir uns zum Spielen treffen.\nsection: Site\norder: 1\nupdated: 2026-11-01\n---\n\n## Spielregeln\n\nFair bleiben.\n\n## Termine\n\nMontags.\n',
  'pages/ueber-uns.mdx':
    '---\ntitle: Wer wir sind\ndescription: Menschen am Hafen, die sich jeden Montag zum Spielen treffen.\nupdated: 2026-11-01\n---\n\nHallo.\n',
}

/** English texts that are different in German. Short words can be part of other words. */
const german = messagesOf({ language: 'de' })
const foreign = messageIds
  .map((id) => englishMessages.catalogue[id.split('.')[0] as 'common'][id.split('.')[1] as 'home'])
  .filter((text) => !/[{<]/.test(text) && text.trim().length > 5 && german.translate(text) !== text)
  .map((text) => text.trim())

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: RunningServer
let browser: Browser
let page: Page
beforeAll(async () => {
  folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  server = await startServer({ CONTENT_DIR: folder.path })
  browser = await launch()
  ;({ page } = await openPage(browser))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await folder?.remove()
})

/** Visible texts, names for screen readers, titles and placeholders of the page. */
const textsOf = () =>
  page.evaluate(() => [
    document.title,
    ...[...document.querySelectorAll('body *:not(script, style)')].flatMap((element) => [
      ...[...element.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map((node) => node.textContent!.trim()),
      ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ]),
  ])
const englishTexts = async () => {
  const shown = await textsOf()
  return foreign.filter((text) => shown.includes(text))
}

test.each([
  ['/', 'Neueste Beiträge'],
  ['/blog', 'Alle Beiträge, neueste zuerst.'],
  ['/blog/anfang', 'Auf dieser Seite'],
  ['/blog/tags/spiele', 'Beiträge zu spiele'],
  ['/docs', 'Alle Dokumente, nach Abschnitten.'],
  ['/docs/regeln', 'Auf dieser Seite'],
  ['/ueber-uns', 'Als Markdown ansehen'],
  ['/search', 'Suchbegriffe'],
  ['/search?q=Hafen', 'Suchergebnisse für „Hafen“'],
  ['/search?q=Donaudampf', 'Keine Treffer. Versuche es mit weniger oder anderen Wörtern.'],
  ['/contact', 'Nachricht schreiben'],
  ['/contact/sent', 'Deine Nachricht wurde gesendet'],
  ['/nichts', 'Vielleicht wurde die Seite verschoben, oder die URL enthält einen Tippfehler.'],
])('%s is in German', async (path, text) => {
  await openReady(page, server.url + path)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await textsOf()).toContain(text)
  expect(await englishTexts()).toEqual([])
})

test('a post has its days, labels and Markdown in German', async () => {
  await openReady(page, `${server.url}/blog/anfang`)
  const head = page.locator('#pageContent > header')
  expect(await head.innerText()).toContain('1. November 2026 von Ada, aktualisiert am 2. November 2026')
  const twin = await (await fetch(`${server.url}/blog/anfang.md`)).text()
  expect(twin).toContain('Tipp')
  expect(twin).toContain('Schlagwörter: ')
  expect(await (await fetch(`${server.url}/feed.xml`)).text()).toContain('<title>Hafenrunde: Blog</title>')
})

test('scripts speak German: search, copying and the contact form', async () => {
  await openReady(page, `${server.url}/blog/anfang`)
  expect(await page.getByRole('button', { name: 'Kopieren', exact: false }).count()).toBeGreaterThan(1)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Suche' })
  await dialog.getByRole('combobox').fill('Hafen')
  await dialog.getByText('Treffer: ').waitFor()
  expect(await englishTexts()).toEqual([])
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await openReady(page, `${server.url}/contact`)
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await page.getByText('Prüfe die 3 Felder mit Fehlern.').waitFor()
  expect(await page.getByText('Gib deinen Namen ein.').count()).toBe(1)
  expect(await englishTexts()).toEqual([])
})

test('the form without scripts says in German what is wrong', async () => {
  const response = await fetch(`${server.url}/contact`, {
    method: 'POST',
    headers: { Origin: server.url, Accept: 'text/html' },
    body: new URLSearchParams({ name: '', email: 'ada', subject: '', message: 'Kurz' }),
  })
  const html = await response.text()
  expect(response.status).toBe(400)
  for (const text of [
    'Prüfe die 3 Felder mit Fehlern.',
    'Gib deinen Namen ein.',
    'Gib eine gültige E-Mail-Adresse ein.',
    'Verwende 8 bis 5.000 Zeichen.',
  ])
    expect(html).toContain(text)
})

test('private pages stay in English, and say so', async () => {
  await openReady(page, `${server.url}/login`)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.title()).toBe('Sign in · Hafenrunde')
})

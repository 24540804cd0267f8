import type { Browser, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { EntryType } from '#app/features/content/schema.ts'
import { openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { client, json, signInAs } from '#tests/support/http/client.ts'
import { entryWith } from '#tests/support/db/cms.ts'

export type Entry = { id: string; type: EntryType; slug: string; path: string; version: number; body: string }

const server = inject('servers')[0]!

let editor: Promise<string> | undefined

/** Signs in an editor whom no other test knows. */
export const anotherEditor = () => signInAs(server, 'editor')

/** Opens a page of an editor, the same in all tests of a file, and returns it with their calls of the API. */
export async function editorAt(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  who: Promise<string> = (editor ??= anotherEditor()),
) {
  const opened = await openPage(browser, options)
  const Cookie = await who
  const [name = '', value = ''] = Cookie.split('=')
  await opened.context.addCookies([{ name, value, url: server.url }])
  const ask = async (method: string, path: string, body?: unknown, version?: number) => {
    const match: Record<string, string> = version === undefined ? {} : { 'If-Match': `"v${version}"` }
    const init = body === undefined ? { headers: { Cookie, ...match } } : json(body, { Cookie, ...match })
    const answer = await client(server)(path, { ...init, method })
    return (await answer.json()) as { entry: Entry }
  }
  return {
    ...opened,
    ask,
    make: async (type: EntryType, over: Record<string, unknown> = {}) =>
      (await ask('POST', `/api/cms/${type}`, entryWith(type, over))).entry,
    publish: async ({ type, id, version }: Entry) =>
      (await ask('POST', `/api/cms/${type}/${id}/publish`, undefined, version)).entry,
    /** The entry as it stands. */
    read: async ({ type, id }: Pick<Entry, 'type' | 'id'>) =>
      (await ask('GET', `/api/cms/${type}/${id}`)).entry,
    /** Opens the editor of an entry, and waits until it can be typed into. */
    write: async ({ type, id }: Pick<Entry, 'type' | 'id'>) => {
      await openReady(opened.page, `${server.url}/admin/content/${type}/${id}`)
    },
  }
}

/** The field of the text, once the editor has taken the place of the plain one. */
export const textField = (page: Page) => page.locator('.cm-content')

/** What the preview shows. */
export const preview = (page: Page) => page.frameLocator('iframe.look').locator('.prose')

/** Opens a menu or the drawer by the name of its button. */
export const openMenu = (page: Page, name: string) => page.locator('summary', { hasText: name }).click()

/** Goes to the end of the text and types. */
export async function typeAtEnd(page: Page, text: string) {
  await textField(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

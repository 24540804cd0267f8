import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '#app/app.server.ts'
import { contextFor } from '#app/context.server.ts'
import { saveEntry } from '#app/features/cms/entries.server.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'
import { chooseStarter } from '#app/features/site/starter-content.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { oneEngine, openEngine } from '#tests/support/engines.ts'
import { system } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/http/client.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'

const undo: (() => Promise<unknown>)[] = []
const entries: Record<string, CmsEntry> = {}
let server: RunningServer
let owner: string
let editor: string

beforeAll(async () => {
  const engine = await openEngine(oneEngine[0]!)
  const env = { ...engine.env, RATE_LIMITS: 'off' }
  const app = await openApp(readConfig({ LOG_LEVEL: 'silent', ...env }))
  const ctx = contextFor(app, system)
  await saveSiteSettings(ctx, { version: 0, settings: { name: 'Harbor' } })
  await chooseStarter(ctx, { starter: 'blank' })
  for (const slug of ['in-menu', 'in-footer', 'imprint', 'start', 'moved', 'free'])
    entries[slug] = await aPublishedEntry(ctx, 'page', { slug })
  await saveSiteSettings(ctx, {
    version: 3,
    settings: {
      navigation: [
        { label: 'Menu', items: [{ label: 'One', href: '/in-menu?from=menu#top' }] },
        { label: 'Moved', href: '/moved' },
      ],
      footer: [
        {
          title: 'More',
          links: [
            { label: 'Footer', href: '/in-footer.md' },
            { label: 'Imprint', href: '/imprint' },
          ],
        },
      ],
      legal: { imprint: '/imprint' },
      home: '/start',
    },
  })
  entries.moved = await saveEntry(ctx, changed(entries.moved!, { slug: 'new-place' }))
  await app.close()
  server = await startServer(env)
  undo.push(server.stop, engine.remove)
  owner = await signInAs(server as unknown as Server, 'owner')
  editor = await signInAs(server as unknown as Server, 'editor')
}, 60_000)
afterAll(async () => {
  for (const step of undo) await step()
})

/** Sends a form of the console, and returns the text of the page that follows. */
async function act(path: string, fields: Record<string, string>, cookie = owner): Promise<string> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie, Origin: server.url, Accept: 'text/html' },
    redirect: 'manual',
  })
  const target = response.headers.get('Location')
  const page = target
    ? await fetch(new URL(target, server.url), { headers: { Cookie: cookie, Accept: 'text/html' } })
    : response
  return (await page.text()).replaceAll('<!-- -->', '')
}
const onEntry = (slug: string, intent: string, cookie = owner, fields = {}) => {
  const { id, version } = entries[slug]!
  const versions = { version: String(version), entry_version: String(version) }
  return act(`/admin/content/page/${id}`, { intent, ...versions, ...fields }, cookie)
}
const SETTINGS = 'href="/admin/settings" class="link"'

test('after an unpublish, a notice names the setting that still links to the page', async () => {
  const html = await onEntry('in-menu', 'unpublish')
  expect(html).toContain('Unpublished. The entry is a draft again.')
  expect(html).toContain('The navigation of the site still links to this page.')
  expect(html).toContain(SETTINGS)
})

test('after an archive, an editor is asked to tell an administrator', async () => {
  const html = await onEntry('in-footer', 'archive', editor)
  expect(html).toContain('The footer of the site still links to this page.')
  expect(html).toContain('ask an administrator to change the site settings')
  expect(html).not.toContain(SETTINGS)
})

test('after a delete, the list names all settings that link to the page', async () => {
  const html = await onEntry('imprint', 'delete', owner, { sure: 'yes' })
  expect(html).toContain('The entry was deleted.')
  expect(html).toContain('The footer and list of legal pages of the site still link to /imprint.')
  expect(html).toContain(SETTINGS)
})

test('a change of several entries lists the pages that are linked', async () => {
  const picked = ['start', 'free'].map((slug) => {
    const { id, version } = entries[slug]!
    return [`pick:page/${id}`, String(version)]
  })
  const fields = { intent: 'bulk', act: 'unpublish', ...Object.fromEntries(picked) }
  const html = await act('/admin/content', fields)
  expect(html).toContain('2 entries were unpublished.')
  expect(html).toContain('The home page setting of the site still links to /start.')
  expect(html).not.toMatch(/still links? to \/free/)
})

test('a move leaves a redirect, so there is no notice', async () => {
  const { title, description, body } = entries.moved!
  const html = await onEntry('moved', 'publish', owner, { slug: 'new-place', title, description, body })
  expect(html).toContain('Published. Readers see it now.')
  expect(html).not.toMatch(/still links?/)
  expect((await fetch(`${server.url}/moved`, { redirect: 'manual' })).status).toBe(308)
})

test('after an undo, a notice names the redirect that was not restored', async () => {
  const { id } = entries.moved!
  const read = async (lost: string) => {
    const query = new URLSearchParams({ done: 'unpublished', lost })
    const headers = { Cookie: owner, Accept: 'text/html' }
    const page = await fetch(`${server.url}/admin/content/page/${id}?${query}`, { headers })
    return (await page.text()).replaceAll('<!-- -->', '')
  }
  expect(await read('/opposite')).toContain('The redirect from /new-place to /opposite was not restored')
  expect(await read('https://evil.example')).not.toContain('was not restored')
})

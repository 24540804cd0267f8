import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { openPage } from '#tests/support/browser/browser.ts'
import { addColourHelpers } from '#tests/support/browser/colours.ts'
import { client, json, publishedPaths, signInAs, signUp } from '#tests/support/http/client.ts'
import { entryWith } from '#tests/support/db/cms.ts'
import { typed } from '#tests/support/db/contact.ts'
import { aPicture, formOf } from '#tests/support/db/media.ts'
import { cliJson } from '#tests/support/http/server.ts'

const server = inject('servers')[0]!
export const { url } = server

/** Somebody writes words that are wider than a phone, and a title of one letter. */
const editor = await signInAs(server, 'editor')
const wide = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
for (const type of ['page', 'doc', 'post'] as const) {
  const text = { title: wide, description: `${wide}verleihung`, body: `## ${wide}\n\n${wide}\n` }
  const more = {
    doc: {},
    post: { tags: [wide.slice(0, 30).toLowerCase()] },
    page: {},
  }
  const input = json(entryWith(type, { ...text, ...more[type] }), { Cookie: editor })
  const made = (await (await client(server)(`/api/cms/${type}`, input)).json()) as { entry: { id: string } }
  const headers = { Cookie: editor, 'If-Match': '"v1"' }
  const path = `/api/cms/${type}/${made.entry.id}/publish`
  const { status } = await client(server)(path, { method: 'POST', headers })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}

const published = await publishedPaths(server)
if (published.length < 20) throw new Error(`the sitemap has ${published.length} pages`)

/** Every page of the sitemap, and those that it leaves out on purpose. */
export const publicPages = [...published, '/search', '/search?q=markdown', '/search?q=donaudampf', '/nothing']
/** What a visitor meets beside them. */
export const everyPage = [
  ...publicPages,
  '/login',
  '/login?error=denied',
  '/signup',
  '/signup?sent',
  '/reset-password',
  '/reset-password?sent',
  '/verify-email?token=x',
  '/invitation?token=x',
  '/contact/sent',
  '/feedback?path=/docs/markdown&helpful=no',
]

/** Whoever sees every page, with a conversation of their own. */
const admin = await signInAs(server, 'owner')
const asked = await client(server)('/api/chat/stream', {
  ...json({ message: 'How many requests may I send, and how do I back up?' }, { Cookie: admin }),
})
const [, conversation] = /"conversation_id":"(\w+)"/.exec(await asked.text())!

const somebody = (await signUp(server)).user.id
const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
const automations = `/admin/guilds/${guild_id}/automations`
const listed = await client(server)(`/api/guilds/${guild_id}/commands`, {
  headers: { Cookie: await signInAs(server, 'admin') },
})
const { commands } = (await listed.json()) as { commands: { id: string; name: string }[] }
const uploaded = await client(server)('/api/cms/media', {
  method: 'POST',
  body: formOf(await aPicture().png().toBuffer(), { alt: 'Orange on blue' }),
  headers: { Cookie: editor },
})
const { media } = (await uploaded.json()) as { media: { id: string } }
const drafted = await client(server)(
  '/api/cms/doc',
  json(entryWith('doc', { title: 'A draft' }), { Cookie: editor }),
)
const { entry } = (await drafted.json()) as { entry: { id: string } }
const commandRoom = `/admin/guilds/${guild_id}/commands`
await client(server)('/api/contact-form-submissions', json({ ...typed, subject: 'x' }))
const written = await client(server)('/api/contact-form-submissions', json({ ...typed, subject: wide }))
const { submission } = (await written.json()) as { submission: { id: string } }
/** What someone who runs the site sees. */
export const ownPages = [
  '/profile',
  '/profile?done=profile',
  '/profile/security',
  '/profile/security?error=prove_first',
  '/proof',
  '/proof?redirect_to=/api/profile/export',
  '/profile/servers',
  '/profile/data',
  '/chat',
  `/chat/${conversation}`,
  '/admin',
  '/admin/content',
  '/admin/content?q=nothing-at-all',
  '/admin/content/new?type=post',
  '/admin/content/import',
  '/admin/content/page/file:about',
  `/admin/content/doc/${entry.id}`,
  `/admin/content/doc/${entry.id}/history?n=1`,
  '/admin/media',
  '/admin/media?q=nothing-at-all',
  `/admin/media/${media.id}`,
  '/admin/find',
  '/admin/find?q=audit',
  '/admin/find?q=nothing-at-all',
  '/admin/users',
  '/admin/users?q=nobody-at-all',
  `/admin/users/${somebody}`,
  '/admin/notices',
  '/admin/servers',
  '/admin/content/redirects',
  '/admin/content/redirects?q=nothing-at-all',
  '/admin/bot',
  '/admin/runners',
  '/admin/audit',
  '/admin/audit?actor=nobody-at-all',
  '/admin/readers',
  '/admin/readers?days=365',
  '/admin/inbox',
  '/admin/inbox?status=resolved&page=9',
  `/admin/inbox/${submission.id}`,
  '/admin/mail',
  '/admin/mail?list=mailbox',
  `/admin/guilds/${guild_id}`,
  `/admin/guilds/${guild_id}?days=365`,
  `/admin/guilds/${guild_id}?from=2026-02-01&to=2026-01-01`,
  ...[
    'runs',
    'runs?outcome=cancelled',
    'events',
    'events?actor=nobody',
    'integrations',
    'settings',
    'keys',
    'managers',
  ].map((room) => `/admin/guilds/${guild_id}/${room}`),
  automations,
  `${automations}?q=nothing-at-all`,
  `${automations}/new`,
  `${automations}/new?from=weekly`,
  `${automations}/01JDEM00000000000000000001`,
  `${automations}/01JDEM00000000000000000001/runs`,
  `${automations}/01JDEM00000000000000000001/runs/01JDEM000000000000000R0005`,
  ...['', '?state=leased', '/01JDEM000000000000000J0009', '/01JDEM000000000000000J0013'].map(
    (rest) => `/admin/guilds/${guild_id}/jobs${rest}`,
  ),
  commandRoom,
  `${commandRoom}?q=nothing-at-all`,
  `${commandRoom}/new`,
  ...['embed', 'option', 'form'].map((template) => `${commandRoom}/new?template=${template}`),
  `${commandRoom}/${commands.find(({ name }) => name === 'rules')!.id}`,
]

/** Opens a page in which colours can be measured. */
export async function openMeasured(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.addInitScript(addColourHelpers)
  return opened
}

/** The same for an administrator. */
export async function openOwn(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openMeasured(browser, options)
  const [name = '', value = ''] = admin.split('=')
  await opened.context.addCookies([{ name, value, url }])
  return opened
}

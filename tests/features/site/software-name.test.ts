import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTools } from '#agent-tools/page-tools.ts'
import { emailComposers } from '#app/app.server.ts'
import type { Context } from '#app/context.server.ts'
import { readBody } from '#app/features/content/content.server.ts'
import { ogImage, ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { signUp } from '#app/features/accounts/signup.server.ts'
import { reportGuild } from '#app/features/guilds/reports.server.ts'
import { createInvitation } from '#app/features/invitations/invitations.server.ts'
import { declineKeyRequest, requestKey } from '#app/features/keys/requests.server.ts'
import { renderEmail, type EmailComposer } from '#app/features/mail/email.server.ts'
import { emailNames, type EmailKind } from '#app/features/mail/schema.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'
import { chooseStarter } from '#app/features/site/starter-content.server.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { ogImagePath } from '#app/site/paths.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  aKey,
  anEmail,
  anonymous,
  aSnowflake,
  aUser,
  openTestApp,
  runner,
  type TestApp,
} from '#tests/support/factories.ts'
import { typed } from '#tests/support/db/contact.ts'
import { actingAs } from '#tests/support/db/people.ts'

const SITE_URL = 'https://acme.example'
let it: TestApp
beforeAll(async () => {
  it = await openTestApp(engineNames[0]!, { SITE_URL, RATE_LIMITS: 'off' })
  await saveSiteSettings(it.ctx(), { version: 0, settings: { name: 'Acme Tools', credit: false } })
  await chooseStarter(it.ctx(), { starter: 'blank' })
})
afterAll(() => it.close())

/** Returns the places in a text that name the software. The names of file formats are part of the API. */
const namesIn = (text: string) =>
  text.match(/.{0,40}signpost(?!-(?:account|conversation|stats)\b).{0,40}/gi) ?? []

/** Recipient and data of every kind of email, some in several states of the account. */
async function emails(): Promise<Record<EmailKind, { recipient: string; data: object }[]>> {
  const owner = await aUser(it, { role: 'owner' })
  const user = await aUser(it)
  const confirmed = await aUser(it)
  const now = it.ctx().now().toISOString()
  await it.app.db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', confirmed.id)
    .execute()
  const stranger = anEmail()
  await signUp(it.ctx(anonymous), { name: 'Eve', email: stranger, password: 'correct horse battery' })
  const signup = await it.app.db
    .selectFrom('outbox')
    .select('data')
    .where('recipient', '=', stranger)
    .executeTakeFirstOrThrow()
  const invited = anEmail()
  const { invitation } = await createInvitation(actingAs(it, owner), {
    email: invited,
    role: 'member',
    guild_id: null,
  })
  const { id: guildId } = await aGuild(it)
  const wish = { guildId, name: 'Reader', scopes: ['stats:read' as const], purpose: 'A dashboard.' }
  const request = await requestKey(actingAs(it, owner), wish)
  const declined = await requestKey(actingAs(it, owner), { ...wish, name: 'Another' })
  await declineKeyRequest(it.ctx(), { id: declined.id, reason: 'One is enough.' })
  const key = await aKey(it, { guild: guildId })
  const facts = { id: '01', status: 'unread', spam_reason: null, note: null } as const
  const times = { created_at: now, status_at: now, updated_at: null }
  await it.app.db
    .insertInto('contact_submissions')
    .values({ ...typed, ...facts, ...times })
    .execute()
  const waiting = aSnowflake()
  await reportGuild(it.ctx(runner()), { guild_id: waiting, state: 'available', name: 'Quay' })
  const both = [user, confirmed].map(({ id, email }) => ({ recipient: email, data: { user_id: id } }))
  const linked = both.map(({ recipient, data }) => ({ recipient, data: { ...data, provider: 'github' } }))
  return {
    confirm_signup: [
      { recipient: stranger, data: JSON.parse(String(signup.data)) as object },
      { recipient: user.email, data: { signup_id: 'any' } },
    ],
    verify_email: both.slice(0, 1),
    invitation: [{ recipient: invited, data: { invitation_id: invitation.id } }],
    reset_password: both,
    sign_in_paused: both,
    password_changed: both,
    identity_linked: linked,
    identity_unlinked: linked,
    guild_pending: [{ recipient: owner.email, data: { guild_id: waiting } }],
    key_requested: [{ recipient: owner.email, data: { request_id: request.id } }],
    key_request_decided: [{ recipient: owner.email, data: { request_id: declined.id } }],
    key_new_network: [{ recipient: owner.email, data: { key_id: key.id, network: '192.0.2.0/24', at: now } }],
    contact_message: [{ recipient: owner.email, data: { submission_id: '01' } }],
  }
}

test('no email names the software', async () => {
  const all = await emails()
  for (const kind of Object.keys(emailNames) as EmailKind[])
    for (const { recipient, data } of all[kind]) {
      const compose = emailComposers[kind] as EmailComposer<EmailKind>
      const email = await compose(it.ctx(), { recipient, data: data as never })
      expect([kind, email]).toEqual([kind, expect.any(Object)])
      const { subject, text, html } = renderEmail(email!)
      // The command that owners run names the program that they installed.
      const words = `${subject}\n${text}\n${html}`.replaceAll('npm run -s signpost', '')
      expect([kind, ...namesIn(words)]).toEqual([kind])
      expect(text).toContain('Acme Tools at acme.example')
    }
})

test('no share image names the software', async () => {
  const drawn: string[] = []
  const ogImageMaker: Context['ogImageMaker'] = {
    ...it.app.ogImageMaker,
    async image(_key, draw) {
      drawn.push(renderToStaticMarkup(draw([]) as ReactElement).replaceAll(/url\([^)]*\)|data:[^"]*/g, ''))
      return Buffer.alloc(0)
    },
  }
  const { entries, unlisted } = it.app.contentIndex
  for (const { path } of [...entries, ...unlisted]) {
    await ogImage({ ...it.app, ogImageMaker }, { path: ogImagePath(path) })
    expect(namesIn(ogImageOf(it.app, path)!.alt)).toEqual([])
  }
  expect(drawn.length).toBeGreaterThan(5)
  for (const image of drawn) {
    expect(namesIn(image)).toEqual([])
    expect(image).toContain('Acme Tools')
  }
})

test('neither the API description nor its reference names the software', async () => {
  const facts = { name: 'Acme Tools', siteUrl: SITE_URL }
  for (const surface of ['all', 'v1'] as const)
    expect(namesIn(JSON.stringify(openapiDocument(facts, surface), null, 1))).toEqual([])
  const reference = it.app.contentIndex.unlisted
  expect(reference.length).toBeGreaterThan(5)
  for (const entry of reference)
    expect([
      entry.path,
      ...namesIn(entry.title + entry.description + (await readBody(it.app, entry))),
    ]).toEqual([entry.path])
})

test('no browser tool names the software', async () => {
  const tools = (await allTools()).map(({ tool: { name, title, description, inputSchema, annotations } }) =>
    JSON.stringify({ name, title, description, inputSchema, annotations }, null, 1),
  )
  expect(tools.length).toBeGreaterThan(20)
  expect(tools.flatMap(namesIn)).toEqual([])
})

import { ulid } from 'ulid'
import { authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { signIn, updateProfile } from '#app/features/accounts/accounts.server.ts'
import { requestPasswordReset } from '#app/features/accounts/sign-in/credentials.server.ts'
import { signInWithIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { actorOfSession, openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { signUp, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { issueToken } from '#app/features/accounts/tokens.server.ts'
import { requestKey } from '#app/features/keys/requests.server.ts'
import { createInvitation } from '#app/features/invitations/invitations.server.ts'
import { closeSessions, setRole } from '#app/features/accounts/users.server.ts'
import { beginIdempotent } from '#app/features/idempotency/idempotency.server.ts'
import { saveDraft } from '#app/features/cms/drafts.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { changeSubmission } from '#app/features/contact/inbox.server.ts'
import { createRedirect } from '#app/features/content/store/redirects.server.ts'
import { identityOf } from '#app/features/accounts/store.server.ts'
import { storeFound } from '#app/features/claims/claims.server.ts'
import { addManager } from '#app/features/guilds/managers.server.ts'
import { saveIntegration } from '#app/features/integrations/integrations.server.ts'
import { writeMessage } from '#app/features/mail/mailbox-folder.server.ts'
import { uploadMedia } from '#app/features/media/media.server.ts'
import { markNoticesSeen } from '#app/features/notices/notices.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { askAndCollect } from '#tests/support/db/chat.ts'
import { aPublishedEntry, entryWith } from '#tests/support/db/cms.ts'
import { aMessage } from '#tests/support/db/contact.ts'
import { aGuild, anonymous, aUser, type TestApp } from '#tests/support/factories.ts'
import { aPicture } from '#tests/support/db/media.ts'
import { madeAutomation, madeCommand } from '#tests/support/db/management.ts'
import { anIdentity, actingAs } from '#tests/support/db/people.ts'

/** What everybody would know the person by. Nothing else in the database has any of it. */
const person = {
  name: 'Xenia Quillfeather',
  email: 'xenia@quillfeather.example',
  password: 'correct horse battery',
  address: '203.0.113.77',
  network: '203.0.113.0/24',
  picture: 'https://gravatar.com/avatar/quillfeather',
  browser: 'Quillfeather/1.0',
  username: 'xq-at-github',
  identity: '999000999000999',
  words: 'Please give me a key. Yours, Xenia Quillfeather',
}

export type PlantedPerson = typeof person & {
  id: string
  ctx: Context
  guildId: string
  /** Somebody who was there too, and stays. */
  other: { name: string; email: string; commandId: string }
}

/** The texts by which somebody would be found. */
export const tracesOf = ({
  id,
  name,
  email,
  address,
  network,
  picture,
  browser,
  username,
  identity,
}: PlantedPerson) => [id, name, email, address, network, picture, browser, username, identity]

/** Has a person do everything that leaves something of them, by the rules of the service. */
export async function plantPerson(it: TestApp): Promise<PlantedPerson> {
  const from = (ctx: Context): Context => ({
    ...ctx,
    origin: { address: person.address, requestId: ulid(), tool: null },
  })
  const visitor = from(it.ctx(anonymous))
  const owner = await aUser(it, { role: 'owner', name: 'Olive' })
  const boss = actingAs(it, owner)
  const { name, email, password } = person

  const { id } = (await signUp(visitor, { name, email, password }))!
  await verifyEmail(visitor, { token: await issueToken(it.ctx(), id, 'verify_email'), password, name })
  await setRole(it.ctx(), { email, role: 'admin' })
  await closeSessions(boss, { id })
  await signIn(visitor, { email, password: 'wrong' }).catch(() => {})
  const { address, browser } = person
  const token = await openSession(it.app, { userId: id, method: 'password', userAgent: browser, address })
  const ctx = from(it.ctx(await actorOfSession(it.app, token)))
  const { picture, username, identity } = person
  await updateProfile(ctx, { avatar_url: picture })
  await signInWithIdentity(ctx, anIdentity({ email, username, id: identity }))
  await requestPasswordReset(visitor, { email })
  await issueToken(it.ctx(), id, 'reset_password')
  const withMail = { ...visitor, config: { ...visitor.config, smtpUrl: 'smtp://127.0.0.1:1' } }
  await signUp(withMail, { name, email, password })

  const { id: guildId } = await aGuild(it)
  await createInvitation(boss, { email, role: 'member', guild_id: guildId })
  await createInvitation(ctx, { email: 'guest@elsewhere.example', role: 'editor', guild_id: null })
  await addManager(boss, { guildId, userId: id })
  const at = ctx.now().toISOString()
  const row = (await identityOf(it.app.db, 'github', identity))!
  await it.app.db
    .insertInto('guild_claims')
    .values({
      guild_id: guildId,
      user_id: id,
      identity_id: row.id,
      tried_at: at,
      checked_at: at,
      created_at: at,
    })
    .execute()
  await storeFound(ctx, id, [{ id: guildId, name: 'A guild' }])
  await saveSettings(ctx, { guildId, version: 0, settings: { timezone: 'Europe/Paris' } })
  await saveIntegration(ctx, { guildId, slug: 'runners', enabled: false, version: 0 })
  await madeCommand(ctx, guildId)
  await madeAutomation(ctx, guildId)
  // Connecting a bot asks Discord, which is not part of this.
  await it.app.db
    .insertInto('bots')
    .values({
      application_id: '900000000000000007',
      name: 'Planted bot',
      user_id: '900000000000000007',
      public_key: 'ab'.repeat(32),
      facts: '{}' as never,
      checked_at: ctx.now().toISOString(),
      connected_at: ctx.now().toISOString(),
      ...authorColumns('connected_by', ctx),
    })
    .execute()
  await requestKey(ctx, { guildId, name: 'Reader', scopes: ['stats:read'], purpose: 'A dashboard.' })
  const { id: commandId } = await madeCommand(boss, guildId)

  const entry = await aPublishedEntry(ctx)
  await saveDraft(ctx, { type: 'page', id: entry.id, version: entry.version, fields: entryWith('page') })
  await aPublishedEntry(boss)
  await createRedirect(ctx, { from: '/somewhere-old', to: '/about' })
  const bytes = await aPicture({ width: 300 }).png().toBuffer()
  await uploadMedia(ctx, { file: { name: 'a.png', bytes }, alt: '' })

  await markNoticesSeen(ctx, { until: ctx.now().toISOString() })
  await askAndCollect(ctx, { message: `I am ${name}. How do I back up the database?` })
  await beginIdempotent(ctx, { id: 'a-hash', operation: 'createEntry', fingerprint: 'another' })

  const { submission } = await submitMessage(visitor, aMessage({ name, email, message: person.words }))
  await changeSubmission(boss, { id: submission.id, note: 'Answered.' })
  await submitMessage(it.ctx(anonymous), aMessage({ email: owner.email }))
  for (const to of [email, owner.email])
    await writeMessage(it.app.config, {
      id: ulid(),
      at: ctx.now(),
      bytes: Buffer.from(`To: ${to}\r\nSubject: Hello\r\n\r\nHello\r\n`),
    })
  return { ...person, id, ctx, guildId, other: { name: owner.name, email: owner.email, commandId } }
}

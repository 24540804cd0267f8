import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import { acceptInvitation, checkInvitation } from '#app/features/invitations/accept-invitation.server.ts'
import {
  createInvitation,
  issueInvitationToken,
  listInvitations,
  revokeInvitation,
} from '#app/features/invitations/invitations.server.ts'
import { invitationEmails } from '#app/features/invitations/emails.server.ts'
import { updateUser } from '#app/features/accounts/users.server.ts'
import { purgeInvitations } from '#app/features/invitations/retention.server.ts'
import { listManagers } from '#app/features/guilds/managers.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEmail,
  anonymous,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { actingAs, outboxEmailsTo } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let owner: Awaited<ReturnType<typeof aUser>>
  beforeAll(async () => {
    it = await openTestApp(engine, { SIGNUP: 'invite' })
    owner = await aUser(it, { role: 'owner' })
  })
  afterAll(() => it.close())

  const visitor = () => it.ctx(anonymous)
  const all = { limit: 50, offset: 0 }
  const tokenOf = (link: string | null) => new URL(link!).searchParams.get('token')!
  const invite = async (over = {}, by = owner) => {
    const email = anEmail()
    const input = { email, role: 'member' as const, guild_id: null, ...over }
    const { invitation, link } = await createInvitation(actingAs(it, by), input)
    return { email: input.email, id: invitation.id, token: tokenOf(link) }
  }
  const accept = (token: string, over = {}) =>
    acceptInvitation(visitor(), { token, name: 'Ada', password, ...over })

  test('an invited person chooses a name and password, and gets the role and guild once', async () => {
    const { id: guild_id } = await aGuild(it)
    const { email, token } = await invite({ role: 'editor', guild_id })
    expect(await checkInvitation(visitor(), token)).toEqual({
      email,
      role: 'editor',
      guild: { id: guild_id, name: 'A guild' },
      asks: 'new',
    })
    const { userId, home } = await accept(token)
    expect(home).toBe(`/admin/guilds/${guild_id}?done=joined`)
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({
      id: userId,
      name: 'Ada',
      role: 'editor',
    })
    expect(await listManagers(it.ctx(), { guildId: guild_id })).toMatchObject([{ user_id: userId }])
    expect(await refusalOf(() => accept(token))).toMatchObject({ status: 400 })
  })

  test('of several who accept one invitation at once, one succeeds', async () => {
    const { token, email } = await invite()
    const tries = await Promise.allSettled([accept(token), accept(token), accept(token)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({ role: 'member' })
  })

  test('an invitation ends after seven days, by revocation, or with its inviter’s right', async () => {
    const [late, revoked] = [await invite(), await invite()]
    await revokeInvitation(actingAs(it, owner), revoked)
    expect(await refusalOf(() => revokeInvitation(actingAs(it, owner), revoked))).toMatchObject({
      status: 404,
    })
    const admin = await aUser(it, { role: 'admin' })
    const [orphan, disabled] = [await invite({}, admin), await invite({}, admin)]
    await updateUser(it.ctx(), { id: admin.id, role: 'editor' })
    const message = 'This invitation was used, was revoked or has expired. Request a new invitation.'
    for (const { token } of [revoked, orphan])
      expect(await refusalOf(() => accept(token))).toMatchObject({ status: 400, message })
    await updateUser(it.ctx(), { id: admin.id, role: 'admin', disabled: true })
    expect(await refusalOf(() => accept(disabled.token))).toMatchObject({ status: 400 })
    it.at('2026-11-28T11:59:59.999Z')
    await checkInvitation(visitor(), late.token)
    it.at('2026-11-28T12:00:00.000Z')
    expect(await refusalOf(() => accept(late.token))).toMatchObject({ status: 400, message })
    await purgeInvitations(it.ctx())
    expect(
      await it.app.db.selectFrom('invitations').select('id').where('id', '=', late.id).execute(),
    ).toEqual([])
    it.at(NOON)
  })

  test('only owners and admins invite, and only to roles that they outrank', async () => {
    const input = (role: 'member' | 'editor' | 'admin' | 'owner') => ({
      email: anEmail(),
      role,
      guild_id: null,
    })
    const tries = async (by: 'member' | 'editor' | 'admin' | 'owner') => {
      const ctx = actingAs(it, await aUser(it, { role: by }))
      const allowed: string[] = []
      for (const role of ['member', 'editor', 'admin', 'owner'] as const)
        await createInvitation(ctx, input(role)).then(
          () => allowed.push(role),
          (error: unknown) => expect(error).toMatchObject({ status: 403 }),
        )
      return allowed
    }
    expect(await tries('member')).toEqual([])
    expect(await tries('editor')).toEqual([])
    expect(await tries('admin')).toEqual(['member', 'editor'])
    expect(await tries('owner')).toEqual(['member', 'editor', 'admin', 'owner'])
    const { id } = await invite({ role: 'owner' })
    const admin = actingAs(it, await aUser(it, { role: 'admin' }))
    expect(await refusalOf(() => revokeInvitation(admin, { id }))).toMatchObject({ status: 403 })
    const member = actingAs(it, await aUser(it))
    expect(await refusalOf(() => listInvitations(member, all))).toMatchObject({ status: 403 })
  })

  test('an existing account accepts by password or session and keeps a higher role', async () => {
    const user = await aUser(it)
    const first = await invite({ email: user.email, role: 'editor' })
    expect(await checkInvitation(visitor(), first.token)).toMatchObject({ asks: 'password' })
    expect(await refusalOf(() => accept(first.token, { password: 'not the password' }))).toMatchObject({
      status: 400,
      issues: [{ path: 'password' }],
    })
    const stranger = actingAs(it, await aUser(it))
    expect(await refusalOf(() => acceptInvitation(stranger, { token: first.token }))).toMatchObject({
      status: 403,
    })
    expect(await accept(first.token)).toMatchObject({
      userId: user.id,
      opens: true,
      home: '/admin?done=joined',
    })
    const second = await invite({ email: user.email })
    expect(await acceptInvitation(actingAs(it, user), { token: second.token })).toEqual({
      userId: user.id,
      opens: false,
      home: '/profile?done=joined',
    })
    expect((await signIn(visitor(), { email: user.email, password })).user).toMatchObject({ role: 'editor' })
  })

  test('only a link that came by mail confirms the address, and no row holds its token', async () => {
    const shown = await invite()
    await accept(shown.token)
    expect((await signIn(visitor(), { email: shown.email, password })).user).toMatchObject({
      email_verified: false,
    })
    const ctx = actingAs(it, owner)
    const email = anEmail()
    const mail = { ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://127.0.0.1:1' } }
    const { invitation, link } = await createInvitation(mail, { email, role: 'member', guild_id: null })
    expect(link).toBeNull()
    expect(await outboxEmailsTo(it, email)).toMatchObject([
      { kind: 'invitation', data: { invitation_id: invitation.id } },
    ])
    const { token } = (await issueInvitationToken(it.ctx(), invitation.id))!
    const stored = [
      await it.app.db.selectFrom('invitations').selectAll().execute(),
      await it.app.db.selectFrom('outbox').selectAll().execute(),
      await it.app.db.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain(token)
    await accept(token)
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({ email_verified: true })
  })

  test('an invited manager gets one server and no role, also with an existing account', async () => {
    const [mine, other, user] = [await aGuild(it), await aGuild(it), await aUser(it)]
    const { token, email } = await invite({ guild_id: mine.id })
    const { userId } = await accept(token)
    expect((await signIn(visitor(), { email, password })).user).toMatchObject({ role: 'member' })
    expect(await listManagers(it.ctx(), { guildId: mine.id })).toMatchObject([{ user_id: userId }])
    expect(await listManagers(it.ctx(), { guildId: other.id })).toEqual([])
    expect(await refusalOf(() => invite({ email, guild_id: mine.id }))).toMatchObject({ status: 409 })

    const ctx = actingAs(it, owner)
    const closed = { ...ctx, config: { ...ctx.config, signup: 'closed' as const } }
    const input = { email: user.email, role: 'member' as const, guild_id: other.id }
    const { link } = await createInvitation(closed, input)
    const accepted = await acceptInvitation(actingAs(it, user), { token: tokenOf(link) })
    expect(accepted).toEqual({ userId: user.id, opens: false, home: `/admin/guilds/${other.id}?done=joined` })
    const manager = { ...actingAs(it, user).actor, guildIds: [other.id] }
    const next = { email: anEmail(), role: 'member' as const, guild_id: other.id }
    expect(await refusalOf(() => createInvitation(it.ctx(manager as never), next))).toMatchObject({
      status: 403,
    })
  })

  test('the email to a manager names the server, and a removed server has no invitations', async () => {
    const { id: guild_id } = await aGuild(it)
    const ctx = actingAs(it, owner)
    const email = anEmail()
    const mail = { ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://127.0.0.1:1' } }
    const { invitation } = await createInvitation(mail, { email, role: 'member', guild_id })
    const compose = () =>
      invitationEmails.invitation(it.ctx(), { recipient: email, data: { invitation_id: invitation.id } })
    const made = await compose()
    expect(made?.subject).toMatch(/^You are invited to manage A guild on /)
    const token = new URL(made!.action.href).searchParams.get('token')!
    await it.app.db.deleteFrom('guilds').where('id', '=', guild_id).execute()
    expect(await compose()).toBeNull()
    expect(await refusalOf(() => accept(token))).toMatchObject({ status: 400 })
  })

  test('a second invitation, or one while sign-up is closed, is a conflict', async () => {
    const { email } = await invite()
    expect(await refusalOf(() => invite({ email }))).toMatchObject({ status: 409 })
    const pending = await invite()
    const config = { ...it.app.config, signup: 'closed' as const }
    const closed = { ...actingAs(it, owner), config }
    const input = { email: anEmail(), role: 'member' as const, guild_id: null }
    expect(await refusalOf(() => createInvitation(closed, input))).toMatchObject({ status: 409 })
    const given = { token: pending.token, name: 'Ada', password }
    expect(await refusalOf(() => acceptInvitation({ ...visitor(), config }, given))).toMatchObject({
      status: 403,
    })
    expect((await listInvitations(actingAs(it, owner), all)).invitations.map(({ email }) => email)).toContain(
      email,
    )
  })
})

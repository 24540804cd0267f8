import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contextFor } from '#app/context.server.ts'
import { acceptInvitation } from '#app/features/invitations/accept-invitation.server.ts'
import { signInWithIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { createInvitation } from '#app/features/invitations/invitations.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { markForRenewal } from '#app/features/accounts/sign-in/session-store.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { completeSetup, createSetupLink } from '#app/features/accounts/setup.server.ts'
import { signUp, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { issueSignupToken } from '#app/features/accounts/tokens.server.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { auditQuery } from '#app/features/audit/schema.ts'
import { endSession } from '#app/http/auth/session-cookie.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, aUser, openTestApp, userWith, type TestApp } from '#tests/support/factories.ts'
import { anIdentity, actingAs, outboxEmailsTo, signedIn } from '#tests/support/db/people.ts'

const password = 'correct horse battery'
const facts = { requestId: 'r', address: '192.0.2.7', secure: false, nonce: '' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const visitor = () => contextFor(it.app, anonymous, facts)
  const rowsOf = async (id: string) => {
    const { entries } = await listAudit(it.ctx(userWith('admin')), auditQuery.parse({ actor: id }))
    return entries.map(({ action, target, details, address }) => ({ action, target, details, address }))
  }
  const withoutRows = async (work: () => Promise<unknown>) => {
    const count = async () => (await it.app.db.selectFrom('audit').select('id').execute()).length
    const before = await count()
    await work()
    expect(await count()).toBe(before)
  }

  const signUps: Record<string, () => Promise<string>> = {
    async password() {
      return (await signUp(visitor(), { name: 'Ada', email: anEmail(), password }))!.id
    },
    async email() {
      const email = anEmail()
      const ctx = visitor()
      const withMail = { ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://127.0.0.1:1' } }
      await withoutRows(() => signUp(withMail, { name: 'Ada', email }))
      const { signup_id } = (await outboxEmailsTo(it, email))[0]!.data as { signup_id: string }
      await verifyEmail(visitor(), {
        token: (await issueSignupToken(it.ctx(), signup_id))!.token,
        password,
      })
      const users = it.app.db.selectFrom('users').select('id').where('email', '=', email)
      return (await users.executeTakeFirstOrThrow()).id
    },
    async github() {
      return (await signInWithIdentity(visitor(), anIdentity())).user.id
    },
    async invitation() {
      const admin = actingAs(it, await aUser(it, { role: 'owner' }))
      const { link } = await createInvitation(admin, { email: anEmail(), role: 'editor', guild_id: null })
      const token = new URL(link!).searchParams.get('token')!
      return (await acceptInvitation(visitor(), { token, name: 'Ada', password })).userId
    },
  }

  test('the setup is noted once, and a stranger’s account that gives way to it', async () => {
    const email = anEmail()
    const stranger = (await signUp(visitor(), { name: 'Mallory', email, password }))!
    const token = (await createSetupLink(it.ctx()))!.replace('/setup?token=', '')
    const owner = await completeSetup(visitor(), { token, name: 'Olga', email, password })
    const self = { kind: 'user', id: owner.id, name: 'Olga' }
    expect(await rowsOf(owner.id)).toEqual([
      { action: 'site.set_up', target: self, details: { role: 'owner' }, address: '192.0.2.7' },
    ])
    const { entries } = await listAudit(it.ctx(userWith('admin')), auditQuery.parse({ target: stranger.id }))
    expect(entries.map(({ action, target }) => [action, target?.name])).toEqual([
      ['user.deleted', null],
      ['user.signed_up', null],
    ])
    expect(JSON.stringify(await it.app.db.selectFrom('audit').selectAll().execute())).not.toContain('Mallory')
  })

  test.each(Object.keys(signUps))('a sign-up through %s leaves one row that says so', async (method) => {
    const id = await signUps[method]!()
    const made = (await rowsOf(id)).filter(({ action }) => /^user\.(created|signed_up)$/.test(action))
    expect(made).toEqual([
      {
        action: 'user.signed_up',
        target: { kind: 'user', id, name: 'Ada' },
        details: { role: method === 'invitation' ? 'editor' : 'member', method },
        address: '192.0.2.7',
      },
    ])
  })

  test('an account of the operator is made, not signed up', async () => {
    const { id } = await aUser(it)
    const { entries } = await listAudit(it.ctx(userWith('admin')), auditQuery.parse({ target: id }))
    expect(entries).toMatchObject([{ action: 'user.created', actor: { kind: 'system' } }])
    const command = { ...it, ctx: () => it.ctx({ kind: 'system', isCommand: true }) }
    const target = (await aUser(command)).id
    const [latest] = (await listAudit(it.ctx(userWith('admin')), auditQuery.parse({ target }))).entries
    expect(latest).toMatchObject({ action: 'user.created', actor: { kind: 'cli' } })
  })

  /** Signs out with the cookie of a session, as the form and the API do. */
  async function signOutWith(token: string) {
    const request = new Request('http://localhost/', { headers: { Cookie: `session=${token}` } })
    const actor = await actorOfSession(it.app, token, () => {})
    await endSession({ request, context: { app: it.app, facts } }, contextFor(it.app, actor, facts))
  }

  test('a sign-out is noted once, and nothing is for a cookie that opens nothing', async () => {
    const user = await aUser(it)
    const { token } = await signedIn(it, user)
    await signOutWith(token)
    expect(await rowsOf(user.id)).toEqual([
      { action: 'session.ended', target: null, details: {}, address: '192.0.2.7' },
    ])
    await withoutRows(() => signOutWith(token))
    await withoutRows(() => signOutWith('x'.repeat(43)))
  })

  test('a sign-out also ends the session that has just taken the place of this one', async () => {
    const user = await aUser(it)
    const { token } = await signedIn(it, user)
    await markForRenewal(it.app.db, user.id)
    await signOutWith(token)
    const left = it.app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await left.execute()).toEqual([])
  })

  test('signing out and up keep no address of an account that is deleted', async () => {
    const id = await signUps.password!()
    await signOutWith((await signedIn(it, { id })).token)
    const { ctx, token } = await signedIn(it, { id })
    await deleteAccount(contextFor(it.app, ctx.actor, facts), { password })
    await withoutRows(() => signOutWith(token))
    expect((await rowsOf(id)).map(({ action, address }) => [action, address])).toEqual([
      ['user.deleted', null],
      ['session.ended', null],
      ['user.signed_up', null],
    ])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#app/access.ts'
import {
  signInWithIdentity,
  unlinkIdentity,
  type Profile,
} from '#app/features/accounts/sign-in/identities.server.ts'
import type { User } from '#app/features/accounts/schema.ts'
import { actorOfSession, openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anEmail,
  anonymous,
  aSnowflake,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'

const profileOf = (over: Partial<Profile> = {}): Profile => ({
  provider: 'github',
  id: aSnowflake(),
  username: 'grace',
  name: 'Grace',
  email: anEmail(),
  emailVerified: true,
  avatarUrl: 'https://avatars.example/grace.png',
  ...over,
})

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    for (const table of ['users', 'audit', 'outbox'] as const) await it.app.db.deleteFrom(table).execute()
  })
  afterAll(() => it.close())

  const enter = (profile: Profile, actor: Actor = anonymous) => signInWithIdentity(it.ctx(actor), profile)
  const refused = async (profile: Profile, actor?: Actor) =>
    (await refusalOf(() => enter(profile, actor))).code as string
  const signedIn = async ({ id }: Pick<User, 'id'>) =>
    actorOfSession(
      it.app,
      await openSession(it.app, { userId: id, method: 'password', userAgent: null, address: '' }),
    )
  const verify = ({ id }: Pick<User, 'id'>) =>
    it.app.db.updateTable('users').set({ email_verified_at: 'x' }).where('id', '=', id).execute()
  const letters = () => it.app.db.selectFrom('outbox').select(['kind', 'recipient']).execute()
  const actions = async () =>
    (await it.app.db.selectFrom('audit').select('action').orderBy('id').execute()).map(({ action }) => action)

  test('an unknown identity opens a member’s account with what the provider says', async () => {
    const profile = profileOf({ email: 'Grace@Example.COM' })
    const { user, linked } = await enter(profile)
    expect(linked).toBe(false)
    expect(user).toMatchObject({
      email: 'grace@example.com',
      email_verified: true,
      name: 'Grace',
      avatar_url: profile.avatarUrl,
      role: 'member',
      has_password: false,
      connections: ['github'],
    })
    expect(await actions()).toEqual(['user.signed_up', 'identity.linked'])
    expect((await enter({ ...profile, email: null, username: 'hopper' })).user.id).toBe(user.id)
    const row = await it.app.db.selectFrom('identities').select('username').executeTakeFirstOrThrow()
    expect(row.username).toBe('hopper')
  })

  test.each([
    ['\u0000 Grace\n', 'Grace'],
    ['  ', 'grace'],
    [`${'x'.repeat(99)}😀`, 'x'.repeat(99)],
    ['Ada\u200b\nLovelace', 'Ada Lovelace'],
    ['\u200b\u3164', 'grace'],
  ])('the name %j is kept as one that we take', async (name, kept) => {
    expect((await enter(profileOf({ name }))).user.name).toBe(kept)
  })

  test('an identity joins the account with its address if both sides have confirmed it', async () => {
    const user = await aUser(it)
    await verify(user)
    const joined = await enter(profileOf({ email: user.email.toUpperCase() }))
    expect(joined).toMatchObject({ linked: false, user: { id: user.id, connections: ['github'] } })
    expect(await letters()).toContainEqual({ kind: 'identity_linked', recipient: user.email })
  })

  test('an account with an unconfirmed address is never inherited', async () => {
    const { email, id } = await aUser(it)
    expect(await refused(profileOf({ email }))).toBe('link_first')
    const rows = await it.app.db.selectFrom('identities').selectAll().where('user_id', '=', id).execute()
    expect(rows).toEqual([])
  })

  test.each(['admin', 'owner'] as const)('an account of an %s is never joined by itself', async (role) => {
    const user = await aUser(it, { role })
    await verify(user)
    expect(await refused(profileOf({ email: user.email }))).toBe('link_first')
    const profile = profileOf({ email: user.email })
    expect(await enter(profile, await signedIn(user))).toMatchObject({ linked: true, user: { id: user.id } })
    expect(await enter(profile)).toMatchObject({ linked: false, user: { id: user.id } })
  })

  test('without an address that is valid and confirmed, no account is created', async () => {
    expect(await refused(profileOf({ email: null }))).toBe('no_email')
    expect(await refused(profileOf({ email: 'nobody' }))).toBe('no_email')
    expect(await refused(profileOf({ emailVerified: false }))).toBe('unverified_email')
    expect(await it.app.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test('a signed-in user links an identity, whatever its address', async () => {
    const user = await aUser(it)
    const profile = profileOf({ email: null })
    expect(await enter(profile, await signedIn(user))).toMatchObject({
      linked: true,
      user: { id: user.id, email: user.email, email_verified: false, avatar_url: null },
    })
    expect(await letters()).toContainEqual({ kind: 'identity_linked', recipient: user.email })
    expect(await refused(profile, await signedIn(await aUser(it)))).toBe('linked_elsewhere')
    expect((await enter(profile)).user.id).toBe(user.id)
  })

  test('an account has one identity of a provider', async () => {
    const user = await aUser(it)
    await verify(user)
    const actor = await signedIn(user)
    await enter(profileOf(), actor)
    expect(await refused(profileOf(), actor)).toBe('already_linked')
    expect(await refused(profileOf({ email: user.email }))).toBe('already_linked')
    const both = await enter(profileOf({ provider: 'discord' }), actor)
    expect(both.user.connections).toEqual(['discord', 'github'])
  })

  test('a disabled account is refused, and nothing is changed', async () => {
    const profile = profileOf()
    const { user } = await enter(profile)
    const before = await actions()
    await it.app.db.updateTable('users').set({ disabled_at: 'x' }).where('id', '=', user.id).execute()
    it.at('2026-11-22T12:00:00.000Z')
    expect(await refused({ ...profile, username: 'other' })).toBe('disabled')
    expect(await refused(profileOf({ provider: 'discord', email: user.email }))).toBe('disabled')
    const rows = await it.app.db.selectFrom('identities').select(['username', 'last_used_at']).execute()
    expect(rows).toEqual([{ username: 'grace', last_used_at: '2026-11-21T12:00:00.000Z' }])
    expect(await actions()).toEqual(before)
  })

  test('concurrent sign-ins with one identity or one address get the same account', async () => {
    const profile = profileOf()
    const other = profileOf({ provider: 'discord', email: profile.email })
    const entered = await Promise.all([enter(profile), enter(profile), enter(other), enter(profile)])
    expect(new Set(entered.map(({ user }) => user.id)).size).toBe(1)
    expect(await it.app.db.selectFrom('identities').select('id').execute()).toHaveLength(2)
  })

  test('the last way into an account stays, also when two are taken off at once', async () => {
    const profile = profileOf()
    const { user } = await enter(profile)
    const actor = await signedIn(user)
    const unlink = (provider: Profile['provider']) => unlinkIdentity(it.ctx(actor), { provider })
    expect(await refusalOf(() => unlink('github'))).toMatchObject({ status: 409 })
    expect(await refusalOf(() => unlink('discord'))).toMatchObject({ status: 404 })
    await enter(profileOf({ provider: 'discord' }), actor)
    const tries = await Promise.allSettled([unlink('github'), unlink('discord')])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await it.app.db.selectFrom('identities').select('id').execute()).toHaveLength(1)
  })
})

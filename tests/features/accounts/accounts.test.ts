import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createUser, readProfile, signIn } from '#app/features/accounts/accounts.server.ts'
import { createPasswordHasher } from '#app/features/accounts/sign-in/password.server.ts'
import { signUp } from '#app/features/accounts/signup.server.ts'
import { listAllUsers } from '#app/features/accounts/users.server.ts'
import { createUserInput, loginInput, sameSitePath, signupInput } from '#app/features/accounts/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anEmail,
  anonymous,
  aUser,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const password = 'correct horse battery'

/** What comes before the salt in the PHC string of a hash: the algorithm, its version, and how much work it is. */
const costOf = (stored: string) => stored.split('$').slice(0, 4).join('$')

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('anyone may sign up, becomes a member, and can sign in', async () => {
    const email = anEmail()
    const made = await signUp(it.ctx(anonymous), { name: 'Ada', email, password })
    expect(made).toMatchObject({ email, name: 'Ada', role: 'member', has_password: true, connections: [] })
    expect((await signIn(it.ctx(anonymous), { email, password })).user).toEqual(made)
  })

  test('a taken email is a conflict that names the field, and the account is unchanged', async () => {
    const first = await aUser(it)
    const refusal = await refusalOf(() =>
      signUp(it.ctx(anonymous), { name: 'Eve', email: first.email, password: 'another password' }),
    )
    expect(refusal).toMatchObject({ status: 409, code: 'conflict', issues: [{ path: 'email' }] })
    expect((await signIn(it.ctx(anonymous), { email: first.email, password })).user).toEqual(first)
  })

  test('of several sign-ups at once with one e-mail, exactly one wins', async () => {
    const email = anEmail()
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => signUp(it.ctx(anonymous), { name: 'Ada', email, password })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  })

  test('a wrong password and an unknown account are one and the same refusal', async () => {
    const { email } = await aUser(it)
    const wrong = await refusalOf(() => signIn(it.ctx(anonymous), { email, password: 'not the password' }))
    const unknown = await refusalOf(() => signIn(it.ctx(anonymous), { email: anEmail(), password }))
    expect(wrong).toMatchObject({ status: 401, code: 'invalid_credentials' })
    expect({ ...unknown, message: unknown.message }).toEqual({ ...wrong, message: wrong.message })
  })

  test('an unknown account costs the work of a wrong password', async () => {
    const { email } = await aUser(it)
    const compare = vi.fn(verify)
    const ctx = { ...it.ctx(anonymous), passwordHasher: createPasswordHasher({ compare }) }
    const workFor = async (address: string) => {
      compare.mockClear()
      await refusalOf(() => signIn(ctx, { email: address, password: 'not the password' }))
      return compare.mock.calls.map(([stored, given]) => [costOf(stored.toString()), given])
    }
    const work = await workFor(email)
    expect(work).toEqual([[expect.stringContaining('$argon2id$'), 'not the password']])
    expect(await workFor(anEmail())).toEqual(work)
  })

  test('a password that is the email address is refused, in any case of letters', async () => {
    const email = anEmail()
    for (const same of [email, email.toUpperCase()]) {
      const refusal = await refusalOf(() => signUp(it.ctx(anonymous), { name: 'Ada', email, password: same }))
      expect(refusal).toMatchObject({
        status: 400,
        code: 'invalid_request',
        issues: [{ path: 'password' }],
      })
    }
  })

  test('no column of an account holds its password', async () => {
    const { id } = await aUser(it)
    const row = await it.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(Object.values(row).join('\n')).not.toContain(password)
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
  })

  test('only the service itself may make an account with a role, or list accounts', async () => {
    const input = { name: 'Eve', email: anEmail(), password, role: 'owner' as const }
    for (const ctx of [it.ctx(anonymous), it.ctx(userWith('owner'))]) {
      for (const call of [() => createUser(ctx, input), () => listAllUsers(ctx)]) {
        expect((await refusalOf(call)).status).toBe(ctx.actor.kind === 'user' ? 403 : 401)
      }
    }
    const made = await createUser(it.ctx(), input)
    expect(made.role).toBe('owner')
    expect(await listAllUsers(it.ctx())).toContainEqual(made)
  })

  test('a profile is its owner’s, and gone with the account', async () => {
    const made = await aUser(it)
    const actor = { ...userWith('member'), userId: made.id }
    expect(await readProfile(it.ctx(actor))).toEqual(made)
    await it.app.db.deleteFrom('users').where('id', '=', made.id).execute()
    expect(await refusalOf(() => readProfile(it.ctx(actor)))).toMatchObject({ code: 'unauthorized' })
    expect(await refusalOf(() => readProfile(it.ctx(anonymous)))).toMatchObject({ code: 'unauthorized' })
  })
})

const valid = { name: 'Ada', email: 'ada@example.com', password }

test.each([
  ['no name', { ...valid, name: ' ' }],
  ['a name of 101 characters', { ...valid, name: 'a'.repeat(101) }],
  ['no e-mail', { ...valid, email: '' }],
  ['something that is no e-mail', { ...valid, email: 'ada' }],
  ['an e-mail of 255 characters', { ...valid, email: `${'a'.repeat(243)}@example.com` }],
  ['a password of 7 characters', { ...valid, password: '1234567' }],
  ['a password of 1025 bytes', { ...valid, password: 'é'.repeat(512) + 'a' }],
  ['a role', { ...valid, role: 'owner' }],
])('a sign-up with %s is refused', (_, input) => {
  expect(signupInput.safeParse(input).success).toBe(false)
})

test('e-mails are compared in lower case and without blanks around them', () => {
  expect(signupInput.parse({ ...valid, email: ' Ada@Example.COM ' }).email).toBe('ada@example.com')
  expect(loginInput.parse({ email: ' Ada@Example.COM ', password: 'x' }).email).toBe('ada@example.com')
  expect(signupInput.safeParse({ ...valid, password: 'é'.repeat(512) }).success).toBe(true)
})

test('a role is one of the four, and member when none is given', () => {
  expect(createUserInput.parse(valid).role).toBe('member')
  expect(createUserInput.safeParse({ ...valid, role: 'king' }).success).toBe(false)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/a\\b',
  '/a\nb',
  '',
  'profile',
  '/..//evil.example',
  '/a/%2e%2E//evil.example',
])('after a sign-in nobody is sent to %j', (path) => {
  expect(sameSitePath.safeParse(path).success).toBe(false)
})

test.each([
  ['/€', '/%E2%82%AC'],
  ['/a b/ü?q=日本#é', '/a b/%C3%BC?q=%E6%97%A5%E6%9C%AC#%C3%A9'],
  ['/%E2%82%AC?100%', '/%E2%82%AC?100%'],
  ['/😀', '/%F0%9F%98%80'],
  ['/\ud800x\udfff', '/%EF%BF%BDx%EF%BF%BD'],
  ['/\u0085\u2028\ufeff', '/%C2%85%E2%80%A8%EF%BB%BF'],
])('the path %j is sent as %j, and the same when it is read again', (path, location) => {
  expect(sameSitePath.parse(path)).toBe(location)
  expect(sameSitePath.parse(location)).toBe(location)
  expect(new Headers({ Location: location }).get('Location')).toBe(location)
})

test.each(['/', '/profile', '/docs/a?b=c#d'])('after a sign-in one may be sent to %j', (path) => {
  expect(sameSitePath.safeParse(path).success).toBe(true)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import { oneEngine } from '#tests/support/engines.ts'
import { anonymous, aUser, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'

describe.each(oneEngine)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine)
  })
  afterAll(() => it.close())
  const opens = (email: string, password: string) => signIn(it.ctx(anonymous), { email, password })

  test.each([
    'qmzpalxktw',
    '83920175639204',
    '♞♜♟♝♛♚♞♜',
    'мой кот спит',
    '  two  blanks  ',
    '~`"\'\\;--<>&%00',
  ])('%s is accepted as a password', async (password) => {
    const { id, email } = await aUser(it, { password })
    expect(await opens(email, password)).toMatchObject({ user: { id } })
  })

  test('passwords do not expire', async () => {
    const password = 'correct horse battery'
    const { id, email } = await aUser(it, { password })
    it.at('2046-11-21T12:00:00.000Z')
    expect(await opens(email, password)).toMatchObject({ user: { id } })
    it.at(NOON)
  })
})

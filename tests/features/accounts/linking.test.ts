import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { signInWithIdentity, unlinkIdentity } from '#app/features/accounts/sign-in/identities.server.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { anIdentity, signedIn } from '#tests/support/db/people.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('linking needs a proof of identity from the last ten minutes', async () => {
    it.at(NOON)
    const { ctx } = await signedIn(it, await aUser(it))
    const link = () => signInWithIdentity(ctx, anIdentity())
    it.at('2026-11-21T12:10:00.001Z')
    const refusals = [await refusalOf(link)]
    const guess = await refusalOf(() => confirmPassword(ctx, { password: 'a guess' }))
    expect(guess).toMatchObject({ status: 400, issues: [{ path: 'password' }] })
    refusals.push(await refusalOf(link))
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(OAuthRefused)
      expect(refusal.code).toBe('prove_first')
    }
    await confirmPassword(ctx, { password: 'correct horse battery' })
    expect(await link()).toMatchObject({ linked: true })
    expect((await readProfile(ctx)).connections).toEqual(['github'])
  })

  test('unlinking needs a proof of identity too', async () => {
    it.at(NOON)
    const { ctx } = await signedIn(it, await aUser(it))
    await signInWithIdentity(ctx, anIdentity())
    it.at('2026-11-21T12:10:00.001Z')
    const unlink = () => unlinkIdentity(ctx, { provider: 'github' })
    expect(await refusalOf(unlink)).toMatchObject({ status: 403 })
    await confirmPassword(ctx, { password: 'correct horse battery' })
    expect(await unlink()).toMatchObject({ connections: [] })
  })

  test('an identity that is known signs in without another proof', async () => {
    it.at(NOON)
    const { ctx } = await signedIn(it, await aUser(it))
    const known = anIdentity()
    await signInWithIdentity(ctx, known)
    it.at('2026-11-21T13:00:00.000Z')
    expect(await signInWithIdentity(ctx, known)).toMatchObject({ linked: false })
  })
})

import { issueToken } from '#app/features/accounts/tokens.server.ts'
import type { Fields, Sample } from '#tests/support/interfaces/sample.ts'
import type { World } from '#tests/support/interfaces/world.ts'
import { signedIn } from '#tests/support/db/people.ts'
import { aSnowflake, aUser, NOON } from '#tests/support/factories.ts'

/** Creates a person with the token of an email. */
async function emailed(world: World, purpose: Parameters<typeof issueToken>[2]) {
  const user = await aUser(world, { name: 'Program' })
  const verified = { email_verified_at: purpose === 'verify_email' ? null : NOON }
  await world.app.db.updateTable('users').set(verified).where('id', '=', user.id).execute()
  const session = (await signedIn(world, user)).token
  return { session, token: await issueToken(world.ctx(), user.id, purpose) }
}
const fields = (body: unknown) => body as Fields
const [reset, verify] = ['routes/account/reset-password.tsx', 'routes/account/verify-email.tsx']

/** Samples of calls with a secret that only an email or a provider gives. */
export const accountSamples: Record<string, Sample> = {
  confirmPasswordReset: {
    async prepare(world) {
      const { token } = await emailed(world, 'reset_password')
      return { session: '', body: { token, new_password: 'a horse that eats batteries' } }
    },
    wrong: { new_password: 'short' },
    forms: { [reset]: ({ body }) => fields(body) },
    searches: { [reset]: ({ body }) => ({ token: String(body.token) }) },
  },
  verifyEmail: {
    async prepare(world) {
      const { session, token } = await emailed(world, 'verify_email')
      return { session, body: { token, password: 'a horse that eats batteries' } }
    },
    // With a password, the token is enough.
    accepts: ['denied'],
    wrong: { token: '' },
    forms: { [verify]: ({ body }) => fields(body) },
  },
  unlinkConnection: {
    async prepare(world) {
      const user = await aUser(world, { name: 'Program' })
      const identity = { user_id: user.id, provider: 'github' as const, provider_user_id: aSnowflake() }
      const times = { created_at: NOON, last_used_at: NOON }
      await world.app.db
        .insertInto('identities')
        .values({ id: aSnowflake(), ...identity, username: 'ada', ...times })
        .execute()
      return { session: (await signedIn(world, user)).token, params: { provider: 'github' } }
    },
    forms: { 'routes/account/profile.security.tsx': () => ({ intent: 'unlink', provider: 'github' }) },
  },
}

import type { Context } from '#app/context.server.ts'
import { Forbidden } from '#app/errors.ts'
import { hasOwner } from '#app/features/accounts/store.server.ts'

type SignupMode = 'open' | 'invite' | 'closed'

/** New user, with or without an invitation. */
type Newcomer = 'visitor' | 'invitation'

/** Returns the sign-up mode from `SIGNUP`. Default `open` if an owner exists, otherwise `closed`. */
export async function signupMode({ config, db }: Pick<Context, 'config' | 'db'>): Promise<SignupMode> {
  return config.signup ?? ((await hasOwner(db)) ? 'open' : 'closed')
}

/** Throws `Forbidden` unless sign-up is open to the new user. */
export async function allowSignup(ctx: Pick<Context, 'config' | 'db'>, by: Newcomer): Promise<void> {
  const mode = await signupMode(ctx)
  if (mode === 'closed') throw new Forbidden('Sign-up is closed on this site. Contact the site owner.')
  if (mode === 'invite' && by === 'visitor')
    throw new Forbidden('Sign-up is by invitation only. Ask an administrator of this site for an invitation.')
}

import type { Context } from '#app/context.server.ts'
import { Forbidden } from '#app/errors.ts'
import { hasOwner } from '#app/features/accounts/store.server.ts'

type SignupMode = 'open' | 'invite' | 'closed'

/** People who make an account for themselves, with an invitation or without. */
type Newcomer = 'visitor' | 'invitation'

/** Returns who may sign up: the setting `SIGNUP` or, without it, `open` once an owner exists and `closed` before. */
export async function signupMode({ config, db }: Pick<Context, 'config' | 'db'>): Promise<SignupMode> {
  return config.signup ?? ((await hasOwner(db)) ? 'open' : 'closed')
}

/** Refuses a newcomer with `Forbidden` unless sign-up is open to them. */
export async function allowSignup(ctx: Pick<Context, 'config' | 'db'>, by: Newcomer): Promise<void> {
  const mode = await signupMode(ctx)
  if (mode === 'closed') throw new Forbidden('Sign-up is closed on this site.')
  if (mode === 'invite' && by === 'visitor')
    throw new Forbidden('Sign-up is by invitation only. Ask an administrator of this site for an invitation.')
}

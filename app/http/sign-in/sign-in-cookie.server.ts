import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { sameSitePath } from '#app/features/accounts/schema.ts'
import type { Provider } from '#app/platform/config/providers.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'

/** Seconds that a user has to complete a sign-in with a provider. */
const SIGN_IN_TIMEOUT_SECONDS = 5 * 60

const pendingSignIn = z.object({
  /** Start of the sign-in, in epoch milliseconds. */
  at: z.number(),
  state: z.string().min(16),
  verifier: z.string(),
  /** Cookie of the strategy's state, as `name=value`. */
  cookie: z.string(),
  redirectTo: sameSitePath.nullable(),
  /** Session that started the sign-in, or null if there was none. */
  session: z.string().nullable(),
  /** True to list the user's servers. */
  withGuilds: z.boolean(),
})

/** Sign-in that was started in this browser. */
export type PendingSignIn = z.infer<typeof pendingSignIn>

const nameOf = (provider: Provider) => `sign-in-${provider}`

/** Returns the session id of the caller, or null. A sign-in must start and end in the same session. */
export const sessionOf = ({ actor }: Pick<Context, 'actor'>): string | null =>
  actor.kind === 'user' ? actor.sessionId : null

/** Returns the `Set-Cookie` value that binds a sign-in to this browser. */
export function setPendingSignIn(
  ctx: Pick<Context, 'secrets' | 'now'>,
  provider: Provider,
  secure: boolean,
  kept: Omit<PendingSignIn, 'at'>,
): string {
  const text = JSON.stringify({ at: ctx.now().getTime(), ...kept } satisfies PendingSignIn)
  return cookie(
    provider,
    encrypt(ctx.secrets.pepper, nameOf(provider), text),
    SIGN_IN_TIMEOUT_SECONDS,
    secure,
  )
}

/** Returns the `Set-Cookie` value that deletes the cookie, so that the cookie works only once. */
export const clearPendingSignIn = (provider: Provider, secure: boolean): string =>
  cookie(provider, '', 0, secure)

const cookie = (provider: Provider, value: string, maxAge: number, secure: boolean) =>
  `${nameOf(provider)}=${value}; Path=/api/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** Returns the sign-in that the browser of this request started, or null if its cookie is missing or unreadable. */
export function readPendingSignIn(
  { secrets }: Pick<Context, 'secrets'>,
  provider: Provider,
  request: Request,
): PendingSignIn | null {
  const start = `${nameOf(provider)}=`
  const pieces = (request.headers.get('Cookie') ?? '').split(';').map((piece) => piece.trim())
  const value = pieces.find((piece) => piece.startsWith(start))?.slice(start.length)
  const text = value ? decrypt(secrets.pepper, nameOf(provider), value) : null
  return (text && pendingSignIn.safeParse(JSON.parse(text)).data) || null
}

/** Throws `OAuthRefused` unless the sign-in is recent and its state and session match the request. */
export function checkPendingSignIn(
  ctx: Context,
  kept: PendingSignIn | null,
  state: string | null,
): asserts kept is PendingSignIn {
  if (
    !kept ||
    ctx.now().getTime() - kept.at > SIGN_IN_TIMEOUT_SECONDS * 1000 ||
    !isSame(kept.state, state ?? '') ||
    kept.session !== sessionOf(ctx)
  )
    throw new OAuthRefused('state')
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { sameSitePath } from '#app/features/accounts/schema.ts'
import type { Provider } from '#app/platform/config/providers.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'

/** How long somebody may take at a provider, in seconds. */
const SIGN_IN_TIMEOUT_SECONDS = 5 * 60

const pendingSignIn = z.object({
  /** When it was begun, in milliseconds. */
  at: z.number(),
  state: z.string().min(16),
  verifier: z.string(),
  /** The `name=value` of the cookie in which the strategy keeps the state. */
  cookie: z.string(),
  redirectTo: sameSitePath.nullable(),
  /** The session of the one who began; null when nobody was signed in. */
  session: z.string().nullable(),
})

/** A sign-in that was begun in this browser. */
export type PendingSignIn = z.infer<typeof pendingSignIn>

const nameOf = (provider: Provider) => `sign-in-${provider}`

/** The session of the one who asks, which has to be the same at the beginning and at the end. */
export const sessionOf = ({ actor }: Pick<Context, 'actor'>): string | null =>
  actor.kind === 'user' ? actor.sessionId : null

/** The `Set-Cookie` that binds a sign-in to this browser. */
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

/** The `Set-Cookie` that takes it back, so that it serves once. */
export const clearPendingSignIn = (provider: Provider, secure: boolean): string =>
  cookie(provider, '', 0, secure)

const cookie = (provider: Provider, value: string, maxAge: number, secure: boolean) =>
  `${nameOf(provider)}=${value}; Path=/api/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** What was begun in the browser that this request comes from; null when nothing was, or nothing that we sealed. */
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

/** Refuses unless the one who comes back in time is the one who began. */
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

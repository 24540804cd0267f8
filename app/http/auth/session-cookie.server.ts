import { contextFor, type App, type Context, type RequestFacts } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { issueDevice } from '#app/features/accounts/sign-in/devices.server.ts'
import { closeSession, openSession, signOut } from '#app/features/accounts/sign-in/sessions.server.ts'
import { recordSignIn, type Proof } from '#app/features/accounts/sign-in/sign-in-proof.server.ts'
import { DEVICE_SECONDS, SESSION_SECONDS } from '#app/features/accounts/schema.ts'
import { cookieOf, setCookie } from '#app/http/protocol/cookies.ts'

type RouteArgs = { request: Request; context: { app: App; facts: RequestFacts } }

/** Returns the token in the `session` cookie, or null. */
export const sessionToken = (cookies: string | null | undefined): string | null =>
  cookieOf(cookies, 'session')

/** Starts a new session, marks the device as known and returns the `Set-Cookie` value. Rejects an outdated `proof`. */
export async function startSession(
  { request, context: { app, facts } }: RouteArgs,
  userId: string,
  proof?: Proof,
): Promise<string> {
  const method = proof && 'provider' in proof ? proof.provider : 'password'
  const userAgent = request.headers.get('User-Agent')
  const opening = { userId, method, userAgent, address: facts.address, proof }
  const ctx = contextFor(app, { kind: 'anonymous' }, facts)
  const { token, device } = await inTransaction(ctx, async (inner) => {
    await closeSession(inner, sessionToken(request.headers.get('Cookie')))
    const token = await openSession(inner, opening)
    if (proof) await recordSignIn(inner, userId, method)
    return { token, device: await issueDevice(inner, userId) }
  })
  rememberDevice({ context: { app, facts } }, device)
  return sessionCookie(token, SESSION_SECONDS, facts.secure)
}

/** Signs the user out and returns the `Set-Cookie` value that clears the cookie. */
export async function endSession(
  { request, context: { app, facts } }: RouteArgs,
  ctx: Context,
): Promise<string> {
  await signOut(ctx)
  // The cookie can name another session that was just replaced or has expired.
  await closeSession(app, sessionToken(request.headers.get('Cookie')))
  return sessionCookie('', 0, facts.secure)
}

/** Returns the `Set-Cookie` value for a session. */
export const sessionCookie = (value: string, maxAge: number, secure: boolean) =>
  setCookie('session', value, maxAge, secure)

/** Marks the browser as a known device of the account. Does nothing for null. */
export function rememberDevice(
  { context: { facts } }: Pick<RouteArgs, 'context'>,
  value: string | null,
): void {
  if (value) facts.newDevice = setCookie('device', value, DEVICE_SECONDS, facts.secure)
}

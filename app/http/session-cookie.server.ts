import type { App, RequestFacts } from '#app/context.server.ts'
import { closeSession, openSession } from '#app/features/accounts/sessions.server.ts'
import { SESSION_SECONDS } from '#app/features/accounts/schema.ts'

type Door = { request: Request; context: { app: App; facts: RequestFacts } }

/** The token in the `session` cookie of a request, or null. */
export function sessionToken(cookies: string | null | undefined): string | null {
  for (const part of (cookies ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === 'session' && value) return value
  }
  return null
}

/** Opens a new session (and ends the one the browser had); returns the value of `Set-Cookie`. */
export async function startSession(
  { request, context: { app, facts } }: Door,
  userId: string,
  method = 'password',
): Promise<string> {
  await closeSession(app, sessionToken(request.headers.get('Cookie')))
  const userAgent = request.headers.get('User-Agent')
  const token = await openSession(app, { userId, method, userAgent, address: facts.address })
  return sessionCookie(token, SESSION_SECONDS, facts.secure)
}

/** Ends the session and returns the value of `Set-Cookie` that clears the cookie. */
export async function endSession({ request, context: { app, facts } }: Door): Promise<string> {
  await closeSession(app, sessionToken(request.headers.get('Cookie')))
  return sessionCookie('', 0, facts.secure)
}

/** The value of `Set-Cookie`. */
export const sessionCookie = (value: string, maxAge: number, secure: boolean) =>
  `session=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

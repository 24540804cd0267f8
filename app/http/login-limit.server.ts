import { createHmac } from 'node:crypto'
import type { App } from '#app/context.server.ts'
import { Unauthorized } from '#app/errors.ts'
import { tooMany } from '#app/http/limit.server.ts'

/**
 * Runs a sign-in under the limit of its account: only failures count, a success forgets them. The counter's name is a
 * keyed hash, so that the store of limits never holds an e-mail address.
 */
export async function guardAccount<T>(app: App, email: string, attempt: () => Promise<T>): Promise<T> {
  const account = createHmac('sha256', app.secrets.pepper).update(email.toLowerCase()).digest('base64url')
  const before = await app.limiter.peek('login_account', account)
  if (before?.refused) throw tooMany(before)
  try {
    const result = await attempt()
    await app.limiter.forget('login_account', account)
    return result
  } catch (error) {
    if (error instanceof Unauthorized) await app.limiter.consume('login_account', account)
    throw error
  }
}

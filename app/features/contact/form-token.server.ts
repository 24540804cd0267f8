import type { Context } from '#app/context.server.ts'
import { FORM_TOKEN_LIFETIME_MS } from '#app/features/contact/schema.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'

const PURPOSE = 'contact-mark'

/** Creates a token that contains the current time and cannot be forged by clients. */
export const createFormToken = (ctx: Pick<Context, 'secrets' | 'now'>): string =>
  encrypt(ctx.secrets.pepper, PURPOSE, String(ctx.now().getTime()))

/**
 * Returns the age of a form token in milliseconds, or null if it is missing, forged, from the future or older than a
 * day. A missing token is not a spam signal, so reusing a token has no advantage.
 */
export function formTokenAge(ctx: Pick<Context, 'secrets' | 'now'>, mark: string | undefined): number | null {
  const made = mark ? decrypt(ctx.secrets.pepper, PURPOSE, mark) : null
  const age = made === null ? NaN : ctx.now().getTime() - Number(made)
  return age >= 0 && age <= FORM_TOKEN_LIFETIME_MS ? age : null
}

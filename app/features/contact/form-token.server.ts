import type { Context } from '#app/context.server.ts'
import { FORM_TOKEN_LIFETIME_MS } from '#app/features/contact/schema.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'

const PURPOSE = 'contact-mark'

/** Says when somebody began to write. Nobody but us can make or change one. */
export const createFormToken = (ctx: Pick<Context, 'secrets' | 'now'>): string =>
  encrypt(ctx.secrets.pepper, PURPOSE, String(ctx.now().getTime()))

/**
 * How old a mark is, in milliseconds; null for one that says nothing: it is missing, not of ours, from the future, or older
 * than a day. Whoever sends none is judged as before there were marks, so that nothing is won by using one twice.
 */
export function formTokenAge(ctx: Pick<Context, 'secrets' | 'now'>, mark: string | undefined): number | null {
  const made = mark ? decrypt(ctx.secrets.pepper, PURPOSE, mark) : null
  const age = made === null ? NaN : ctx.now().getTime() - Number(made)
  return age >= 0 && age <= FORM_TOKEN_LIFETIME_MS ? age : null
}

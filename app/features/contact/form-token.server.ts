import type { Context } from '#app/context.server.ts'
import { MARK_LASTS } from '#app/features/contact/schema.ts'
import { seal, unseal } from '#app/platform/security/encryption.server.ts'

const PURPOSE = 'contact-mark'

/** Says when somebody began to write. Nobody but us can make or change one. */
export const makeMark = (ctx: Pick<Context, 'secrets' | 'now'>): string =>
  seal(ctx.secrets.pepper, PURPOSE, String(ctx.now().getTime()))

/**
 * How old a mark is, in milliseconds; null for one that says nothing: it is missing, not of ours, from the future, or older
 * than a day. Whoever sends none is judged as before there were marks, so that nothing is won by using one twice.
 */
export function ageOfMark(ctx: Pick<Context, 'secrets' | 'now'>, mark: string | undefined): number | null {
  const made = mark ? unseal(ctx.secrets.pepper, PURPOSE, mark) : null
  const age = made === null ? NaN : ctx.now().getTime() - Number(made)
  return age >= 0 && age <= MARK_LASTS ? age : null
}

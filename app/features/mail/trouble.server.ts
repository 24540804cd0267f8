import type { Context } from '#app/context.server.ts'
import { oldestDelayed } from '#app/features/mail/store.server.ts'

/** That letters wait because the mail server took none of them, and since when; null while all is well. Names nobody. */
export async function lastTrouble(ctx: Pick<Context, 'db'>) {
  const delayed = await oldestDelayed(ctx.db)
  if (!delayed) return null
  return { code: 'mail_delayed', message: 'Letters wait for the mail server.', at: delayed.created_at }
}

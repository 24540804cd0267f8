import type { Context } from '#app/context.server.ts'
import { insertSpent } from '#app/features/idempotency/store.server.ts'

/** Uses a confirmation up, on all instances. False when it was used before. Its caller has checked that it is ours. */
export const spendConfirmation = (
  { db }: Pick<Context, 'db'>,
  { id, expiresAt }: { id: string; expiresAt: string },
): Promise<boolean> => insertSpent(db, { id, expires_at: expiresAt })

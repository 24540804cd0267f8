import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { deleteExpiredInvitations } from '#app/features/invitations/store.server.ts'

/** Deletes expired invitations. */
export async function purgeInvitations(ctx: Context): Promise<void> {
  allow(ctx, 'users:write')
  await deleteExpiredInvitations(ctx.db, ctx.now().toISOString())
}

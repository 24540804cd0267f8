import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { GuildPolicy } from '#app/features/guilds/schema.ts'
import { policyRow, writePolicy } from '#app/features/guilds/store.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'

const defaultPolicy: GuildPolicy = { policy: 'allow_list', leave_after_days: null }

/** Returns the policy for new guilds, for internal checks. Does not authorize the caller. */
export const currentPolicy = async ({ db }: Pick<Context, 'db'>): Promise<GuildPolicy> =>
  ((await policyRow(db)) as GuildPolicy | undefined) ?? defaultPolicy

/** Returns the policy for new guilds. */
export async function readGuildPolicy(ctx: Context): Promise<GuildPolicy> {
  allow(ctx, 'guilds:write')
  return currentPolicy(ctx)
}

/** Changes the policy for new guilds. Guilds that are already pending stay pending. */
export async function saveGuildPolicy(ctx: Context, policy: GuildPolicy): Promise<GuildPolicy> {
  allow(ctx, 'guilds:policy')
  return inTransaction(ctx, async (inner) => {
    await writePolicy(inner.db, policy)
    await recordAudit(inner, { action: 'guild.policy_changed', details: { ...policy } })
    return policy
  })
}

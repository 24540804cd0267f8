import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { failingIn, stoppedIn } from '#app/features/automations/store.server.ts'

/** The automations of these guilds that are on and failed the last time that they ran. */
export async function failingAutomations(
  ctx: Context,
  { guildIds, most }: { guildIds: string[]; most: number },
) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const rows = await failingIn(ctx.db, guildIds, most)
  return rows.map(({ last_triggered_at, updated_at, ...row }) => ({
    ...row,
    at: last_triggered_at ?? updated_at,
  }))
}

/** Returns the automations of these guilds that the service disabled because they took too long. */
export async function stoppedAutomations(
  ctx: Context,
  { guildIds, most }: { guildIds: string[]; most: number },
) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const rows = await stoppedIn(ctx.db, guildIds, most)
  return rows.map(({ stopped_at, ...row }) => ({ ...row, at: stopped_at! }))
}

import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { seededAt } from '#app/features/demo/store.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** Checks whether the demo guild has data. Public. */
export const isDemoReady = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  Boolean(await seededAt(db, DEMO_GUILD.id))

/** Fills the demo guild if its data is missing or older than a day. Does nothing if the demo is off. */
export async function refreshDemo(ctx: Context): Promise<void> {
  allow(ctx, 'guilds:write')
  if (!ctx.config.demo) return
  const at = await seededAt(ctx.db, DEMO_GUILD.id)
  if (at && ctx.now().getTime() - Date.parse(at) < DAY) return
  await seedDemo(ctx)
}

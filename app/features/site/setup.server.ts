import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { changeStoredSite, readStoredSite } from '#app/features/content/store/publishing.server.ts'
import { pageOfGuilds } from '#app/features/guilds/guilds.server.ts'
import type { SetupStep } from '#app/features/site/setup.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'

export type SetupState = { step: SetupStep; state: 'open' | 'done' | 'skipped' }

/** Returns the steps of the setup in order, with their state. */
export async function readSetup(ctx: Context): Promise<SetupState[]> {
  allow(ctx, 'site:write')
  const { contentIndex, config } = ctx
  const { settings, starter, skipped } = await readStoredSite(ctx)
  const done: Record<SetupStep, boolean> = {
    name: settings.name !== undefined || contentIndex.siteLocks.name !== undefined,
    content: starter !== null || !contentIndex.isBundled,
    post: contentIndex.list('post').some(({ isWritten }) => isWritten === true),
    bot: config.discordBotToken !== undefined,
    server: (await pageOfGuilds(ctx, { limit: 1, offset: 0 })).total > 0,
  }
  return (Object.keys(done) as SetupStep[]).map((step) => ({
    step,
    state: done[step] ? 'done' : skipped.includes(step) ? 'skipped' : 'open',
  }))
}

/** Skips a step of the setup. */
export async function skipSetupStep(ctx: Context, { step }: { step: SetupStep }): Promise<void> {
  allow(ctx, 'site:write')
  await inTransaction(ctx, async (inner) => {
    const { skipped } = await readStoredSite(inner)
    if (!skipped.includes(step)) await changeStoredSite(inner, { skipped: [...skipped, step] })
  })
}

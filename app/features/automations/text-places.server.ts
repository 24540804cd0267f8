import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import * as store from '#app/features/automations/store.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'

/** Yields the automations of all guilds that contain any of the texts. For administrators and the command line. */
export async function* automationTexts(
  ctx: Pick<Context, 'actor' | 'db'>,
  texts: readonly string[],
): AsyncGenerator<TextPlace> {
  allow(ctx, 'guilds:write')
  for await (const { id, guild_id: guild, name, definition } of store.automationsWithText(ctx.db, texts))
    yield { id, place: `${name} (server ${guild})`, text: definition }
}

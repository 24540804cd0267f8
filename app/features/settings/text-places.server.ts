import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import * as store from '#app/features/settings/store.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'

/** Yields the settings of all guilds that contain any of the texts. For administrators and the command line. */
export async function* settingsTexts(
  ctx: Pick<Context, 'actor' | 'db'>,
  texts: readonly string[],
): AsyncGenerator<TextPlace> {
  allow(ctx, 'guilds:write')
  for await (const { guild_id: id, settings } of store.settingsWithText(ctx.db, texts))
    yield { id, place: `server ${id}`, text: settings }
}

import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import * as store from '#app/features/commands/store.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'

/** Yields the commands of all guilds that contain any of the texts. For administrators and the command line. */
export async function* commandTexts(
  ctx: Pick<Context, 'actor' | 'db'>,
  texts: readonly string[],
): AsyncGenerator<TextPlace> {
  allow(ctx, 'guilds:write')
  for await (const row of store.commandsWithText(ctx.db, texts)) {
    const { id, guild_id: guild, name } = row
    const text = store.textColumns.map((column) => row[column] ?? '').join('\n')
    yield { id, place: `${name} (server ${guild})`, text }
  }
}

import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import * as store from '#app/features/media/store.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'

/** Yields the images whose alternative text contains any of the texts. For editors and the command line. */
export async function* imageTexts(
  ctx: Pick<Context, 'actor' | 'db'>,
  texts: readonly string[],
): AsyncGenerator<TextPlace> {
  allow(ctx, 'cms:write')
  for await (const { id, name, alt } of store.mediaWithText(ctx.db, texts))
    yield { id, place: name, text: alt }
}

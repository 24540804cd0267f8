import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import * as store from '#app/features/cms/store.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'

type Asked = Pick<Context, 'actor' | 'db'>

/** Yields the entries whose current text contains any of the texts. For editors and the command line. */
export async function* entryTexts(ctx: Asked, texts: readonly string[]): AsyncGenerator<TextPlace> {
  allow(ctx, 'cms:write')
  for await (const row of store.entriesWithText(ctx.db, texts)) {
    const type = entryTypes.find((one) => one === row.type)
    if (row.deleted_at === null && type)
      yield {
        id: row.id,
        place: pathOfEntry({ type, slug: row.slug }),
        text: `${row.title}\n${row.description}\n${row.body}`,
      }
  }
}

/** Yields the unsaved drafts that contain any of the texts. For editors and the command line. */
export async function* unsavedTexts(ctx: Asked, texts: readonly string[]): AsyncGenerator<TextPlace> {
  allow(ctx, 'cms:write')
  for await (const { entry_id: id, user_id: user, fields } of store.draftsWithText(ctx.db, texts))
    yield { id: `${id} ${user}`, place: `draft of ${id}`, text: fields }
}

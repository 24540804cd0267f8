import { z } from 'zod'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { shownOf } from '#app/features/cms/present.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'

/** For how long a preview link opens, in milliseconds. */
const PREVIEW_LIFETIME_MS = 60 * 60_000
const PURPOSE = 'preview'
const sealed = z.object({ type: z.enum(entryTypes), id: z.string(), until: z.number() })

/** A link for whoever has it to the text of an entry as it stands when it is opened. It opens for an hour. Throws `NotFound`. */
export async function createPreviewLink(
  ctx: Context,
  { type, id }: EntryOf,
): Promise<{ url: string; expires_at: string }> {
  allow(ctx, 'cms:write')
  await readCmsEntry(ctx, { type, id })
  const until = ctx.now().getTime() + PREVIEW_LIFETIME_MS
  const token = encrypt(ctx.secrets.pepper, PURPOSE, JSON.stringify({ type, id, until }))
  return { url: `${ctx.config.siteUrl}/preview/${token}`, expires_at: new Date(until).toISOString() }
}

/** What a preview link shows: the entry as readers would have it, and its HTML. Open to whoever has the link. Throws `NotFound`. */
export async function readPreview(ctx: Context, { token }: { token: string }) {
  const text = decrypt(ctx.secrets.pepper, PURPOSE, token)
  const link = text ? sealed.parse(JSON.parse(text)) : null
  if (!link || link.until < ctx.now().getTime())
    throw new NotFound('This preview link has expired. Ask for a new one.')
  return { ...(await readEntryPreview({ ...ctx, actor: { kind: 'system' } }, link)), until: link.until }
}

/** An entry as it stands, as readers would have it. A text that cannot be drawn is none. Throws `NotFound`. */
export async function readEntryPreview(ctx: Context, { type, id }: EntryOf) {
  allow(ctx, 'cms:write')
  const { version, updated_at, published_at, ...fields } = await readCmsEntry(ctx, { type, id })
  const shown = shownOf(type, fields, { first: published_at ?? updated_at, now: updated_at })
  const drawn = await ctx.contentIndex.renderSafely(fields.body)
  const { body: _body, ...entry } = shown
  return { entry, html: 'html' in drawn ? drawn.html : '', version }
}

/** Any text as readers would have it, or what of it is refused. Throws `TryLater`. */
export async function renderText(ctx: Context, { body }: { body: string }) {
  allow(ctx, 'cms:write')
  const drawn = await ctx.contentIndex.renderSafely(body)
  return 'html' in drawn ? { html: drawn.html, refused: [] } : { html: null, refused: drawn.refused }
}

import { z } from 'zod'
import { allow, callerIdOf } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import type { PreviewLink } from '#app/features/cms/schema.ts'
import { withDescription } from '#app/features/cms/field-values.ts'
import { findMissingTargets } from '#app/features/cms/missing-targets.server.ts'
import { shownOf } from '#app/features/cms/present.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'
import { HOUR } from '#app/primitives/time.ts'

const PURPOSE = 'preview'
const sealed = z.object({ type: z.enum(entryTypes), id: z.string(), until: z.number() })

/**
 * Creates a link that shows an entry's latest saved text to visitors who are not signed in, until it expires. Throws
 * `NotFound`.
 */
export async function createPreviewLink(
  ctx: Context,
  { type, id, hours }: EntryOf & { hours: number },
): Promise<PreviewLink> {
  allow(ctx, 'cms:write')
  await readCmsEntry(ctx, { type, id })
  const until = ctx.now().getTime() + hours * HOUR
  const token = encrypt(ctx.secrets.pepper, PURPOSE, JSON.stringify({ type, id, until }))
  return { url: `${ctx.config.siteUrl}/preview/${token}`, expires_at: new Date(until).toISOString() }
}

/**
 * Returns the entry for a preview link as readers would see it, with the rendered HTML. Requires only the link. Throws
 * `NotFound`.
 */
export async function readPreview(ctx: Context, { token }: { token: string }) {
  const text = decrypt(ctx.secrets.pepper, PURPOSE, token)
  const link = text ? sealed.parse(JSON.parse(text)) : null
  if (!link || link.until < ctx.now().getTime())
    throw new NotFound('This preview link has expired. Request a new link.')
  return { ...(await readEntryPreview({ ...ctx, actor: { kind: 'system' } }, link)), until: link.until }
}

/**
 * Returns an entry's latest saved version as readers would see it. Omits a body that cannot be rendered. Throws
 * `NotFound`.
 */
export async function readEntryPreview(ctx: Context, { type, id }: EntryOf) {
  allow(ctx, 'cms:write')
  const { version, updated_at, published_at, ...fields } = await readCmsEntry(ctx, { type, id })
  const shown = shownOf(type, withDescription(fields), { first: published_at ?? updated_at, now: updated_at })
  const drawn = await ctx.contentIndex.renderSafely(fields.body, `preview ${id}`)
  const { body: _body, ...entry } = shown
  return { entry, html: 'html' in drawn ? drawn.html : '', version }
}

/**
 * Renders a body as readers would see it, with warnings for links and images without a target, or returns the issues
 * in it. Throws `TryLater`.
 */
export async function renderText(ctx: Context, { body }: { body: string }) {
  allow(ctx, 'cms:write')
  const drawn = await ctx.contentIndex.renderSafely(body, callerIdOf(ctx))
  if ('refused' in drawn) return { html: null, refused: drawn.refused, warnings: [] }
  return { html: drawn.html, refused: [], warnings: await findMissingTargets(ctx, drawn.html) }
}

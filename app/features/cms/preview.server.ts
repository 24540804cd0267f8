import { z } from 'zod'
import { allow, callerIdOf } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { MAX_BODY_WARNINGS, type PreviewLink } from '#app/features/cms/schema.ts'
import { withDescription } from '#app/features/cms/field-values.ts'
import { shownOf } from '#app/features/cms/present.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { findMedia } from '#app/features/media/serve.server.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'
import { trimEndOf } from '#app/primitives/text.ts'
import { HOUR } from '#app/primitives/time.ts'

const PURPOSE = 'preview'
/** Maximum number of images that are looked up, because each needs a query. */
const MAX_IMAGES = 50

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

/** Returns a warning for each path on this site that rendered HTML links to or shows, but that does not exist. */
async function findMissingTargets(ctx: Context, html: string): Promise<string[]> {
  const paths = [...html.matchAll(/ (?:href|src)="(\/(?!\/)[^"?#]*)/g)].map(([, path = '']) => pathOf(path))
  const warnings: string[] = []
  let images = 0
  for (const path of new Set(paths)) {
    if (warnings.length === MAX_BODY_WARNINGS) break
    if (path.startsWith('/media/')) {
      images += 1
      if (images <= MAX_IMAGES && !(await hasImage(ctx, path)))
        warnings.push(`The image ${path} does not exist.`)
    } else if (!ctx.contentIndex.exists(path)) warnings.push(`There is no published page at ${path}.`)
  }
  return warnings
}

/** Returns the path of an attribute, as requests for it are routed. */
function pathOf(value: string): string {
  return trimEndOf(value.replaceAll('&amp;', '&').toLowerCase(), '/') || '/'
}

async function hasImage(ctx: Context, path: string): Promise<boolean> {
  const [file = '', width = null] = path.slice('/media/'.length).split('/').reverse()
  try {
    await findMedia(ctx, { file, width })
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

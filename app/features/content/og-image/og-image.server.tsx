import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { TryLater, found } from '#app/errors.ts'
import { pageOfOgImage, ogImagePath } from '#app/site/paths.ts'
import type { Entry } from '#app/features/content/schema.ts'
import {
  DESIGN_VERSION,
  OgImageView,
  type OgImageContent,
} from '#app/features/content/og-image/design.server.tsx'
import type { DrawImage } from '#app/features/content/og-image/engine.server.ts'
import { formatDay } from '#app/ui/feedback/timestamp.tsx'
import { siteName } from '#app/site/site.ts'

type Published = Pick<Context, 'contentIndex' | 'config'>
type Makes = Pick<Context, 'contentIndex' | 'config' | 'ogImageMaker'>

/**
 * The PNG that a link to an entry is shown with, 1200 by 630; `path` is the image's own, such as
 * `/share/docs/markdown.png`. Open to everyone. Throws `NotFound`, and `TryLater` when images cannot be made now.
 */
export async function ogImage(ctx: Makes, { path }: { path: string }): Promise<Buffer> {
  const entry = found(ctx.contentIndex.find(pageOfOgImage(path) ?? ''), `There is no share image at ${path}.`)
  const shown = ogImageContentOf(entry, ctx.config.siteUrl)
  return ctx.ogImageMaker.image(keyOf(shown), drawOgImage(shown))
}

/**
 * Makes the images of these entries that are not kept yet, one after the other, and awaits `pause` before each. What
 * fails is logged and passed over; what is refused for now is made when it is asked for. A `pause` that rejects ends it.
 */
export async function warmOgImages(
  ctx: Pick<Context, 'config' | 'ogImageMaker' | 'log'>,
  entries: readonly Entry[],
  pause: () => Promise<void>,
): Promise<void> {
  for (const entry of entries) {
    const shown = ogImageContentOf(entry, ctx.config.siteUrl)
    const key = keyOf(shown)
    if (!(await ctx.ogImageMaker.canQueue(key))) continue
    await pause()
    await ctx.ogImageMaker.image(key, drawOgImage(shown)).catch((error: unknown) => {
      if (!(error instanceof TryLater)) ctx.log.error({ err: error, path: entry.path }, 'a share image fails')
    })
  }
}

/** Another one for every other image of the entry. Known without making the image. */
export const ogImageVersion = (entry: Entry, siteUrl: string) =>
  keyOf(ogImageContentOf(entry, siteUrl)).slice(0, 12)

/** The image for the head of the page at `path`: its entry's, or else the home page's. Undefined without either. */
export function ogImageOf({ contentIndex, config: { siteUrl } }: Published, path: string) {
  const entry = contentIndex.find(path) ?? contentIndex.find('/')
  if (!entry) return undefined
  const src = `${ogImagePath(entry.path)}?v=${ogImageVersion(entry, siteUrl)}`
  return { src, alt: `${entry.title}: a signpost to ${new URL(siteUrl).host}` }
}

/** Everything that the image shows, and nothing else: its address and its place in the cache follow from it. */
function ogImageContentOf({ type, path, title, section, published }: Entry, siteUrl: string): OgImageContent {
  const place = {
    page: [],
    doc: ['Docs', section ?? ''],
    post: ['Blog', published ? formatDay(published) : ''],
  }
  return {
    title: title.normalize('NFC'),
    trail: [siteName, ...place[type].filter(Boolean)],
    host: new URL(siteUrl).host,
    path,
  }
}

const keyOf = (shown: OgImageContent) =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, shown]))
    .digest('hex')

/** Signs that no font has are left out; a title with letters that none has gives way to the page's address. */
const drawOgImage =
  (shown: OgImageContent): DrawImage =>
  (unknown) => {
    const title = unknown.some((text) => /\p{L}/u.test(text))
      ? shown.path
      : unknown.reduce((text, sign) => text.replaceAll(sign, ''), shown.title)
    return <OgImageView {...shown} title={title} />
  }

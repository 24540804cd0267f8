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
import { normalizeStart } from '#app/primitives/text.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'

type Published = Pick<Context, 'contentIndex' | 'config'>
type Makes = Pick<Context, 'contentIndex' | 'config' | 'ogImageMaker'>

/**
 * Returns the Open Graph PNG of an entry, 1200 by 630. `path` is the path of the image, such as
 * `/share/docs/markdown.png`. Public. Throws `NotFound` for unknown pages and `TryLater` if images cannot be rendered
 * now.
 */
export async function ogImage(ctx: Makes, { path }: { path: string }): Promise<Buffer> {
  const entry = found(ctx.contentIndex.find(pageOfOgImage(path) ?? ''), `There is no share image at ${path}.`)
  const shown = ogImageContentOf(ctx, entry)
  return ctx.ogImageMaker.image(keyOf(shown), await drawOgImage(ctx, shown))
}

/**
 * Renders missing images for entries one at a time, and awaits `pause` before each image. Logs failures except
 * `TryLater`. Stops if `pause` rejects.
 */
export async function warmOgImages(
  ctx: Makes & Pick<Context, 'log'>,
  entries: readonly Entry[],
  pause: () => Promise<void>,
): Promise<void> {
  for (const entry of entries) {
    const shown = ogImageContentOf(ctx, entry)
    const key = keyOf(shown)
    if (!(await ctx.ogImageMaker.canQueue(key))) continue
    await pause()
    const made = drawOgImage(ctx, shown).then((draw) => ctx.ogImageMaker.image(key, draw))
    await made.catch((error: unknown) => {
      if (!(error instanceof TryLater))
        ctx.log.error({ err: error, path: entry.path }, 'a share image could not be rendered')
    })
  }
}

/** Returns a version that changes with the image, computed without rendering the image. */
export const ogImageVersion = (ctx: Published, entry: Entry) =>
  keyOf(ogImageContentOf(ctx, entry)).slice(0, 12)

/**
 * Returns the image of the entry at `path`, or of the home page if there is no entry. Returns undefined if neither
 * exists.
 */
export function ogImageOf(ctx: Published, path: string) {
  const entry = ctx.contentIndex.find(path) ?? ctx.contentIndex.find('/')
  if (!entry) return undefined
  const src = `${ogImagePath(entry.path)}?v=${ogImageVersion(ctx, entry)}`
  return { src, alt: `${entry.title} · ${new URL(ctx.config.siteUrl).host}` }
}

/** Returns the exact content of an image, which determines the image's URL and cache key. */
function ogImageContentOf(
  { contentIndex: { site }, config: { siteUrl } }: Published,
  { type, path, title, section, published }: Entry,
): OgImageContent {
  const { text, day } = messagesOf(site)
  const place = {
    page: [],
    doc: [text('common.docs'), section ?? ''],
    post: [text('common.blog'), published ? day(published) : ''],
  }
  return {
    title: normalizeStart(title, 'NFC'),
    trail: [site.name, ...place[type].filter(Boolean)],
    host: new URL(siteUrl).host,
    path,
    accent: site.accent,
    icon: site.icon,
  }
}

const keyOf = (shown: OgImageContent) =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, shown]))
    .digest('hex')

/**
 * Renders an image without unsupported symbols. If the title has unsupported characters, shows the path of the page
 * instead.
 */
async function drawOgImage({ ogImageMaker }: Makes, shown: OgImageContent): Promise<DrawImage> {
  const iconUrl = shown.icon && (await ogImageMaker.iconUrl(shown.icon))
  return (unknown) => {
    const title = unknown.some((text) => /\p{L}/u.test(text))
      ? shown.path
      : unknown.reduce((text, sign) => text.replaceAll(sign, ''), shown.title)
    return <OgImageView {...shown} title={title} iconUrl={iconUrl} />
  }
}

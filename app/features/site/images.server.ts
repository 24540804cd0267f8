import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { uploadMedia } from '#app/features/media/media.server.ts'
import type { UploadedFile } from '#app/features/media/prepare.server.ts'
import { iconAt } from '#app/features/site/icons.server.ts'
import { iconSizes } from '#app/site/icons.ts'
import type { ImageSlot } from '#app/features/site/schema.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'

type ImageChange = { slot: ImageSlot; file: UploadedFile; version: number }

/** Throws `Invalid` if an icon cannot be rendered. */
const checkIcon = (ctx: Context, path: string) =>
  iconAt(ctx, path, Math.max(...iconSizes)).catch(() => {
    const message = 'This image is too complex for an icon. Use a simpler SVG, or a PNG.'
    throw new Invalid(message, [{ path: 'file', message }])
  })

/**
 * Uploads an image to the media library and uses it for the site. Throws `Invalid` if the file is not an image or if
 * an icon is neither SVG nor PNG or cannot be rendered, and `Stale` if `version` is outdated.
 */
export async function setSiteImage(ctx: Context, { slot, file, version }: ImageChange): Promise<void> {
  allow(ctx, 'site:write')
  const { media } = await uploadMedia(ctx, { file, alt: '' })
  if (slot === 'icon' && !/\.(?:svg|png)$/.test(media.url)) {
    const message = 'Use an SVG or PNG image for the icon.'
    throw new Invalid(message, [{ path: 'file', message }])
  }
  if (slot === 'icon') await checkIcon(ctx, media.url)
  await saveSiteSettings(ctx, { version, settings: { [slot]: media.url } })
}

import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Context } from '#app/context.server.ts'
import { readImage } from '#app/features/media/serve.server.ts'
import type { IconRequest, IconResponse } from '#app/features/site/icon-worker.server.ts'
import { askProcess } from '#app/platform/process/worker-threads.server.ts'
import { iconPath, iconSizes } from '#app/site/icons.ts'

type Renders = Pick<Context, 'db' | 'contentIndex' | 'config'>
type Needs = Renders & Pick<Context, 'revisionCache' | 'log'>

/** Maximum time in milliseconds to render an icon. Usual icons take 20. */
const PATIENCE = 5_000
const inTurn = pLimit(1)

/** Returns the icon of the site as a square PNG, or the default icon if the site's icon cannot be rendered. Public. */
export function siteIcon(ctx: Needs, size: number): Promise<Buffer> {
  const path = iconPath(ctx.contentIndex.site)
  return ctx.revisionCache.recall(`site icon ${size}`, path, () =>
    iconAt(ctx, path, size).catch((error: unknown) => {
      ctx.log.warn({ err: error, path }, 'the icon of the site could not be rendered')
      return renderIcon(ctx, defaultIcon(), size)
    }),
  )
}

/** Renders an image of the site as a square PNG. Throws an error if the image does not exist or cannot be rendered. */
export const iconAt = (ctx: Renders, path: string, size: number): Promise<Buffer> =>
  renderIcon(ctx, path.startsWith('/media/') ? readImage(ctx, { path }) : defaultIcon(), size)

/** Returns the default icon, from the build or from the sources. */
async function defaultIcon() {
  const bytes = await readFile('build/client/favicon.svg').catch(() => readFile('public/favicon.svg'))
  return { type: 'image/svg+xml', bytes }
}

/** Renders an image in a separate process, because an SVG can keep the renderer busy forever or crash it. */
async function renderIcon(
  { config }: Pick<Context, 'config'>,
  image: Promise<{ type: string; bytes: Buffer }>,
  size: number,
): Promise<Buffer> {
  const request: IconRequest = { ...(await image), size }
  const options = { development: config.development, patience: PATIENCE }
  const told = await inTurn(() => askProcess<IconResponse>('icons', request, options))
  if (told === 'late' || told === 'ended') throw new Error(`rendering an icon: the process was ${told}`)
  if ('failed' in told.answer) throw new Error(told.answer.failed)
  return Buffer.from(told.answer.png)
}

/** Sizes of the header and of the directory entry of an ICO file, in bytes. */
const ICO_HEADER = 6
const ICO_ENTRY = 16

/** Returns `favicon.ico` with one PNG of 48 pixels. Public. */
export async function faviconIco(ctx: Needs): Promise<Buffer> {
  const size = 48
  const png = await siteIcon(ctx, size)
  const head = Buffer.alloc(ICO_HEADER + ICO_ENTRY)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, ICO_HEADER)
  head.writeUInt8(size, ICO_HEADER + 1)
  head.writeUInt16LE(1, ICO_HEADER + 4)
  head.writeUInt16LE(32, ICO_HEADER + 6)
  head.writeUInt32LE(png.length, ICO_HEADER + 8)
  head.writeUInt32LE(head.length, ICO_HEADER + 12)
  return Buffer.concat([head, png])
}

/** Returns the web app manifest (W3C). Public. */
export async function webManifest({ contentIndex }: Pick<Context, 'contentIndex'>): Promise<string> {
  const { site } = contentIndex
  return JSON.stringify({
    name: site.name,
    short_name: site.short_name,
    ...(site.description ? { description: site.description } : {}),
    lang: site.language,
    start_url: '/',
    display: 'browser',
    background_color: '#fcfcf9',
    theme_color: '#fcfcf9',
    icons: iconSizes.map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}

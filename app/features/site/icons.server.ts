import { readFile } from 'node:fs/promises'
import type { Context } from '#app/context.server.ts'
import { readImage } from '#app/features/media/serve.server.ts'
import { iconPath, iconSizes } from '#app/site/icons.ts'

type Needs = Pick<Context, 'db' | 'contentIndex' | 'revisionCache'>

/** Returns the icon of the site as a square PNG. Public. */
export const siteIcon = (ctx: Needs, size: number): Promise<Buffer> =>
  ctx.revisionCache.recall(`site icon ${size}`, ctx.contentIndex.digest, () =>
    iconAt(ctx, iconPath(ctx.contentIndex.site), size),
  )

/** Renders an image of the site as a square PNG. Throws an error if the image does not exist or cannot be rendered. */
export async function iconAt(
  ctx: Pick<Context, 'db' | 'contentIndex'>,
  path: string,
  size: number,
): Promise<Buffer> {
  const { type, bytes } = path.startsWith('/media/') ? await readImage(ctx, { path }) : await defaultIcon()
  return renderSquare(type, bytes, size)
}

/** Returns the default icon, from the build or from the sources. */
async function defaultIcon() {
  const bytes = await readFile('build/client/favicon.svg').catch(() => readFile('public/favicon.svg'))
  return { type: 'image/svg+xml', bytes }
}

/** Centers an SVG or PNG in a transparent square. SVGs cannot load resources or use fonts. */
async function renderSquare(type: string, bytes: Buffer, size: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = `data:${type};base64,${bytes.toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image href="${image}" width="${size}" height="${size}"/></svg>`
  return (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng()
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

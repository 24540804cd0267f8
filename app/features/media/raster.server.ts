import type { Logger } from 'pino'
import type { Metadata, Sharp } from 'sharp'
import { Invalid, TryLater } from '#app/errors.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { isCompleteGif, losesFrames } from '#app/features/media/sniff.server.ts'
import type { MediaExtension } from '#app/site/image-paths.ts'

type Raster = Exclude<MediaExtension, 'svg'>
export type ProcessedImage = { bytes: Buffer; width: number; height: number }

const formats: Record<Raster, string> = { png: 'png', jpg: 'jpeg', webp: 'webp', avif: 'heif', gif: 'gif' }

/** The decoders that are let near a file that somebody sent: the library has more, and none is needed. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

type Log = { log: Pick<Logger, 'error'> }
type Library = (typeof import('sharp'))['default']

let library: Promise<Library> | null = null

/** Loaded with the first image. Throws `TryLater` where the library has no build for this system. */
async function open({ log }: Log): Promise<Library> {
  library ??= load()
  return library.catch((error: unknown) => {
    log.error({ err: error }, 'images cannot be worked on on this system')
    throw new TryLater('unavailable', 'This server cannot work on images.', 3600)
  })
}

async function load() {
  const { default: sharp } = await import('sharp')
  // One image takes one core; how many are worked on at a time is the gallery's to say.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  return sharp
}

const wrong = (message: string) => new Invalid(message, [{ path: 'file', message }])

/**
 * The image made anew from its pixels, upright and in sRGB: nothing else of the file is kept, such as where and with what it was
 * taken. What moves goes on moving. Throws `Invalid` for one that is broken or beyond the limits.
 */
export async function sanitizeImage(ctx: Log, bytes: Buffer, type: Raster): Promise<ProcessedImage> {
  const sharp = await open(ctx)
  if (losesFrames(bytes, type)) {
    throw wrong('This animation would lose its frames here: send it as GIF or as WebP.')
  }
  if (type === 'gif' && !isCompleteGif(bytes)) throw brokenImageError()
  const { pixels: limitInputPixels } = mediaLimits
  // The whole of an animation is one tall picture to the library, so that its limit counts all frames.
  const animated = type === 'gif' || type === 'webp'
  const input = () => sharp(bytes, { limitInputPixels, failOn: 'error', animated })
  try {
    const said = await input().metadata()
    checkBounds(said, type)
    // Frames cannot be turned on their side.
    const upright = (said.pages ?? 1) > 1 ? input() : input().autoOrient()
    const { data, info } = await encode(upright, type, said, bytes).toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    throw error instanceof Invalid ? error : refusalOf(error)
  }
}

function checkBounds({ format, compression, width, height, pages = 1, pageHeight }: Metadata, type: Raster) {
  if (format !== formats[type] || (type === 'avif' && compression !== 'av1')) throw brokenImageError()
  const { side, frames, pixels } = mediaLimits
  const tall = pageHeight ?? height
  if (width > side || tall > side) throw wrong(`An image may be at most ${side} pixels wide and high.`)
  if (pages > frames) throw wrong(`An animation may have at most ${frames} frames.`)
  if (width * tall * pages > pixels) throw tooManyPixelsError()
}

const brokenImageError = () => wrong('This image is broken: it cannot be read to its end.')
const tooManyPixelsError = () =>
  wrong(
    `An image may have at most ${mediaLimits.pixels / 1_000_000} megapixels, all frames of an animation together.`,
  )

/** What the library says of a file is for its developers; only the limit is worth telling apart. */
const refusalOf = (error: unknown) =>
  /exceeds pixel limit/i.test(error instanceof Error ? error.message : '')
    ? tooManyPixelsError()
    : brokenImageError()

/** As good as it came: without loss where the form has none, and else so that nobody sees any. */
function encode(image: Sharp, type: Raster, said: Metadata, bytes: Buffer): Sharp {
  switch (type) {
    case 'jpg':
      return image.jpeg({
        quality: 90,
        mozjpeg: true,
        chromaSubsampling: said.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      })
    case 'png':
      // Of colours that came as a palette none is changed.
      return image.png(said.isPalette ? { palette: true, quality: 100, dither: 0 } : { compressionLevel: 9 })
    case 'webp':
      return image.webp(bytes.includes('VP8L', 12, 'latin1') ? { lossless: true } : { quality: 90 })
    case 'avif':
      return image.avif({ quality: 75, effort: 2 })
    case 'gif':
      return image.gif()
  }
}

/** The image in another width, as WebP, from bytes that `sanitizeImage` made. */
export async function resizeImage(ctx: Log, bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await open(ctx)
  const image = sharp(bytes, { limitInputPixels: mediaLimits.pixels, animated: true })
  const { pages = 1 } = await image.metadata()
  // Each frame has to be made: what takes long for one takes too long for three hundred.
  return image
    .resize({ width })
    .webp({ quality: 80, effort: pages > 1 ? 1 : 4 })
    .toBuffer()
}

import type { Logger } from 'pino'
import type { Metadata, Sharp } from 'sharp'
import { Invalid, TryLater } from '#app/errors.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { isCompleteGif, losesFrames } from '#app/features/media/sniff.server.ts'
import type { MediaExtension } from '#app/site/image-paths.ts'
import { formatInteger } from '#app/primitives/count.ts'

type Raster = Exclude<MediaExtension, 'svg'>
export type ProcessedImage = { bytes: Buffer; width: number; height: number }

const formats: Record<Raster, string> = { png: 'png', jpg: 'jpeg', webp: 'webp', avif: 'heif', gif: 'gif' }

/** Decoders allowed for uploads. All other decoders of the library are blocked. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

type Log = { log: Pick<Logger, 'error'> }
type Library = (typeof import('sharp'))['default']

let library: Promise<Library> | null = null

/** Loads the library for the first image. Throws `TryLater` if the library has no build for this system. */
async function open({ log }: Log): Promise<Library> {
  library ??= load()
  return library.catch((error: unknown) => {
    log.error({ err: error }, 'images cannot be processed on this system')
    throw new TryLater(
      'unavailable',
      'This server cannot process images. Ask the operator to check the image library.',
      3600,
    )
  })
}

async function load() {
  const { default: sharp } = await import('sharp')
  // Each image uses one core. `ImageCache` limits how many images are processed concurrently.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  return sharp
}

const wrong = (message: string) => new Invalid(message, [{ path: 'file', message }])

/**
 * Re-encodes an image upright and in sRGB, without metadata such as location and camera. Animations stay animated.
 * Throws `Invalid` if the image is broken or exceeds the limits.
 */
export async function sanitizeImage(ctx: Log, bytes: Buffer, type: Raster): Promise<ProcessedImage> {
  const sharp = await open(ctx)
  if (losesFrames(bytes, type)) {
    throw wrong('In this format, the animation would lose its frames. Send the animation as GIF or WebP.')
  }
  if (type === 'gif' && !isCompleteGif(bytes)) throw brokenImageError()
  const { pixels: limitInputPixels } = mediaLimits
  // The library treats an animation as one tall image, so its limit covers all frames.
  const animated = type === 'gif' || type === 'webp'
  const input = () => sharp(bytes, { limitInputPixels, failOn: 'error', animated })
  try {
    const said = await input().metadata()
    checkBounds(said, type)
    // The frames of an animation cannot be rotated.
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
  if (width > side || tall > side)
    throw wrong(`An image can be at most ${formatInteger(side)} pixels wide and high.`)
  if (pages > frames) throw wrong(`An animation can have at most ${frames} frames.`)
  if (width * tall * pages > pixels) throw tooManyPixelsError()
}

const brokenImageError = () =>
  wrong('This image is damaged and cannot be read completely. Upload another copy.')
const tooManyPixelsError = () =>
  wrong(
    `An image can have at most ${mediaLimits.pixels / 1_000_000} megapixels, counting all frames of an animation.`,
  )

/** Maps a library error to a refusal. Only the pixel limit has a specific message. */
const refusalOf = (error: unknown) =>
  /exceeds pixel limit/i.test(error instanceof Error ? error.message : '')
    ? tooManyPixelsError()
    : brokenImageError()

/** Encodes an image without visible loss, or losslessly if the format allows. */
function encode(image: Sharp, type: Raster, said: Metadata, bytes: Buffer): Sharp {
  switch (type) {
    case 'jpg':
      return image.jpeg({
        quality: 90,
        mozjpeg: true,
        chromaSubsampling: said.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      })
    case 'png':
      // Keeps all colors of a palette.
      return image.png(said.isPalette ? { palette: true, quality: 100, dither: 0 } : { compressionLevel: 9 })
    case 'webp':
      return image.webp(bytes.includes('VP8L', 12, 'latin1') ? { lossless: true } : { quality: 90 })
    case 'avif':
      return image.avif({ quality: 75, effort: 2 })
    case 'gif':
      return image.gif()
  }
}

/** Resizes an image from `sanitizeImage` to a width, as WebP. */
export async function resizeImage(ctx: Log, bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await open(ctx)
  const image = sharp(bytes, { limitInputPixels: mediaLimits.pixels, animated: true })
  const { pages = 1 } = await image.metadata()
  // Uses less effort for animations because every frame is encoded.
  return image
    .resize({ width })
    .webp({ quality: 80, effort: pages > 1 ? 1 : 4 })
    .toBuffer()
}

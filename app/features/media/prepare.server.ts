import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import { sanitizeImage, type ProcessedImage } from '#app/features/media/raster.server.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { detectImageType } from '#app/features/media/sniff.server.ts'
import { readSvg } from '#app/features/media/svg.server.ts'
import { mediaFile, mediaTypes, type MediaExtension } from '#app/site/image-paths.ts'

/** What is sent, and what the sender calls it. */
export type UploadedFile = { name: string; bytes: Buffer }

/** How many uploads may wait for their turn: each is in memory meanwhile, which the making of a size is not. */
const MAX_QUEUED = 8

const unknownType = () =>
  new Refusal(
    'unsupported_media_type',
    'This file is no image that can be shown here. Send a PNG, JPEG, WebP, AVIF, GIF or SVG.',
  )

/** The SHA-256 in hexadecimal. Reckoned in another thread: a large image would hold up every request. */
export const hashOf = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')

/** Makes of the bytes of an upload what is kept and served. Throws 415, 413 and `Invalid`. */
export async function prepareImage(ctx: Pick<Context, 'imageCache' | 'log'>, bytes: Buffer) {
  if (bytes.length > mediaLimits.bytes)
    throw new Refusal('payload_too_large', `An image may have at most ${mediaLimits.bytes} bytes.`)
  if (!bytes.length)
    throw new Invalid('The file is empty.', [{ path: 'file', message: 'The file is empty.' }])
  const extension = detectImageType(bytes)
  if (!extension) throw unknownType()
  const picture = await ctx.imageCache.work(() => processImage(ctx, bytes, extension), MAX_QUEUED)
  const hash = await hashOf(picture.bytes)
  return {
    ...picture,
    hash,
    type: mediaTypes[extension],
    file: mediaFile({ ...picture, hash, extension }),
  }
}

/** A drawing is kept as it is: it has been read whole, and nothing is in it that could do harm. */
async function processImage(
  ctx: Pick<Context, 'log'>,
  bytes: Buffer,
  extension: MediaExtension,
): Promise<ProcessedImage> {
  if (extension !== 'svg') return sanitizeImage(ctx, bytes, extension)
  const size = readSvg(bytes)
  if (!size) throw unknownType()
  return { bytes, ...size }
}

/** The last part of a path, without what no name has, and with an end. */
export function nameOf(given: string, type: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim()
  return [...name].slice(0, 200).join('') || `image.${type.split('/')[1]!.split('+')[0]}`
}

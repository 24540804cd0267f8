import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import { sanitizeImage, type ProcessedImage } from '#app/features/media/raster.server.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { detectImageType } from '#app/features/media/sniff.server.ts'
import { readSvg } from '#app/features/media/svg.server.ts'
import { mediaFile, mediaTypes, type MediaExtension } from '#app/site/image-paths.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

/** Uploaded bytes with the sender's filename. */
export type UploadedFile = { name: string; bytes: Buffer }

/** Maximum number of queued uploads. Unlike resize tasks, each waiting upload keeps its bytes in memory. */
const MAX_QUEUED = 8

const unknownType = () =>
  new Refusal(
    'unsupported_media_type',
    'This file is not a supported image. Send a PNG, JPEG, WebP, AVIF, GIF or SVG.',
  )

/** Returns the SHA-256 in hexadecimal. Runs in another thread so that large images do not block requests. */
export const hashOf = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')

/** Converts an upload to the image that is stored and served. Throws 415, 413 and `Invalid`. */
export async function prepareImage(ctx: Pick<Context, 'imageCache' | 'log'>, bytes: Buffer) {
  if (bytes.length > mediaLimits.bytes)
    throw new Refusal('payload_too_large', `An image can be at most ${formatBytes(mediaLimits.bytes)}.`)
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

/** Processes an image. SVG files are checked completely and stored unchanged. */
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

/**
 * Returns the last part of a path without control characters, at most 200 characters. Empty names become `image` with
 * an extension.
 */
export function nameOf(given: string, type: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim()
  return [...name].slice(0, 200).join('') || `image.${type.split('/')[1]!.split('+')[0]}`
}

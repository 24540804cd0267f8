import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import { cleanPicture, type Picture } from '#app/features/media/raster.server.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { sniff } from '#app/features/media/sniff.server.ts'
import { readSvg } from '#app/features/media/svg.server.ts'
import { mediaFile, mediaTypes, type MediaExtension } from '#app/site/image-paths.ts'

/** What is sent, and what the sender calls it. */
export type GivenFile = { name: string; bytes: Buffer }

/** How many uploads may wait for their turn: each is in memory meanwhile, which the making of a size is not. */
const MOST_WAITING = 8

const unknownType = () =>
  new Refusal(
    'unsupported_media_type',
    'This file is no image that can be shown here. Send a PNG, JPEG, WebP, AVIF, GIF or SVG.',
  )

/** The SHA-256 in hexadecimal. Reckoned in another thread: a large image would hold up every request. */
export const hashOf = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')

/** Makes of the bytes of an upload what is kept and served. Throws 415, 413 and `Invalid`. */
export async function prepare(ctx: Pick<Context, 'gallery' | 'log'>, bytes: Buffer) {
  if (bytes.length > mediaLimits.bytes)
    throw new Refusal('payload_too_large', `An image may have at most ${mediaLimits.bytes} bytes.`)
  if (!bytes.length)
    throw new Invalid('The file is empty.', [{ path: 'file', message: 'The file is empty.' }])
  const extension = sniff(bytes)
  if (!extension) throw unknownType()
  const picture = await ctx.gallery.work(() => pictureOf(ctx, bytes, extension), MOST_WAITING)
  const hash = await hashOf(picture.bytes)
  return {
    ...picture,
    hash,
    type: mediaTypes[extension],
    file: mediaFile({ ...picture, hash, extension }),
  }
}

/** A drawing is kept as it is: it has been read whole, and nothing is in it that could do harm. */
async function pictureOf(
  ctx: Pick<Context, 'log'>,
  bytes: Buffer,
  extension: MediaExtension,
): Promise<Picture> {
  if (extension !== 'svg') return cleanPicture(ctx, bytes, extension)
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

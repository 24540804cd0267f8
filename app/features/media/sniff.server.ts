import type { MediaExtension } from '#app/site/image-paths.ts'

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Start and end of the brands in an ISO base media file, in bytes. */
const BRANDS = { from: 8, most: 64 }

/**
 * Detects the image type from the first bytes, regardless of the filename. Returns null for other files. `svg` only
 * means that the text looks like markup.
 */
export function detectImageType(bytes: Buffer): MediaExtension | null {
  if (bytes.length < 4) return null
  if (bytes.readUInt32BE(0) === 0x89504e47 && ascii(bytes, 4, 8) === '\r\n\x1a\n') return 'png'
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  if (ascii(bytes, 4, 8) === 'ftyp') return brandsOf(bytes).includes('avif') ? 'avif' : null
  return /^(?:\xef\xbb\xbf)?\s*</.test(ascii(bytes, 0, 256)) ? 'svg' : null
}

/** Returns the major and compatible brands, up to the end of the first box. */
function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), BRANDS.most, bytes.length)
  const text = ascii(bytes, BRANDS.from, end)
  return text.match(/[\s\S]{4}/g) ?? []
}

/** Checks for animations whose frames would be lost: animated PNG and AVIF sequences. */
export function losesFrames(bytes: Buffer, type: MediaExtension): boolean {
  if (type === 'avif') return ascii(bytes, BRANDS.from, BRANDS.from + 4) === 'avis'
  if (type !== 'png') return false
  const control = bytes.indexOf('acTL', 8, 'latin1')
  return control > 0 && control < bytes.indexOf('IDAT', 8, 'latin1')
}

/** Checks that a GIF ends with its trailer, because the decoder accepts truncated files. */
export function isCompleteGif(bytes: Buffer): boolean {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return bytes[end - 1] === 0x3b
}

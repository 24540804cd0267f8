/** The media types that are kept, by the ending that stands in their addresses. */
export const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
} as const

export type MediaExtension = keyof typeof mediaTypes
export type MediaType = (typeof mediaTypes)[MediaExtension]

/** The widths in pixels that smaller sizes of an image are made in, and no others. */
export const sizeWidths = [320, 640, 960, 1280, 1920] as const

/** What the name of a kept image says of it: the beginning of its SHA-256, its size in pixels, its type. */
type MediaName = { hash: string; width: number; height: number; extension: MediaExtension }

/** 128 bits: nobody meets another image by accident. */
const HASH_DIGITS = 32

const name = new RegExp(
  `^([0-9a-f]{${HASH_DIGITS}})-([1-9]\\d{0,4})x([1-9]\\d{0,4})\\.(${Object.keys(mediaTypes).join('|')})$`,
)

/** The name of an image with this SHA-256 in hexadecimal, which is its address as well: it never shows anything else. */
export const mediaFile = ({ hash, width, height, extension }: MediaName): string =>
  `${hash.slice(0, HASH_DIGITS)}-${width}x${height}.${extension}`

/** What a name says; null for what is no name of ours. */
export function readMediaFile(file: string): MediaName | null {
  const [, hash, width, height, extension] = name.exec(file) ?? []
  if (!hash) return null
  return { hash, width: Number(width), height: Number(height), extension: extension as MediaExtension }
}

/** Where an image is served. */
export const mediaPath = (file: string) => `/media/${file}`

/** The name in an address, with what it says; null for every other address, those of smaller sizes included. */
export function readMediaPath(path: string): (MediaName & { file: string }) | null {
  const file = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  const said = readMediaFile(file)
  return said && { ...said, file }
}

type MediaSize = { width: number; url: string }

/** The smaller sizes of an image, the smallest first. A drawing has none: it is sharp in every size. */
export function sizesOf(file: string): MediaSize[] {
  const said = readMediaFile(file)
  if (!said || said.extension === 'svg') return []
  return sizeWidths
    .filter((width) => width < said.width)
    .map((width) => ({ width, url: `/media/${width}/${file}.webp` }))
}

/**
 * What an `img` needs besides its text, from the address alone, so that a page jumps nowhere and loads no more than it
 * shows; null for what is no address of ours. `shownWidth` is how wide the page shows it at most, in pixels.
 */
export function imageAttributes(path: string, shownWidth?: number) {
  const said = readMediaPath(path)
  if (!said) return null
  const { file, width, height } = said
  const sizes = sizesOf(file)
  if (!sizes.length) return { width, height }
  const srcSet = [...sizes, { width, url: path }].map((size) => `${size.url} ${size.width}w`).join(', ')
  const most = `${Math.min(width, shownWidth ?? width)}px`
  return { width, height, srcSet, sizes: `(min-width: 48rem) min(44rem, ${most}), min(100vw, ${most})` }
}

/** The beginning of the hash of each image that a text shows, in any size. */
export function imagesIn(text: string): Set<string> {
  const found = text.matchAll(new RegExp(`/media/(?:\\d+/)?([0-9a-f]{${HASH_DIGITS}})-`, 'g'))
  return new Set([...found].map(([, hash]) => hash!))
}

/** What shows an image in a text. Signs that would be read as more than themselves are escaped, in MDX as in Markdown. */
export const imageMarkdown = (url: string, alt: string): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]*_`<{}&~]/g, '\\$&')}](${url})`

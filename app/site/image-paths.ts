/** Media types of stored images, by file extension. */
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

/** Widths in pixels of the resized variants. */
export const sizeWidths = [320, 640, 960, 1280, 1920] as const

/** Parts of a stored image's name: the start of its SHA-256, its size in pixels, its extension. */
type MediaName = { hash: string; width: number; height: number; extension: MediaExtension }

/** Hexadecimal digits of the hash: 128 bits prevent accidental collisions. */
const HASH_DIGITS = 32

const name = new RegExp(
  `^([0-9a-f]{${HASH_DIGITS}})-([1-9]\\d{0,4})x([1-9]\\d{0,4})\\.(${Object.keys(mediaTypes).join('|')})$`,
)

/** Returns the name of an image. The name contains the hash, so a name always refers to the same image. */
export const mediaFile = ({ hash, width, height, extension }: MediaName): string =>
  `${hash.slice(0, HASH_DIGITS)}-${width}x${height}.${extension}`

/** Parses an image name. Returns null if the name is malformed. */
export function readMediaFile(file: string): MediaName | null {
  const [, hash, width, height, extension] = name.exec(file) ?? []
  if (!hash) return null
  return { hash, width: Number(width), height: Number(height), extension: extension as MediaExtension }
}

/** Returns the path of an image. */
export const mediaPath = (file: string) => `/media/${file}`

/** Parses the path of an original image. Returns null for other paths, including resized variants. */
export function readMediaPath(path: string): (MediaName & { file: string }) | null {
  const file = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  const said = readMediaFile(file)
  return said && { ...said, file }
}

type MediaSize = { width: number; url: string }

/** Lists the resized variants of an image, smallest first. Returns an empty list for vector images. */
export function sizesOf(file: string): MediaSize[] {
  const said = readMediaFile(file)
  if (!said || said.extension === 'svg') return []
  return sizeWidths
    .filter((width) => width < said.width)
    .map((width) => ({ width, url: `/media/${width}/${file}.webp` }))
}

/**
 * Returns the `img` attributes for an image path, to avoid layout shifts and oversized downloads. Returns null for
 * other paths. `shownWidth` is the maximum display width in pixels.
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

/** Returns the hash prefix of each image in a text, whatever its size. */
export function imagesIn(text: string): Set<string> {
  const found = text.matchAll(new RegExp(`/media/(?:\\d+/)?([0-9a-f]{${HASH_DIGITS}})-`, 'g'))
  return new Set([...found].map(([, hash]) => hash!))
}

/** Returns the Markdown of an image. Escapes special characters of Markdown and MDX in the alt text. */
export const imageMarkdown = (url: string, alt: string): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]*_`<{}&~]/g, '\\$&')}](${url})`

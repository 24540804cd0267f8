import { firstThree } from '#app/features/cms/import/names.ts'
import { createHash } from 'node:crypto'
import type { Archive } from '#app/features/cms/import/archive.server.ts'
import { createFileFinder } from '#app/features/cms/import/locate.server.ts'
import { placeholderOf, type SiteImage, type SourceSite } from '#app/features/cms/import/site.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { detectImageType } from '#app/features/media/sniff.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

export type Images = Awaited<ReturnType<typeof createImageStore>>

/** Reads the images of the archive, and collects the images that entries use. */
export async function createImageStore(site: SourceSite, archive: Archive) {
  const findFile = createFileFinder(archive, site)
  const used = new Map<string, SiteImage>()
  const altOf = new Map<string, string>()
  for (const { url, alt } of site.library) {
    const file = findFile(url, '')
    if (file && alt) altOf.set(file, alt)
  }
  const isImage = (file: string) => /\.(?:png|jpe?g|webp|avif|gif|svg)$/i.test(file)
  const hashes = new Map<string, string>()
  const refused: { source: string; reason: string }[] = []
  for (const [file, { size }] of archive.files) {
    if (!isImage(file)) continue
    if (size > mediaLimits.bytes) {
      refused.push({ source: file, reason: 'The image is too large. Reduce its size.' })
      continue
    }
    const bytes = await archive.read(file)
    if (detectImageType(bytes) === null)
      refused.push({ source: file, reason: 'The file is not a supported image.' })
    else hashes.set(file, createHash('sha256').update(bytes).digest('hex'))
  }
  const find = (url: string, folder: string, alt: string): { url: string; alt: string } | null => {
    const file = url && findFile(url, folder)
    const hash = file ? hashes.get(file) : undefined
    if (!file || !hash) return null
    const image = used.get(hash)
    if (!image) used.set(hash, { file, hash, alt })
    else if (!image.alt) image.alt = alt
    return { url: placeholderOf(hash), alt: altOf.get(file) ?? '' }
  }
  return {
    find,
    used: () => [...used.values()],
    /** Replaces the URLs of images in our own content. */
    replaceOwn: (body: string) =>
      body.replace(/\/media\/[0-9a-f]{32}-\d+x\d+\.\w+/g, (url) => find(url, '', '')?.url ?? url),
    skipped() {
      const rest = [...hashes].filter(([, hash]) => !used.has(hash)).map(([file]) => file)
      if (!rest.length) return refused
      const source = firstThree(rest)
      return [
        ...refused,
        { source, reason: `${formatAmount(rest.length, 'image is', 'images are')} not used by any entry.` },
      ]
    },
  }
}

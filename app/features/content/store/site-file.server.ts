import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextFile } from '#app/features/content/store/text-file.server.ts'
import { readYaml } from '#app/features/content/store/yaml.server.ts'
import type { Problem } from '#app/features/content/store/files.server.ts'
import { siteSettings, type SiteSettings } from '#app/site/identity.ts'
import { readMediaFile } from '#app/site/image-paths.ts'

/** Name of the settings file at the root of the content folder. */
export const SITE_FILE = 'site.yaml'

/** Checks an image and returns its name and the bytes to serve. Throws an error with the reason. */
export type ImageReader = (bytes: Buffer) => Promise<{ file: string; bytes: Buffer }>

/** Settings of `site.yaml`, and the images that it refers to in the content folder, by media name. */
export type SiteFile = {
  settings: SiteSettings
  images: ReadonlyMap<string, Buffer>
  /** Returns the line of a setting. */
  lineOf: (path: readonly PropertyKey[]) => number
}

export const noSiteFile: SiteFile = { settings: {}, images: new Map(), lineOf: () => 1 }

const MAX_BYTES = 256 * 1024
const MAX_IMAGE_BYTES = 2 * 1024 * 1024
const imageFields = ['logo', 'logo_dark', 'icon'] as const

/** Reads `site.yaml`. Returns no settings if the file is missing, and lists invalid settings in `problems`. */
export async function readSiteFile(
  contentDir: string,
  readImage: ImageReader,
): Promise<{ siteFile: SiteFile; problems: Problem[] }> {
  let source: string
  try {
    source = await readTextFile(join(contentDir, SITE_FILE), MAX_BYTES)
  } catch (error) {
    const reason = reasonOf(error)
    return { siteFile: noSiteFile, problems: [{ file: SITE_FILE, line: 1, reason }] }
  }
  // Comments alone are no settings.
  if (!source.replace(/^\s*(?:#.*)?$/gm, '').trim()) return { siteFile: noSiteFile, problems: [] }
  const read = readYaml(source, siteSettings, 1)
  if ('problems' in read)
    return { siteFile: noSiteFile, problems: read.problems.map((one) => ({ file: SITE_FILE, ...one })) }
  const settings = { ...read.data }
  const images = new Map<string, Buffer>()
  const problems: Problem[] = []
  for (const field of imageFields) {
    const path = settings[field]
    if (!path || path.startsWith('/media/')) continue
    try {
      const image = await readImage(await bytesAt(join(contentDir, path)))
      images.set(image.file, image.bytes)
      settings[field] = `/media/${image.file}`
    } catch (error) {
      problems.push({
        file: SITE_FILE,
        line: read.lineOf([field]),
        reason: `${field}: ${path}: ${reasonOf(error)}`,
      })
    }
  }
  return { siteFile: { settings, images, lineOf: read.lineOf }, problems }
}

async function bytesAt(path: string): Promise<Buffer> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error('this is not a regular file')
  if (found.size > MAX_IMAGE_BYTES)
    throw new Error(`the file is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MiB`)
  return readFile(path)
}

const reasonOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'the file does not exist in the content folder'
    : (error as Error).message

/** Returns the media name of an image setting, or null if the path is not a media path of this site. */
export const mediaNameOf = (path: string | null): string | null => {
  const name = path?.startsWith('/media/') ? path.slice('/media/'.length) : ''
  return readMediaFile(name) ? name : null
}

import { isDeepStrictEqual } from 'node:util'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { stringify } from 'yaml'
import { allow, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { currentFields, draftOf, fileOf } from '#app/features/cms/content-file.server.ts'
import { listCmsEntries, readCmsEntry } from '#app/features/cms/entries.server.ts'
import { DRAFTS, ownFolders } from '#app/features/cms/import/readers/own-files.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import { REDIRECTS_FILE } from '#app/features/content/store/redirect-file.server.ts'
import { SITE_FILE } from '#app/features/content/store/site-file.server.ts'
import { BUNDLED_CONTENT, builtInSkills, readSkills } from '#app/features/content/store/skills.server.ts'
import { listContentImages } from '#app/features/media/content-images.server.ts'
import { listMedia } from '#app/features/media/media.server.ts'
import { readImage } from '#app/features/media/serve.server.ts'
import { mediaPath } from '#app/site/image-paths.ts'
import { siteFields, type Site } from '#app/site/identity.ts'
import { mergeSite } from '#app/site/merge-site.ts'

type ExportedFile = { path: string; content: string | Uint8Array }
type Wanted = { type?: EntryType | undefined }

/** Streams files as one ZIP. Keeps only one file in memory at a time. Skips files with a path that is already used. */
export async function* zipped(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const paths = new Set<string>()
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { path, content } of files) {
    // An entry that is saved during the export moves to another page of the list.
    if (paths.has(path)) continue
    paths.add(path)
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    file.push(typeof content === 'string' ? strToU8(content) : content, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}

/**
 * Exports every entry of one or all types as a folder for CONTENT_DIR: published texts as content files, and drafts and
 * unpublished changes in `drafts`, which is never public. Without a type, also exports the settings, redirects, skills
 * and images of the site.
 */
export function exportAllEntries(ctx: Context, wanted: Wanted): AsyncGenerator<ExportedFile> {
  allow(ctx, 'cms:write')
  requireProof(ctx)
  return writeAll(ctx, wanted)
}

async function* writeAll(ctx: Context, wanted: Wanted) {
  yield* writeEntries(ctx, wanted)
  if (wanted.type) return
  const settings = settingsOf(ctx.contentIndex.site)
  if (Object.keys(settings).length) yield { path: SITE_FILE, content: stringify(settings) }
  const redirects = redirectsOf(ctx)
  if (redirects.length) yield { path: REDIRECTS_FILE, content: stringify(Object.fromEntries(redirects)) }
  yield* writeSkills(ctx)
  yield* writeImages(ctx)
}

async function* writeEntries(ctx: Context, { type }: Wanted) {
  const published = new Map<string, Entry>()
  for (const entry of ctx.contentIndex.authored) {
    if (type && entry.type !== type) continue
    const path = pathOf(entry)
    published.set(path, entry)
    yield { path, content: fileOf(ctx, entry) }
  }
  const limit = 100
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const page = await listCmsEntries(ctx, { type, limit, offset })
    total = page.total
    for (const { type: its, id, source } of page.entries) {
      if (source === 'file') continue
      const entry = await readCmsEntry(ctx, { type: its, id })
      const path = pathOf(entry)
      if (!isShown(ctx, entry, published.get(path)))
        yield { path: `${DRAFTS}/${path}`, content: draftOf(ctx, entry) }
    }
  }
}

const pathOf = ({ type, slug }: Pick<Entry, 'type' | 'slug'>) => `${ownFolders[type]}/${slug}.mdx`

/** Checks whether the current text of an entry is the text that readers see. */
function isShown(ctx: Context, entry: CmsEntry, shown: Entry | undefined): boolean {
  if (!shown) return false
  const { updated } = shown
  return fileOf(ctx, { ...currentFields(entry), updated }) === fileOf(ctx, shown)
}

/** Returns the settings in effect that differ from their defaults. */
function settingsOf(site: Site): Partial<Site> {
  const defaults = mergeSite({ name: site.name })
  const isSet = (name: keyof Site) =>
    name === 'name' ? site.name !== mergeSite().name : !isDeepStrictEqual(site[name], defaults[name])
  return Object.fromEntries(siteFields.filter(isSet).map((name) => [name, site[name]]))
}

/** Returns the redirects in effect, sorted. A page has precedence over a redirect from its path. */
const redirectsOf = ({ contentIndex: { redirects, find } }: Context) =>
  [...redirects].filter(([from]) => !find(from.toLowerCase())).sort()

/** Writes the skills that other sites do not have. */
async function* writeSkills({ contentIndex }: Context) {
  const bundled = new Map(
    (await readSkills(BUNDLED_CONTENT)).skills.map(({ name, digest }) => [name, digest]),
  )
  for (const { name, digest, bytes } of contentIndex.skills)
    if (!builtInSkills.has(name) || bundled.get(name) !== digest)
      yield { path: `skills/${name}/SKILL.md`, content: new Uint8Array(bytes) }
}

async function* writeImages(ctx: Context) {
  const imageAt = async (url: string) => ({
    path: url.slice(1),
    content: new Uint8Array((await readImage(ctx, { path: url })).bytes),
  })
  const limit = 100
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const page = await listMedia(ctx, { limit, offset })
    total = page.total
    for (const { url } of page.media) yield await imageAt(url)
  }
  const { siteImages } = ctx.contentIndex
  for (const file of [...siteImages.keys(), ...(await listContentImages(ctx.contentIndex))]) {
    const image = await imageAt(mediaPath(file)).catch((error: unknown) => {
      if (error instanceof NotFound) return null
      throw error
    })
    if (image) yield image
  }
}

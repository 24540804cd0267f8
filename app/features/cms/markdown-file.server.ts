import { setImmediate as breathe } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { stringify } from 'yaml'
import { allow, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import { listCmsEntries, readCmsEntry } from '#app/features/cms/entries.server.ts'
import { storeImported } from '#app/features/cms/import/store-imported.server.ts'
import { type CmsEntry, entryInput } from '#app/features/cms/schema.ts'
import { type EntryType, frontMatter, sections } from '#app/features/content/schema.ts'
import { readStoredSite } from '#app/features/content/store/publishing.server.ts'
import { SITE_FILE } from '#app/features/content/store/site-file.server.ts'
import { listMedia } from '#app/features/media/media.server.ts'
import { readImage } from '#app/features/media/serve.server.ts'
import { readFrontMatter } from '#app/features/content/store/files.server.ts'
import { trimEndOf } from '#app/primitives/text.ts'

/** Streams files as one ZIP. Keeps only one file in memory at a time. */
export async function* zipped(
  files: AsyncIterable<{ path: string; content: string | Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { path, content } of files) {
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    file.push(typeof content === 'string' ? strToU8(content) : content, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}

/** Returns an entry as a content file with front matter that passes `content check`. Throws `NotFound`. */
export async function exportEntry(ctx: Context, asked: EntryOf): Promise<{ name: string; text: string }> {
  allow(ctx, 'cms:write')
  const entry = await readCmsEntry(ctx, asked)
  return { name: `${entry.slug}.mdx`, text: fileOf(ctx, entry) }
}

/** Returns the fields that only content files have. An entry that overrides a file uses the fields of the file. */
function fileFields({ contentIndex }: Context, type: EntryType, slug: string) {
  const { aliases, appendix } =
    contentIndex.files.find((file) => file.type === type && file.slug === slug) ?? {}
  return { ...(aliases ? { aliases } : {}), ...(appendix ? { appendix } : {}) }
}

function fileOf(ctx: Context, entry: CmsEntry) {
  const { type, slug, title, description, updated_at, section, order } = entry
  const { published_on, published_at, tags, author, body } = entry
  const updated = updated_at.slice(0, 10)
  const facts = {
    page: {},
    doc: { section: section ?? sections[0], order: order ?? 0 },
    post: {
      published: published_on ?? (published_at ?? updated_at).slice(0, 10),
      tags,
      author: author ?? '',
    },
  }
  const head = stringify(
    { title, description, updated, ...facts[type], ...fileFields(ctx, type, slug) },
    {
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
      lineWidth: 0,
    },
  )
  return `---\n${head}---\n\n${trimEndOf(body.replace(/^\n+/, ''), '\n')}\n`
}

/**
 * Exports every entry of one or all types in sequence: CMS entries and content files. Without a type, also exports the
 * settings of the site and all images.
 */
export function exportAllEntries(ctx: Context, wanted: { type?: EntryType | undefined }) {
  allow(ctx, 'cms:write')
  requireProof(ctx)
  return writeAll(ctx, wanted)
}

async function* writeAll(ctx: Context, wanted: { type?: EntryType | undefined }) {
  yield* writeEntries(ctx, wanted)
  if (wanted.type) return
  const { settings } = await readStoredSite(ctx)
  if (Object.keys(settings).length) yield { path: SITE_FILE, content: stringify(settings) }
  yield* writeImages(ctx)
}

async function* writeImages(ctx: Context) {
  const limit = 100
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const page = await listMedia(ctx, { limit, offset })
    total = page.total
    for (const { url } of page.media)
      yield { path: url.slice(1), content: new Uint8Array((await readImage(ctx, { path: url })).bytes) }
  }
}

async function* writeEntries(ctx: Context, { type }: { type?: EntryType | undefined }) {
  const limit = 100
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const page = await listCmsEntries(ctx, { type, limit, offset })
    total = page.total
    for (const { type: its, id } of page.entries) {
      const entry = await readCmsEntry(ctx, { type: its, id })
      yield { path: `${folders[its]}/${entry.slug}.mdx`, content: fileOf(ctx, entry) }
    }
  }
}

const folders = { page: 'pages', doc: 'docs', post: 'blog' } as const

type Imported = { name: string; entry: CmsEntry | null; issues: { path: string; message: string }[] }

/**
 * Imports content files as drafts: new entries, or new versions of entries with the same slug. Reports invalid files
 * with line numbers and continues with the other files.
 */
export async function importEntries(
  ctx: Context,
  { type, files }: { type: EntryType; files: { name: string; text: string }[] },
): Promise<Imported[]> {
  allow(ctx, 'cms:write')
  const results: Imported[] = []
  for (const { name, text } of files) {
    results.push(await importOne(ctx, type, name, text))
    // Lets other requests run between two files.
    await breathe()
  }
  return results
}

async function importOne(ctx: Context, type: EntryType, name: string, text: string): Promise<Imported> {
  try {
    const read = readFrontMatter(text.replaceAll('\r\n', '\n'), frontMatter[type])
    if ('problems' in read) {
      const issues = read.problems.map(({ line, reason }) => ({ path: `line ${line}`, message: reason }))
      return { name, entry: null, issues }
    }
    const { title, description, ...rest } = read.data as Record<string, unknown> & {
      title: string
      description: string
    }
    const { updated: _updated, published: published_on, aliases, appendix, ...more } = rest
    const slug = name.replace(/\.mdx?$/i, '')
    const own = { ...(aliases ? { aliases } : {}), ...(appendix ? { appendix } : {}) }
    if (Object.keys(own).length > 0 && !isDeepStrictEqual(own, fileFields(ctx, type, slug)))
      throw new Invalid('', [
        {
          path: Object.keys(own).join(', '),
          message: 'These fields can be set only in the content folder, not by import. Remove the fields.',
        },
      ])
    const given = { slug, title, description, body: read.body.replace(/^\n+/, ''), ...more }
    const parsed = entryInput.safeParse(published_on === undefined ? given : { ...given, published_on })
    if (!parsed.success) {
      throw new Invalid(
        '',
        parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
    }
    return { name, entry: await storeImported(ctx, type, parsed.data), issues: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      name,
      entry: null,
      issues: error.issues?.length ? error.issues : [{ path: '', message: error.message }],
    }
  }
}

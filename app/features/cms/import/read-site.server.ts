import { posix } from 'node:path'
import { type Archive, isZip, openArchive } from '#app/features/cms/import/archive.server.ts'
import { readFolder } from '#app/features/cms/import/readers/folder.server.ts'
import { isGhost, readGhost } from '#app/features/cms/import/readers/ghost.server.ts'
import { type PrepareOptions, prepareSite } from '#app/features/cms/import/prepare.server.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import type { ReadySite, SourceSite } from '#app/features/cms/import/site.ts'
import { readWordPress } from '#app/features/cms/import/readers/wordpress.server.ts'
import { Invalid } from '#app/errors.ts'

export type SiteFile = { name: string; bytes: Buffer }

const emptyArchive: Archive = {
  files: new Map(),
  read: (file) => Promise.reject(new Invalid(`${file}: The import contains only one file.`)),
}

/**
 * Opens an import file: a ZIP archive, or a single file as an archive of one file. If all files are in one folder, paths
 * start in that folder.
 */
export async function openImport({ name, bytes }: SiteFile): Promise<Archive> {
  if (isZip(bytes)) return withoutFolder(await openArchive(bytes))
  const file = posix.basename(name.replaceAll('\\', '/')) || 'import'
  return { files: new Map([[file, { size: bytes.length }]]), read: () => Promise.resolve(bytes) }
}

/** Folder names with a meaning. A folder with such a name is never just the wrapper of a site. */
const meaningful =
  /^(?:content|docs|blog|pages|posts|_posts|drafts|_drafts|src|static|public|wp-content|uploads)$/

function withoutFolder(archive: Archive): Archive {
  const [first] = archive.files.keys()
  const folder = first?.split('/')[0] ?? ''
  const isAlone = [...archive.files.keys()].every((file) => file.startsWith(`${folder}/`))
  if (!isAlone || meaningful.test(folder)) return archive
  const cut = folder.length + 1
  return withoutFolder({
    files: new Map([...archive.files].map(([file, facts]) => [file.slice(cut), facts])),
    read: (file) => archive.read(`${folder}/${file}`),
  })
}

/** Reads a site of any known system and converts it to valid entries. Throws `Invalid` with the file and the reason. */
export async function readSite(file: SiteFile, options: PrepareOptions): Promise<ReadySite> {
  const archive = await openImport(file)
  return prepareSite(await sourceOf(archive), archive.files.size > 1 ? archive : emptyArchive, options)
}

async function sourceOf(archive: Archive): Promise<SourceSite> {
  const candidates = [...archive.files].filter(
    ([file]) => /\.(?:json|xml|wxr)$/i.test(file) && file.split('/').length <= 2,
  )
  const only = archive.files.size === 1 ? [...archive.files] : candidates
  for (const [file, { size }] of only) {
    if (size > importLimits.file) throw new Invalid(`${file}: The file is too large.`)
    const text = new TextDecoder().decode(await archive.read(file))
    if (/^\uFEFF?\s*</.test(text) && /<rss[\s>]/.test(text.slice(0, 10_000))) return readWordPress(file, text)
    if (/^\uFEFF?\s*\{/.test(text) && isGhost(text)) return readGhost(file, text.replace(/^\uFEFF/, ''))
  }
  return readFolder(archive)
}

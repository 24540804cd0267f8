import { splitFrontMatter, textOf } from '#app/features/cms/import/readers/front-matter.server.ts'
import type { SourceEntry } from '#app/features/cms/import/site.ts'
import { frontMatter, type EntryType } from '#app/features/content/schema.ts'
import { aliasPath, slugProblem } from '#app/features/content/slugs.ts'
import { readFrontMatter } from '#app/features/content/store/files.server.ts'

/** Folders of an export by type. Entries that are not public are in `drafts`. */
export const ownFolders = { page: 'pages', doc: 'docs', post: 'blog' } as const
export const DRAFTS = 'drafts'

const place = /^(_?drafts\/)?(pages|docs|blog)\/(.+)\.mdx?$/

function placeOf(file: string) {
  const [, drafts, folder, slug] = place.exec(file) ?? []
  const type = (Object.keys(ownFolders) as EntryType[]).find((one) => ownFolders[one] === folder)
  return type && slug ? { type, slug, isPublic: !drafts } : null
}

/** Checks whether a file is a valid content file of Signpost. Fields can be missing in drafts. */
export function isOwnFile(file: string, text: string): boolean {
  const at = placeOf(file)
  if (!at) return false
  if (at.isPublic)
    return !('problems' in readFrontMatter(text.replaceAll('\r\n', '\n'), frontMatter[at.type]))
  const split = splitFrontMatter(text)
  if ('problem' in split) return false
  const known = frontMatter[at.type].shape
  return textOf(split.data, 'title') !== '' && Object.keys(split.data).every((name) => name in known)
}

/** Reads a content file. Fields can be missing in drafts. */
export function readOwnFile(file: string, text: string): SourceEntry | { skip: string } {
  const at = placeOf(file)
  if (!at)
    return {
      skip: file.startsWith('skills/')
        ? 'Skills are read from the content folder only. Copy the file there.'
        : 'The file is not in pages, docs, blog or drafts.',
    }
  const { type, slug, isPublic } = at
  const wrong = slugProblem(type, slug)
  if (wrong) return { skip: `Rename the file (${wrong}).` }
  if (isPublic) {
    const read = readFrontMatter(text.replaceAll('\r\n', '\n'), frontMatter[type])
    if ('problems' in read)
      return { skip: read.problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('; ') }
  }
  const split = splitFrontMatter(text)
  if ('problem' in split) return { skip: split.problem }
  const { data, body } = split
  const aliases = Array.isArray(data.aliases) ? data.aliases.filter((one) => typeof one === 'string') : []
  return {
    source: file,
    type,
    slug,
    title: textOf(data, 'title'),
    summary: textOf(data, 'description'),
    body: body.replace(/^\n+/, ''),
    markup: 'own',
    tags: Array.isArray(data.tags) ? data.tags.map(String) : [],
    author: textOf(data, 'author'),
    date: type === 'post' ? textOf(data, 'published') || null : null,
    isPublic,
    order: typeof data.order === 'number' ? [data.order] : [],
    section: textOf(data, 'section'),
    oldPaths: aliases.map(aliasPath),
    folder: '',
    cover: null,
    notes: ['appendix', 'questions']
      .filter((field) => data[field])
      .map((field) => `The ${field} field was removed, because only content files can have it.`),
  }
}

import { dateIn, type FrontMatter, listOf } from '#app/features/cms/import/readers/front-matter.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'

/** Settings of the old site that determine its URLs. */
export type SiteSettings = {
  permalink?: string
  permalinks?: Record<string, string>
  /** Label and position of a documentation folder. */
  folders: ReadonlyMap<string, { label: string; position: number | null }>
}

/** Type and paths of a file on the old and the new site, or the reason why the file is not an entry. */
export type Placed =
  | { skip: string }
  | {
      type: EntryType
      slug: string
      date: string | null
      isPublic: boolean
      oldPaths: string[]
      order: (string | number)[]
      section: string
    }

export type Place = (file: string, data: FrontMatter, settings: SiteSettings) => Placed

export const DATED = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/
export const isTrue = (value: unknown) => value === true || value === 'true'
export const nameOf = (path: string) => path.split('/').at(-1) ?? ''
export const folderOf = (path: string) => path.split('/').slice(0, -1).join('/')
export const stem = (path: string) => path.replace(/\.(?:mdx?|markdown|html?)$/i, '')
export const joined = (...parts: string[]) =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`
/** Returns the part of a path below a folder, or null. */
export const below = (path: string, folder: string) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null

const dates = [
  'date',
  'pubDate',
  'pubdate',
  'publishDate',
  'published_at',
  'publish_date',
  'published',
] as const
export const dateFor = (data: FrontMatter) => dateIn(data, ...dates)
export const isPublished = (data: FrontMatter) =>
  !isTrue(data.draft) && data.published !== false && data.published !== 'false' && !isTrue(data.unlisted)
export const movedFrom = (data: FrontMatter) => listOf(data, ['aliases', 'redirect_from'], null)

/** Returns a sort key that follows the positions of folders and files, then their names. */
export function orderOf(
  path: string,
  { folders }: SiteSettings,
  root: string,
  position: number,
): (string | number)[] {
  const parts = path.split('/')
  const above = parts.slice(0, -1).flatMap((_, index) => {
    const folder = parts.slice(0, index + 1).join('/')
    return [folders.get(`${root}/${folder}`)?.position ?? Infinity, parts[index]!]
  })
  const name = parts.at(-1)!
  const isIndex = /^(?:_?index|readme)$/i.test(name)
  return [...above, isIndex && position === Infinity ? -1 : position, name]
}

/** Fills in a URL pattern of Jekyll or Hugo, such as `/:year/:month/:title/`. */
export function fillPattern(
  pattern: string,
  {
    date,
    title,
    slug,
    section,
    categories,
  }: Record<'date' | 'title' | 'slug' | 'section' | 'categories', string>,
) {
  const [year = '', month = '', day = ''] = date.split('-')
  const values: Record<string, string> = {
    ...{ year, month, day, title, slug, section, categories, name: title, filename: title },
    ...{ slugorfilename: slug, contentbasename: title, sections: section, output_ext: '.html', path: title },
    ...{
      short_year: year.slice(2),
      i_month: String(Number(month)),
      i_day: String(Number(day)),
      monthname: '',
    },
  }
  return pattern.replace(/:([a-z_]+)/g, (whole, name: string) => values[name] ?? whole)
}

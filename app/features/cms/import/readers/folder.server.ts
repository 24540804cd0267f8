import { firstThree } from '#app/features/cms/import/names.ts'
import { z } from 'zod'
import type { Archive } from '#app/features/cms/import/archive.server.ts'
import { conventions, detectFormat } from '#app/features/cms/import/readers/conventions.server.ts'
import type { SiteSettings } from '#app/features/cms/import/readers/places.server.ts'
import {
  authorsOf,
  coverOf,
  droppedFields,
  type FrontMatter,
  listOf,
  readSettings,
  splitFrontMatter,
  textOf,
} from '#app/features/cms/import/readers/front-matter.server.ts'
import { isOwnFile, readOwnFile } from '#app/features/cms/import/readers/own-files.server.ts'
import { expandTemplates } from '#app/features/cms/import/readers/templates.ts'
import { createTextLimit } from '#app/features/cms/import/text-limit.ts'
import { importLimits, type SiteFormat } from '#app/features/cms/import/schema.ts'
import type { SourceEntry, SourceSite } from '#app/features/cms/import/site.ts'
import { firstLevelHeading } from '#app/features/content/store/files.server.ts'
import {
  MAX_REDIRECT_BYTES,
  parseRedirects,
  REDIRECTS_FILE,
} from '#app/features/content/store/redirect-file.server.ts'
import { SITE_FILE } from '#app/features/content/store/site-file.server.ts'
import { Invalid } from '#app/errors.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { measureText } from '#app/primitives/bounded-json.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'
import { compareText } from '#app/features/cms/import/order.ts'

type FolderFormat = keyof typeof conventions

const isText = (file: string) => /\.(?:mdx?|markdown)$/i.test(file)
const isImage = (file: string) => /\.(?:png|jpe?g|webp|avif|gif|svg)$/i.test(file)
/** Files that describe a repository instead of its site. */
const isAbout = (file: string) =>
  /^(?:readme|contributing|changelog|license|code_of_conduct|security)\.md$/i.test(file)

/** Folders whose files are at the root of the site. */
const roots: Record<FolderFormat, string[]> = {
  jekyll: [''],
  hugo: ['static', 'assets', ''],
  docusaurus: ['static', ''],
  astro: ['public', ''],
  markdown: ['', 'public', 'static'],
}

/** Converts a folder of Markdown files to the common form. Throws `Invalid` if it contains no text. */
export async function readFolder(archive: Archive): Promise<SourceSite> {
  const files = [...archive.files.keys()].sort(compareText)
  const texts = files.filter(isText)
  const detected = detectFormat(files)
  if (!detected)
    throw new Invalid(
      'The import contains no Markdown and no export from Ghost or WordPress. Select a JSON file from Ghost, an XML file from WordPress, a Markdown file (.md or .mdx), or a ZIP archive of Markdown files.',
    )
  if (texts.length > importLimits.entries * 2)
    throw new Invalid(
      `The archive has ${formatInteger(texts.length)} text files. Split the archive, and import the parts.`,
    )
  const sources = new Map<string, string>()
  const limit = createTextLimit()
  for (const file of texts) {
    const { size } = archive.files.get(file)!
    limit.add(size)
    if (size > importLimits.text)
      throw new Invalid(`${file}: The file is larger than ${formatBytes(importLimits.text)}. Split the file.`)
    sources.set(file, new TextDecoder().decode(await archive.read(file)))
  }
  const own = [...sources].filter(([file, text]) => isOwnFile(file, text)).length
  const isOwn = detected === 'folder' || (detected === 'markdown' && own > 0 && own * 2 >= sources.size)
  if (isOwn) return ownSite(archive, files, sources)
  return convertFolder(archive, files, sources, detected as FolderFormat)
}

const emptySite = (format: SiteFormat, from: string[]): SourceSite => ({
  format,
  origin: '',
  entries: [],
  redirects: [],
  library: [],
  roots: from,
  skipped: [],
})

async function convertFolder(
  archive: Archive,
  files: string[],
  sources: ReadonlyMap<string, string>,
  format: FolderFormat,
): Promise<SourceSite> {
  const site = emptySite(format, roots[format])
  const settings = await settingsOf(archive, files)
  site.origin = originOf(settings.data)
  for (const [file, text] of sources) {
    const split = splitFrontMatter(text)
    if ('problem' in split) {
      site.skipped.push({ source: file, reason: split.problem })
      continue
    }
    const { data } = split
    if (isAbout(file) && Object.keys(data).length === 0) {
      site.skipped.push({ source: file, reason: 'The file describes the repository, not the site.' })
      continue
    }
    const placed = conventions[format](file, data, settings)
    if ('skip' in placed) {
      site.skipped.push({ source: file, reason: placed.skip })
      continue
    }
    const notes: string[] = []
    const note = (words: string) => notes.push(words)
    const dropped = droppedFields(data)
    if (dropped.length) note(`Front matter fields were removed: ${dropped.join(', ')}.`)
    const tags = [
      ...listOf(data, ['tags', 'tag']),
      ...listOf(data, ['categories', 'category'], format === 'jekyll' ? /\s/ : /,/),
    ]
    if (placed.type !== 'post' && tags.length) note(`Only posts can have tags. Removed: ${tags.join(', ')}.`)
    if (placed.type !== 'post' && placed.date) note(`Only posts can have a date. Removed: ${placed.date}.`)
    if (!placed.isPublic) note('The entry was not public on the old site and is imported as a draft.')
    const isMdx = format === 'docusaurus' || /\.mdx$/i.test(file)
    site.entries.push({
      source: file,
      ...placed,
      title: textOf(data, 'title', 'sidebar_label') || headingOf(split.body),
      summary: textOf(data, 'description', 'excerpt', 'summary', 'subtitle'),
      body: expandTemplates(split.body, { format, note }),
      markup: isMdx ? 'mdx' : 'markdown',
      tags: placed.type === 'post' ? tags : [],
      author: placed.type === 'post' ? authorsOf(data, settings.authors) : '',
      section: sectionOf(placed.section, settings),
      folder: file.split('/').slice(0, -1).join('/'),
      cover: coverOf(data),
      notes,
    })
  }
  const rest = files.filter((file) => !isText(file) && !isImage(file) && !isSettings(file))
  if (rest.length)
    site.skipped.push({
      source: firstThree(rest),
      reason: `${formatAmount(rest.length, 'file', 'files')} of the theme or the build: not imported.`,
    })
  return site
}

/** Returns the first heading of the first level, which Docusaurus uses as the title. */
function headingOf(body: string): string {
  const index = firstLevelHeading(body)
  const line = index === null ? '' : (body.split('\n')[index] ?? '')
  return line
    .trim()
    .replace(/^#/, '')
    .replace(/\{#[\w-]+\}$/, '')
    .trim()
}

const isSettings = (file: string) =>
  /(?:^|\/)(?:_category_\.(?:json|ya?ml)|_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json)|authors\.ya?ml|redirects\.(?:json|yaml))$/.test(
    file,
  )

async function settingsOf(archive: Archive, files: string[]) {
  const read = async (file: string) => {
    if (archive.files.get(file)!.size > importLimits.text) return {}
    return readSettings(file, new TextDecoder().decode(await archive.read(file)))
  }
  const main = files.find((file) => /^(?:_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json))$/.test(file))
  const data: FrontMatter = main ? await read(main) : {}
  const folders = new Map<string, { label: string; position: number | null }>()
  const authors: Record<string, string> = {}
  for (const file of files) {
    if (/\/_category_\.(?:json|ya?ml)$/.test(file)) {
      const { label, position } = await read(file)
      const folder = file.split('/').slice(0, -1).join('/')
      folders.set(folder, {
        label: typeof label === 'string' ? label : '',
        position: typeof position === 'number' ? position : null,
      })
    } else if (/^(?:blog\/|_data\/)authors\.ya?ml$/.test(file)) {
      for (const [key, author] of Object.entries(await read(file))) {
        const { name } = (author ?? {}) as { name?: unknown }
        if (typeof name === 'string') authors[key] = name
      }
    }
  }
  const permalinks: Record<string, string> = {}
  const given = (data.permalinks ?? {}) as Record<string, unknown>
  for (const [section, pattern] of Object.entries({ ...given, ...((given.page ?? {}) as object) }))
    if (typeof pattern === 'string') permalinks[section] = pattern
  const permalink = textOf(data, 'permalink')
  return { data, authors, permalinks, folders, ...(permalink ? { permalink } : {}) }
}

function originOf(data: FrontMatter): string {
  try {
    return new URL(textOf(data, 'url', 'baseURL', 'baseUrl')).origin
  } catch {
    return ''
  }
}

const sectionOf = (folder: string, { folders }: SiteSettings) =>
  folder ? folders.get(`docs/${folder}`)?.label || folder.replace(/^\d+[-_.]/, '') : ''

/** Converts a folder in the layout of CONTENT_DIR, such as an export. */
async function ownSite(
  archive: Archive,
  files: string[],
  sources: ReadonlyMap<string, string>,
): Promise<SourceSite> {
  const site = emptySite('folder', [''])
  for (const [file, text] of sources) {
    const read = readOwnFile(file, text)
    if ('skip' in read) site.skipped.push({ source: file, reason: read.skip })
    else site.entries.push(read satisfies SourceEntry)
  }
  // Drafts follow, because a draft can be a change of a published entry.
  site.entries.sort((one, other) => Number(other.isPublic) - Number(one.isPublic))
  if (archive.files.has('redirects.json')) site.redirects.push(...(await jsonRedirects(archive)))
  if (archive.files.has(REDIRECTS_FILE)) site.redirects.push(...(await yamlRedirects(archive, site.skipped)))
  if (archive.files.has(SITE_FILE))
    site.skipped.push({
      source: SITE_FILE,
      reason: 'Settings are not imported. An administrator can enter them under Settings.',
    })
  for (const file of files)
    if (/^media\//.test(file) && isImage(file)) site.library.push({ url: `/${file}`, alt: '' })
  return site
}

const MAX_REDIRECT_ITEMS = importLimits.redirects * 8

/** Reads redirects from a list in JSON. Throws `Invalid`. */
async function jsonRedirects(archive: Archive): Promise<SourceSite['redirects']> {
  const text = new TextDecoder().decode(await archive.read('redirects.json'))
  const { levels, items } = measureText(text)
  if (levels > 4 || items > MAX_REDIRECT_ITEMS)
    throw new Invalid(`redirects.json: Use at most ${formatInteger(importLimits.redirects)} redirects.`)
  const parsed = redirectList.safeParse(jsonOf(text))
  if (!parsed.success) throw new Invalid('redirects.json: Use a list of objects with from and to.')
  return parsed.data
}

/** Reads redirects as CONTENT_DIR does. Adds invalid redirects to `skipped`. */
async function yamlRedirects(archive: Archive, skipped: SourceSite['skipped']) {
  const { size } = archive.files.get(REDIRECTS_FILE)!
  if (size > MAX_REDIRECT_BYTES)
    throw new Invalid(`${REDIRECTS_FILE}: The file is larger than ${formatBytes(MAX_REDIRECT_BYTES)}.`)
  const text = new TextDecoder().decode(await archive.read(REDIRECTS_FILE))
  const { redirects, problems } = parseRedirects(text)
  for (const { line, reason } of problems)
    skipped.push({ source: REDIRECTS_FILE, reason: `line ${line}: ${reason}` })
  return [...redirects].map(([from, to]) => ({ from, to }))
}

const redirectList = z.array(z.object({ from: z.string().max(300), to: z.string().max(300) }))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

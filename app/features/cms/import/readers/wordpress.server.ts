import { Invalid } from '#app/errors.ts'
import { dateOf } from '#app/features/cms/import/names.ts'
import type { SourceSite } from '#app/features/cms/import/site.ts'
import { expandShortcodes, type Gallery } from '#app/features/cms/import/readers/wordpress-shortcodes.ts'
import { readWxr, type WxrItem } from '#app/features/cms/import/readers/wordpress-xml.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Statuses that are imported, with the note for the report. */
const statuses: Record<string, string | null> = {
  publish: null,
  draft: null,
  pending: 'The entry was waiting for review and is imported as a draft.',
  private: 'The entry was private and is imported as a draft.',
  future: 'The entry was scheduled and is imported as a draft.',
}

/** Converts a WordPress export to the common form. Throws `Invalid`. */
export function readWordPress(file: string, text: string): SourceSite {
  const { link, authors, items } = readWxr(file, text)
  const origin = originOf(link)
  const site: SourceSite = {
    format: 'wordpress',
    origin,
    entries: [],
    redirects: [],
    library: [],
    roots: ['', 'wp-content'],
    skipped: [],
  }
  const attachments = new Map(
    items
      .filter(({ fields }) => fields['wp:post_type'] === 'attachment' && fields['wp:attachment_url'])
      .map(({ fields, meta }) => [
        fields['wp:post_id'] ?? '',
        {
          url: fields['wp:attachment_url']!.trim(),
          alt: (meta._wp_attachment_image_alt || fields.title || '').trim(),
          parent: (fields['wp:post_parent'] ?? '').trim(),
        },
      ]),
  )
  const others = new Map<string, number>()
  for (const item of items) {
    const type = item.fields['wp:post_type'] ?? ''
    if (type === 'post' || type === 'page') addItem(site, item, type, { authors, attachments })
    else if (type !== 'attachment') others.set(type, (others.get(type) ?? 0) + 1)
  }
  site.library.push(...attachments.values())
  for (const [type, count] of others)
    site.skipped.push({
      source: file,
      reason: `${formatAmount(count, 'item', 'items')} of the type ${type || 'unknown'}: only posts, pages and attachments are imported.`,
    })
  if (!items.length)
    throw new Invalid(`${file}: The export contains no items. Export all content in WordPress.`)
  return site
}

const originOf = (link: string) => {
  try {
    return new URL(link).origin
  } catch {
    return ''
  }
}

type Attachment = { url: string; alt: string; parent: string }
type Parts = { authors: Record<string, string>; attachments: Map<string, Attachment> }

function addItem(site: SourceSite, item: WxrItem, type: 'post' | 'page', { authors, attachments }: Parts) {
  const { fields, terms, meta } = item
  const field = (name: string) => (fields[name] ?? '').trim()
  const id = field('wp:post_id')
  const title = field('title')
  const source = `${type} ${id}${title ? ` (${title})` : ''}`
  const status = field('wp:status')
  if (!(status in statuses)) {
    site.skipped.push({ source, reason: `Items with the status ${status || 'unknown'} are not imported.` })
    return
  }
  const notes: string[] = []
  const note = (text: string) => notes.push(text)
  if (statuses[status]) note(statuses[status])
  if (field('wp:post_password')) note('The entry had a password and is imported as a draft.')
  if (type === 'page' && terms.length)
    note(`Pages cannot have tags. Removed: ${terms.map(({ name }) => name).join(', ')}.`)
  const comments = Number(field('wp:comment_count') || 0)
  if (comments) note('Comments are not imported.')
  const gallery: Gallery = (ids) => {
    if (ids) return ids.flatMap((one) => attachments.get(one) ?? [])
    return [...attachments.values()].filter(({ parent }) => parent === id)
  }
  const cover = attachments.get((meta._thumbnail_id ?? '').trim())
  site.entries.push({
    source,
    type,
    slug: field('wp:post_name') || title || id,
    title,
    summary: plainText(fields['excerpt:encoded'] ?? ''),
    body: expandShortcodes(fields['content:encoded'] ?? '', { gallery, note }),
    markup: 'html',
    tags: type === 'post' ? tagsOf(terms) : [],
    author: authors[field('dc:creator')] || field('dc:creator'),
    date: dateOf(
      validDate(field('wp:post_date_gmt')) || validDate(field('wp:post_date')) || field('pubDate'),
    ),
    isPublic: status === 'publish' && !field('wp:post_password'),
    order: [Number(field('wp:menu_order') || 0), title],
    section: '',
    oldPaths: pathsOf(field('link'), status),
    folder: '',
    cover: cover ?? null,
    notes,
  })
}

/** Drafts have the date 0000-00-00. */
const validDate = (text: string) => (text.startsWith('0000') ? '' : text)

const tagsOf = (terms: WxrItem['terms']): string[] =>
  [
    ...terms.filter(({ domain }) => domain === 'category'),
    ...terms.filter(({ domain }) => domain === 'post_tag'),
  ]
    .map(({ name }) => name)
    .filter((name) => name && name !== 'Uncategorized')

/** Returns the path of a permalink. Links such as `/?p=12` have no path of their own. */
function pathsOf(link: string, status: string): string[] {
  if (status !== 'publish') return []
  try {
    const { pathname, search } = new URL(link)
    return search || pathname === '/' ? [] : [pathname]
  } catch {
    return []
  }
}

const plainText = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

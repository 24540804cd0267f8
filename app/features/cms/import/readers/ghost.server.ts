import { parseLimited } from '#app/primitives/bounded-json.ts'
import { z } from 'zod'
import { Invalid } from '#app/errors.ts'
import { htmlOfLexical } from '#app/features/cms/import/readers/ghost-lexical.ts'
import { dateOf } from '#app/features/cms/import/names.ts'
import type { SourceEntry, SourceSite } from '#app/features/cms/import/site.ts'
import { measureText } from '#app/primitives/bounded-json.ts'

/** Limits for an export: nesting levels, and keys and items in total. */
const MAX_LEVELS = 64
const MAX_ITEMS = 2_000_000

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.union([z.string(), z.number()]).transform(String)
const order = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

const ghostPost = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  plaintext: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: text,
  visibility: text,
  custom_excerpt: text,
  feature_image: text,
  feature_image_alt: text,
  published_at: z.union([z.string(), z.number()]).nullish(),
  created_at: z.union([z.string(), z.number()]).nullish(),
  author_id: id.nullish(),
  canonical_url: text,
})
type GhostPost = z.output<typeof ghostPost>

const ghostData = z.object({
  posts: z.array(ghostPost),
  tags: z.array(z.object({ id, name: text, slug: text })).default([]),
  users: z.array(z.object({ id, name: text })).default([]),
  posts_tags: z.array(z.object({ post_id: id, tag_id: id, sort_order: order })).default([]),
  posts_authors: z.array(z.object({ post_id: id, author_id: id, sort_order: order })).default([]),
  posts_meta: z
    .array(
      z.object({ post_id: id, meta_description: text, feature_image_alt: text, feature_image_caption: text }),
    )
    .default([]),
})
type GhostData = z.output<typeof ghostData>

const data = z.object({ data: ghostData })
const ghostExport = z.union([z.object({ db: z.array(data).min(1) }), data])

/** Checks whether JSON looks like an export of Ghost. */
export const isGhost = (json: string) =>
  /"posts"\s*:/.test(json) && /"(?:db|data)"\s*:/.test(json.slice(0, 2_000))

/** Converts a Ghost export to the common form. Throws `Invalid`. */
export function readGhost(file: string, json: string): SourceSite {
  const { levels, items } = measureText(json)
  if (levels > MAX_LEVELS || items > MAX_ITEMS)
    throw new Invalid(
      `${file}: The JSON has more than ${MAX_LEVELS} levels or too many items. Export the site again.`,
    )
  const parsed = ghostExport.safeParse(parse(file, json))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Invalid(
      `${file}: This is not a Ghost export: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`,
    )
  }
  const all = 'db' in parsed.data ? parsed.data.db[0]!.data : parsed.data.data
  const site: SourceSite = {
    format: 'ghost',
    origin: '',
    entries: [],
    redirects: [],
    library: [],
    roots: ['', 'content'],
    skipped: [],
  }
  const lookup = indexOf(all)
  for (const post of all.posts) site.entries.push(entryOf(post, lookup))
  return site
}

function parse(file: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Invalid(`${file}: The JSON is not valid: ${(error as Error).message}.`)
  }
}

/** Groups names by post, in their order. */
function indexOf({ tags, users, posts_tags, posts_authors, posts_meta }: GhostData) {
  const nameOf = (list: { id: string; name: string }[]) =>
    new Map(list.map(({ id: one, name }) => [one, name]))
  const [tagNames, userNames] = [nameOf(tags), nameOf(users)]
  const grouped = (
    links: { post_id: string; to: string; sort_order: number }[],
    names: Map<string, string>,
  ) => {
    const groups = new Map<string, string[]>()
    for (const { post_id, to } of [...links].sort((a, b) => a.sort_order - b.sort_order)) {
      const name = names.get(to)
      if (!name) continue
      const group = groups.get(post_id)
      if (group) group.push(name)
      else groups.set(post_id, [name])
    }
    return groups
  }
  return {
    tags: grouped(
      posts_tags.map((link) => ({ ...link, to: link.tag_id })),
      tagNames,
    ),
    authors: grouped(
      posts_authors.map((link) => ({ ...link, to: link.author_id })),
      userNames,
    ),
    users: userNames,
    meta: new Map(posts_meta.map((one) => [one.post_id, one])),
  }
}

function entryOf(post: GhostPost, { tags, authors, users, meta }: ReturnType<typeof indexOf>): SourceEntry {
  const notes: string[] = []
  const type = post.type === 'page' || post.page === true || post.page === 1 ? 'page' : 'post'
  const more = meta.get(post.id)
  const given = tags.get(post.id) ?? []
  const internal = given.filter((tag) => tag.startsWith('#'))
  const named = given.filter((tag) => !tag.startsWith('#'))
  if (internal.length) notes.push(`Internal tags were removed: ${internal.join(', ')}.`)
  if (type === 'page' && named.length) notes.push(`Pages cannot have tags. Removed: ${named.join(', ')}.`)
  if (post.visibility && post.visibility !== 'public')
    notes.push(`The entry was visible only to ${post.visibility} and is imported as a draft.`)
  if (post.status === 'scheduled') notes.push('The entry was scheduled and is imported as a draft.')
  if (post.status === 'sent') notes.push('The entry was sent only by email and is imported as a draft.')
  if (post.canonical_url) notes.push(`The canonical URL was removed: ${post.canonical_url}.`)
  const isPublic = post.status === 'published' && (!post.visibility || post.visibility === 'public')
  return {
    source: `${type} ${post.slug || post.id}`,
    type,
    slug: post.slug || post.title || post.id,
    title: post.title,
    summary: post.custom_excerpt || more?.meta_description || '',
    body: post.html || fallbackHtml(post, notes),
    markup: 'html',
    tags: type === 'post' ? named : [],
    author: (authors.get(post.id) ?? [users.get(post.author_id ?? '') ?? '']).join(', '),
    date: dateOf(post.published_at ?? post.created_at),
    isPublic,
    order: [post.title],
    section: '',
    oldPaths: post.slug && isPublic ? [`/${post.slug}/`] : [],
    folder: '',
    cover: post.feature_image
      ? { url: post.feature_image, alt: post.feature_image_alt || more?.feature_image_alt || post.title }
      : null,
    notes,
  }
}

/** Converts the editor format of drafts without HTML, which loses cards. */
function fallbackHtml({ lexical, mobiledoc, plaintext }: GhostPost, notes: string[]): string {
  if (!lexical && !mobiledoc && !plaintext) return ''
  const made = lexical ? htmlOfLexical(lexical) : null
  if (made) {
    notes.push('The export contains no HTML for this entry, so the text was read from the editor format.')
    if (made.unknown.length) notes.push(`These cards were removed: ${made.unknown.join(', ')}.`)
    return made.html
  }
  notes.push('The export contains no HTML for this entry. Only its plain text was imported.')
  const escaped = (plaintext || textsOf(mobiledoc)).replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return escaped
    .split(/\n\s*\n/)
    .map((part) => `<p>${part}</p>`)
    .join('\n')
}

/** Returns the texts of a Mobiledoc document, one paragraph for each section. */
function textsOf(mobiledoc: string): string {
  try {
    const { sections = [] } = parseLimited(mobiledoc) as { sections?: unknown[] }
    const words = (value: unknown): string =>
      Array.isArray(value) ? value.map(words).join('') : typeof value === 'string' ? value : ''
    return sections.map((section) => words(Array.isArray(section) ? section.slice(2) : '')).join('\n\n')
  } catch {
    return ''
  }
}

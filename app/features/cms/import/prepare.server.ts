import type { Archive } from '#app/features/cms/import/archive.server.ts'
import { convertBody } from '#app/features/cms/import/body/markdown.server.ts'
import { createImageStore } from '#app/features/cms/import/images.server.ts'
import { type LinkParts, linksOf, redirectsOf } from '#app/features/cms/import/links.server.ts'
import { createLinkMap } from '#app/features/cms/import/locate.server.ts'
import { freeSlug, slugFor, slugSegment } from '#app/features/cms/field-values.ts'
import { authorFor, descriptionFor, tagsFor, titleFor } from '#app/features/cms/import/names.ts'
import { compareKeys } from '#app/features/cms/import/order.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import { createTextLimit } from '#app/features/cms/import/text-limit.ts'
import type { ReadyEntry, ReadySite, SourceEntry, SourceSite } from '#app/features/cms/import/site.ts'
import { entryInput, MAX_BODY_LENGTH } from '#app/features/cms/schema.ts'
import { type EntryType, type Section, sections } from '#app/features/content/schema.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import { Invalid } from '#app/errors.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'

/** Options of an import. `author` is the author of posts without one. */
export type PrepareOptions = { author: string }

const MAX_NOTES = 40
const ORDER_STEP = 10

type Placed = { entry: SourceEntry; slug: string; path: string; notes: string[] }

/** Converts a site to valid entries, with their images and redirects. Throws `Invalid`. */
export async function prepareSite(
  site: SourceSite,
  archive: Archive,
  { author }: PrepareOptions,
): Promise<ReadySite> {
  if (site.entries.length > importLimits.entries)
    throw new Invalid(
      `The import has ${formatInteger(site.entries.length)} entries. The maximum is ${formatInteger(importLimits.entries)}. Import in parts.`,
    )
  const placed = placeEntries(site.entries)
  const images = await createImageStore(site, archive)
  const map = createLinkMap(placed)
  const orders = ordersOf(placed)
  const tags = new Set(site.entries.flatMap((entry) => entry.tags.map(slugSegment)))
  const entries: ReadyEntry[] = []
  const limit = createTextLimit()
  for (const one of placed) {
    const order = orders.get(one) ?? null
    const entry = prepareEntry(one, { site, tags, images, map, author, order })
    limit.addValue(entry)
    entries.push(entry)
  }
  for (const { url, alt } of site.library) images.find(url, '', alt)
  const rest = {
    images: images.used(),
    redirects: redirectsOf(site, placed, map),
    skipped: [...site.skipped, ...images.skipped()],
  }
  limit.addValue(rest)
  return { format: site.format, entries, ...rest }
}

/**
 * Chooses a unique slug for each entry. Entries exported from Signpost keep their slugs, and one draft can have the slug
 * of a published entry that it changes.
 */
function placeEntries(entries: readonly SourceEntry[]): Placed[] {
  const taken: Record<EntryType, Set<string>> = { page: new Set(), doc: new Set(), post: new Set() }
  const changeable = new Set(
    entries.flatMap(({ markup, isPublic, type, slug }) =>
      markup === 'own' && isPublic ? [`${type} ${slug}`] : [],
    ),
  )
  return entries.map((entry, index) => {
    const { type, markup } = entry
    const notes = [...entry.notes]
    const wanted = markup === 'own' ? entry.slug : slugFor(type, entry.slug, `imported-${index + 1}`)
    const isChange = markup === 'own' && !entry.isPublic && changeable.delete(`${type} ${wanted}`)
    const slug = isChange ? wanted : freeSlug(wanted, taken[type])
    taken[type].add(slug)
    const given = entry.slug.split('/').filter(Boolean).join('/')
    if (slug !== wanted)
      notes.push(`Another imported entry has the slug ${wanted}. The slug was changed to ${slug}.`)
    else if (slug !== given && entry.oldPaths.length)
      notes.push(`The slug was changed from ${given || '(empty)'} to ${slug}.`)
    return { entry, slug, path: pathOfEntry({ type, slug }), notes }
  })
}

/** Numbers the documents in their order. */
function ordersOf(placed: readonly Placed[]): Map<Placed, number> {
  const docs = placed.filter(({ entry }) => entry.type === 'doc')
  if (docs.every(({ entry }) => entry.markup === 'own'))
    return new Map(docs.map((one) => [one, Number(one.entry.order[0] ?? 0)]))
  const sorted = [...docs].sort((a, b) => compareKeys(a.entry.order, b.entry.order))
  return new Map(sorted.map((one, index) => [one, (index + 1) * ORDER_STEP]))
}

type Parts = LinkParts & { author: string; order: number | null }

function prepareEntry({ entry, slug, notes }: Placed, parts: Parts): ReadyEntry {
  const { source, type, isPublic } = entry
  const said = new Set(notes)
  const note = (text: string) => void said.add(text)
  const ready = (fields: ReadyEntry['fields'], problem: string | null): ReadyEntry => {
    const all = [...said]
    const more = all.length - MAX_NOTES
    return {
      source,
      type,
      fields,
      isPublic,
      notes:
        more > 0
          ? [...all.slice(0, MAX_NOTES), `And ${formatAmount(more, 'more change', 'more changes')}.`]
          : all,
      problem,
    }
  }
  const isOwn = entry.markup === 'own'
  const valid = titleFor(entry.title, slug, isOwn ? () => {} : note)
  const title = isOwn ? entry.title : valid
  const empty = entryInput.parse({ slug, title: valid || slug.slice(0, 80) })
  try {
    const { body, text, problem } = bodyOf(entry, title, parts, note)
    if (problem) return ready(empty, problem)
    const parsed = entryInput.safeParse({
      slug,
      title,
      body,
      ...fieldsOf({ entry, text, parts, note }),
    })
    if (parsed.success) return ready(parsed.data, null)
    return ready(
      empty,
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '),
    )
  } catch (error) {
    if (error instanceof RangeError)
      return ready(empty, `The text has more than ${importLimits.levels} levels of nested elements.`)
    throw error
  }
}

type Note = (text: string) => void

function fieldsOf({
  entry,
  text,
  parts,
  note,
}: {
  entry: SourceEntry
  text: string
  parts: Parts
  note: Note
}) {
  const { type, markup, summary } = entry
  const isOwn = markup === 'own'
  const description = isOwn ? summary : descriptionFor({ summary, text }, note)
  if (type === 'doc')
    return { description, section: sectionFor(entry.section, note), order: parts.order ?? 0 }
  if (type === 'page') return { description }
  return {
    description,
    tags: isOwn ? entry.tags : tagsFor(entry.tags, note),
    author: isOwn ? entry.author || null : authorFor(entry.author, parts.author, note),
    published_on: entry.date,
  }
}

/** Returns the section with the given name, or the first section. */
function sectionFor(wanted: string, note: Note): Section {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '')
  const found = sections.find((section) => plain(section) === plain(wanted))
  if (!found)
    note(
      `The section ${wanted ? `${wanted} does not exist on this site` : 'was missing'} and was set to ${sections[0]}.`,
    )
  return found ?? sections[0]
}

function bodyOf(
  entry: SourceEntry,
  title: string,
  parts: Parts,
  note: Note,
): { body: string; text: string; problem: string | null } {
  const { markup, cover, folder } = entry
  if (markup === 'own') return { body: parts.images.replaceOwn(entry.body), text: '', problem: null }
  const converted = convertBody({ text: entry.body, markup, title }, linksOf(entry, parts, note), note)
  const [issue] = converted.issues
  if (issue)
    return { ...converted, problem: `The text cannot be converted: line ${issue.line}: ${issue.reason}.` }
  const image = cover && parts.images.find(cover.url, folder, cover.alt || title)?.url
  if (cover && image) note('The feature image was placed above the text.')
  const outside = cover && !image ? linksOf(entry, parts, note).outside(cover.url) : null
  if (cover && !image)
    note(
      `The feature image is not in the archive and was ${outside ? `linked: ${outside}` : `removed: ${cover.url}`}.`,
    )
  const head = image
    ? `![${plainAlt(cover.alt || title)}](${image})\n\n`
    : outside && /^https?:\/\/[^\s()<>{}]+$/.test(outside)
      ? `[${plainAlt(cover?.alt || title)}](${outside})\n\n`
      : ''
  const body = head + converted.body
  const problem =
    body.length > MAX_BODY_LENGTH
      ? `The text is longer than ${formatInteger(MAX_BODY_LENGTH)} characters. Split it into several entries.`
      : null
  return { body, text: converted.text, problem }
}

const plainAlt = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\[\]*_`<>{}&~!|#]/g, '\\$&')

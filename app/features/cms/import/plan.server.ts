import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { changedFields } from '#app/features/cms/change.server.ts'
import type {
  ImportedEntry,
  ImportedImage,
  ImportedRedirect,
  ImportReport,
} from '#app/features/cms/import/schema.ts'
import { placeholderOf, type ReadyEntry, type ReadySite } from '#app/features/cms/import/site.ts'
import { fieldsOf, fieldsOfFile } from '#app/features/cms/present.server.ts'
import type { EntryInput } from '#app/features/cms/schema.ts'
import { type EntryRow, entryBySlug, fieldsAt } from '#app/features/cms/store.server.ts'
import { redirectInput } from '#app/features/content/redirects.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import { listRedirects } from '#app/features/content/store/redirects.server.ts'
import { findStoredImages } from '#app/features/media/media.server.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Planned import. `urls` contains the URLs of stored images by hash. */
export type Plan = { report: ImportReport; urls: Map<string, string> }

/** Compares a prepared import with the site. Changes nothing. The caller must check permission first. */
export async function planImport(
  ctx: Context,
  site: ReadySite,
  { publish }: { publish: boolean },
): Promise<Plan> {
  const urls = await findStoredImages(
    ctx,
    site.images.map(({ hash }) => hash),
  )
  const entries = await planEntries(ctx, site.entries, { urls, publish })
  const images = site.images.map(({ file, hash }): ImportedImage => {
    const url = urls.get(hash) ?? null
    return { source: file, outcome: url ? 'unchanged' : 'created', url, note: null }
  })
  const redirects = await planRedirects(ctx, site, entries)
  const { format, skipped } = site
  const report: ImportReport = {
    format,
    dry_run: true,
    digest: digestOf(site, entries, publish),
    counts: countsOf({ entries, images, redirects, skipped }),
    entries,
    images,
    redirects,
    skipped,
  }
  return { report, urls }
}

/** Returns the fields of an entry with the URLs of stored images. Other placeholders remain. */
export function withUrls(fields: EntryInput, urls: ReadonlyMap<string, string>): EntryInput {
  if (!fields.body.includes(placeholderOf(''))) return fields
  const body = fields.body.replace(
    /\/media\/import\/([0-9a-f]{64})/g,
    (whole, hash: string) => urls.get(hash) ?? whole,
  )
  return { ...fields, body }
}

type EntryOptions = { urls: ReadonlyMap<string, string>; publish: boolean }

/** Plans all entries. A second entry with a slug is a draft that changes the first. */
async function planEntries(
  ctx: Context,
  entries: readonly ReadyEntry[],
  options: EntryOptions,
): Promise<ImportedEntry[]> {
  const keyOf = ({ type, fields }: ReadyEntry) => `${type} ${fields.slug}`
  const drafts = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const plans = new Map<string, { entry: ReadyEntry; plan: ImportedEntry }>()
  const planned: ImportedEntry[] = []
  for (const entry of entries) {
    const first = plans.get(keyOf(entry))
    const draft = drafts.get(keyOf(entry))
    const plan =
      first && first.plan.outcome !== 'refused'
        ? await planChange(ctx, entry, { ...options, ...first })
        : await planEntry(ctx, entry, { ...options, draft: draft === entry ? undefined : draft })
    plans.set(keyOf(entry), { entry, plan })
    planned.push(plan)
  }
  return planned
}

const factsOf = ({ source, type }: ReadyEntry, { slug, title }: EntryInput) => ({
  source,
  type,
  path: pathOfEntry({ type, slug }),
  title,
})

const refusalOf = (common: ReturnType<typeof factsOf>, problem: string, notes: string[]): ImportedEntry => ({
  ...common,
  outcome: 'refused',
  publishes: false,
  id: null,
  notes: [problem, ...notes],
})

/** Returns the entry or the content file with a slug, and its fields. */
async function findBefore(ctx: Context, type: EntryType, slug: string) {
  const row = await entryBySlug(ctx.db, type, slug)
  const file = ctx.contentIndex.files.find((one) => one.type === type && one.slug === slug)
  return { row, before: row ? fieldsOf(row) : file ? fieldsOfFile(file) : null }
}

/** Plans a draft that is stored on top of the published entry in the same import. */
async function planChange(
  ctx: Context,
  entry: ReadyEntry,
  { urls, publish, entry: published, plan }: EntryOptions & { entry: ReadyEntry; plan: ImportedEntry },
): Promise<ImportedEntry> {
  const { type, notes, problem } = entry
  const fields = withUrls(entry.fields, urls)
  const common = factsOf(entry, fields)
  if (problem) return refusalOf(common, problem, notes)
  const { before } = await findBefore(ctx, type, fields.slug)
  const base = plan.outcome === 'unchanged' && before ? before : withUrls(published.fields, urls)
  const isChanged = changedFields(base, fields).length > 0
  const about = publish
    ? 'The draft is stored as an unpublished change of the published entry.'
    : 'The draft is stored as the next version. The published text is in the history.'
  return {
    ...common,
    outcome: isChanged ? 'changed' : 'unchanged',
    publishes: false,
    id: plan.id,
    notes: isChanged ? [about, ...notes] : [],
  }
}

async function planEntry(
  ctx: Context,
  entry: ReadyEntry,
  { urls, publish, draft }: EntryOptions & { draft: ReadyEntry | undefined },
): Promise<ImportedEntry> {
  const { type, notes, problem, isPublic } = entry
  const fields = withUrls(entry.fields, urls)
  const common = factsOf(entry, fields)
  if (problem) return refusalOf(common, problem, notes)
  const { row, before } = await findBefore(ctx, type, fields.slug)
  if (row && draft && (await isStored(ctx, row, { fields, draft: withUrls(draft.fields, urls), publish })))
    return { ...common, outcome: 'unchanged', publishes: false, id: row.id, notes: [] }
  if (!before) return { ...common, outcome: 'created', publishes: publish && isPublic, id: null, notes }
  const changed = changedFields(before, fields)
  const isShown = row ? isPublished(row) : true
  if (!changed.length)
    return {
      ...common,
      outcome: 'unchanged',
      publishes: publish && isPublic && !isShown,
      id: row?.id ?? null,
      notes: [],
    }
  const about = row
    ? `An entry with this URL already exists. Changed fields: ${changed.join(', ')}.`
    : 'A content file with this URL already exists. Once published, the entry overrides the file.'
  return {
    ...common,
    outcome: 'changed',
    publishes: publish && isPublic,
    id: row?.id ?? null,
    notes: [about, ...notes],
  }
}

/** Checks whether an earlier import stored a published text, and the draft that changes it. */
async function isStored(
  ctx: Context,
  row: EntryRow,
  { fields, draft, publish }: { fields: EntryInput; draft: EntryInput; publish: boolean },
): Promise<boolean> {
  const live = row.live_version === null ? undefined : await fieldsAt(ctx.db, row.id, row.live_version)
  if (live?.fields && !changedFields(fromJson(live.fields), fields).length) return true
  return !publish && !changedFields(fieldsOf(row), draft).length
}

const isPublished = ({ live_version, version }: EntryRow) => live_version === version

/** Plans the redirects of an import. `entries` are planned or stored entries. */
export async function planRedirects(
  ctx: Context,
  { redirects }: ReadySite,
  entries: readonly ImportedEntry[],
): Promise<ImportedRedirect[]> {
  const known = new Map((await listRedirects(ctx)).map(({ from, to }) => [from, to]))
  const stored = new Set(entries.flatMap(({ path, outcome }) => (outcome === 'refused' ? [] : [path])))
  const missing = new Set(entries.flatMap(({ path }) => (stored.has(path) ? [] : [path])))
  const published = new Set(entries.flatMap(({ path, publishes }) => (publishes ? [path] : [])))
  const isPublic = (path: string) => published.has(path) || ctx.contentIndex.find(path) !== undefined
  return redirects.map(({ from, to }) => {
    const before = known.get(from)
    if (missing.has(to))
      return { from, to, outcome: 'refused', note: 'The entry at the new URL was refused.' }
    if (before === to) return { from, to, outcome: 'unchanged', note: null }
    if (from.includes('?'))
      return {
        from,
        to,
        outcome: 'refused',
        note: 'Redirects ignore the query (after “?”), so this URL cannot be redirected.',
      }
    const parsed = redirectInput.safeParse({ from, to })
    if (!parsed.success)
      return { from, to, outcome: 'refused', note: parsed.error.issues[0]?.message ?? null }
    if (ctx.contentIndex.find(from.toLowerCase()))
      return { from, to, outcome: 'refused', note: 'A published page already has this URL.' }
    if (before && !isPublic(to))
      return {
        from,
        to,
        outcome: 'refused',
        note: `The redirect to ${before} remains, because ${to} is a draft.`,
      }
    return { from, to, outcome: before ? 'changed' : 'created', note: null }
  })
}

/** Returns the digest of an import: its content, its options and the outcome for each entry. */
function digestOf(site: ReadySite, entries: readonly ImportedEntry[], publish: boolean): string {
  const outcomes = entries.map(({ outcome, publishes }) => [outcome, publishes])
  const all = [publish, site.entries, site.images.map(({ hash }) => hash), site.redirects, outcomes]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32)
}

type Lists = Pick<ImportReport, 'entries' | 'images' | 'redirects' | 'skipped'>

export function countsOf({ entries, images, redirects, skipped }: Lists): ImportReport['counts'] {
  const count = (outcome: string) => entries.filter((one) => one.outcome === outcome).length
  const isNew = ({ outcome }: { outcome: string }) => outcome === 'created' || outcome === 'changed'
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    published: entries.filter(({ publishes }) => publishes).length,
    images: images.filter(isNew).length,
    redirects: redirects.filter(isNew).length,
    skipped: skipped.length,
  }
}

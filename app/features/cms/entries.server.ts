import { ulid } from 'ulid'
import { allow, authorColumns, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, NotFound, found, invalidField } from '#app/errors.ts'
import {
  changeEntry,
  type EntryOf,
  type EntryVersion,
  requireEntry,
  recordEntry,
  writeRevision,
} from '#app/features/cms/change.server.ts'
import { checkFields } from '#app/features/cms/checks.server.ts'
import { freeSlug, slugFor } from '#app/features/cms/field-values.ts'
import {
  columnsOf,
  fieldsOfFile,
  fileId,
  presentEntry,
  presentFile,
  slugOfFile,
  withoutBody,
} from '#app/features/cms/present.server.ts'
import type {
  CmsEntry,
  EntriesQuery,
  EntryInput,
  EntrySort,
  EntrySource,
  ListedEntry,
} from '#app/features/cms/schema.ts'
import * as store from '#app/features/cms/store.server.ts'
import { sections, type Entry, type EntryType } from '#app/features/content/schema.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** Returns the entry at a public page's path, from the CMS or a content file. Throws `NotFound`. */
export async function findEntryByPath(ctx: Context, { path }: { path: string }): Promise<EntryOf> {
  allow(ctx, 'cms:write')
  const shown = ctx.contentIndex.find(path)
  if (!shown || shown.isMade) throw new NotFound('No entry is published at this URL. Check the URL.')
  const { type, slug } = shown
  const row = await store.entryBySlug(ctx.db, type, slug)
  if (row) return { type, id: row.id }
  if (shown.isWritten) return { type, id: shown.file.replace('cms/', '') }
  return { type, id: fileId(slug) }
}

/**
 * Lists entries that could not be published and entries that are due within a day. `due` is the scheduled time and `at`
 * is the start of the alert.
 */
export async function publicationAlerts(ctx: Context, { most }: { most: number }) {
  allow(ctx, 'cms:write')
  const rows = await store.entriesWithAlerts(ctx.db, new Date(ctx.now().getTime() + DAY).toISOString(), most)
  return rows.map(({ id, type, title, scheduled_at, updated_at, trouble }) => {
    const due = trouble === null ? scheduled_at : null
    const near = due && new Date(Date.parse(due) - DAY).toISOString()
    return { id, type, title, due, at: near && near > updated_at ? near : updated_at }
  })
}

/**
 * Lists the entries of one or all types: CMS entries, by default by last change, then content files without a CMS
 * entry, by path, or by title if the entries are.
 */
export async function listCmsEntries(
  ctx: Context,
  {
    type,
    limit,
    offset,
    status,
    q,
    tag,
    sort,
    order,
    source = 'all',
  }: EntriesQuery & EntrySort & { type?: EntryType | undefined; source?: EntrySource | undefined },
): Promise<{ entries: ListedEntry[]; total: number; limit: number; offset: number }> {
  allow(ctx, 'cms:write')
  const narrow = { type, q, tag, status: status === 'files' ? undefined : status }
  const rows = status === 'files' || source === 'files' ? 0 : await store.countEntries(ctx.db, narrow)
  const hasFiles = source !== 'own' && (status === undefined || status === 'files')
  const files = hasFiles ? await filesOf(ctx, { type, q, tag }, { sort, order }) : []
  const own = offset < rows ? await store.entryRows(ctx.db, { ...narrow, sort, order, limit, offset }) : []
  const from = Math.max(0, offset - rows)
  const others = own.length < limit ? files.slice(from, from + limit - own.length) : []
  const entries = [...own.map(presentEntry), ...others.map(presentFile)].map(withoutBody)
  return { entries, total: rows + files.length, limit, offset }
}

/** Checks whether the CMS has an entry. Without one, the list shows the content files. */
export async function hasOwnEntries(ctx: Context): Promise<boolean> {
  allow(ctx, 'cms:write')
  return (await store.countEntries(ctx.db, {})) > 0
}

type Narrow = { type?: EntryType | undefined; q?: string | undefined; tag?: string | undefined }

async function filesOf(ctx: Context, { type, q, tag }: Narrow, { sort, order }: EntrySort): Promise<Entry[]> {
  const taken = new Set((await store.takenSlugs(ctx.db)).map((row) => `${row.type} ${row.slug}`))
  const words = q?.toLowerCase()
  const keyOf = ({ title, path }: Entry) => (sort === 'title' ? title.toLowerCase() : path)
  const direction = sort === 'title' && order === 'desc' ? -1 : 1
  return ctx.contentIndex.files
    .filter((file) => !taken.has(`${file.type} ${file.slug}`))
    .filter((file) => !type || file.type === type)
    .filter((file) => !tag || file.tags.includes(tag))
    .filter(({ title, slug, description }) =>
      words ? [title, slug, description].some((text) => text.toLowerCase().includes(words)) : true,
    )
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -direction : direction))
}

/** Returns an entry, or a content file without a CMS entry. Throws `NotFound`. */
export async function readCmsEntry(ctx: Context, asked: EntryOf): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  const slug = slugOfFile(asked.id)
  return slug === null
    ? presentEntry(await requireEntry(ctx, asked))
    : presentFile(fileAt(ctx, asked.type, slug))
}

/** Returns the content file of a type and slug. Throws `NotFound`. */
function fileAt({ contentIndex }: Pick<Context, 'contentIndex'>, type: EntryType, slug: string): Entry {
  return found(
    contentIndex.files.find((entry) => entry.type === type && entry.slug === slug),
    'This entry does not exist. Choose an entry from the list.',
  )
}

/**
 * Creates a draft. If the draft has a content file's slug, the draft overrides the file. Throws `Invalid`, and
 * `Conflict` if the slug is taken.
 */
export async function createEntry(
  ctx: Context,
  { type, ...fields }: EntryInput & { type: EntryType },
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  await checkFields(ctx, type, fields)
  return insertDraft(ctx, type, fields)
}

/** Returns the first fields of a draft: the title, an unused slug and the defaults of the type. */
export async function initialFields(ctx: Context, { type, title }: { type: EntryType; title: string }) {
  allow(ctx, 'cms:write')
  const wanted = slugFor(type, title.replaceAll('/', ' '), type)
  const files = ctx.contentIndex.files.filter((file) => file.type === type)
  const taken = new Set([...(await store.slugsFrom(ctx.db, type, wanted)), ...files].map(({ slug }) => slug))
  const author = type === 'post' ? requireUser(ctx).name : null
  const place = type === 'doc' ? { section: sections[0], order: 1000 } : {}
  return { slug: freeSlug(wanted, taken), title, author, ...place }
}

async function insertDraft(ctx: Context, type: EntryType, fields: EntryInput): Promise<CmsEntry> {
  const at = ctx.now().toISOString()
  return inTransaction(ctx, async (inner) => {
    const row = await store.insertEntry(inner.db, {
      id: ulid(inner.now().getTime()),
      type,
      ...columnsOf(fields),
      status: 'draft',
      overrides_file: Number(hasFile(inner, type, fields.slug)),
      author_id: inner.actor.kind === 'user' ? inner.actor.userId : null,
      published_at: null,
      scheduled_at: null,
      trouble: null,
      live_version: null,
      version: 1,
      created_at: at,
      updated_at: at,
      ...authorColumns('updated_by', inner),
      deleted_at: null,
    })
    if (!row) throw slugTakenError
    await writeRevision(inner, row, { act: 'created', before: null })
    await recordEntry(inner, 'entry.created', row)
    return presentEntry(row)
  })
}

const slugTakenError = new Conflict('Another entry has this slug. Choose another slug.', 'conflict', [
  { path: 'slug', message: 'Another entry has this slug. Choose another slug.' },
])

const fixedSlugError = () =>
  invalidField(
    'slug',
    'This entry overrides a content file, so the slug cannot change. Use the slug of the content file.',
  )

const hasFile = ({ contentIndex }: Context, type: EntryType, slug: string) =>
  contentIndex.files.some((file) => file.type === type && file.slug === slug)

/**
 * Saves the fields of an entry without publishing the entry. Version 0 of a content file creates an entry that
 * overrides the file. Throws `Invalid`, `Conflict` if the slug is taken, and `Stale` with both texts.
 */
export async function saveEntry(
  ctx: Context,
  { type, id, version, ...fields }: EntryVersion & EntryInput,
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  await checkFields(ctx, type, fields)
  const slug = slugOfFile(id)
  if (slug !== null) return overrideFile(ctx, { type, slug, version, fields })
  return changeEntry(
    ctx,
    { type, id, version },
    {
      act: 'saved',
      yours: fields,
      async work(inner, row) {
        if (fields.slug !== row.slug) await checkMove(inner, type, row, fields.slug)
        return { ...columnsOf(fields), overrides_file: Number(hasFile(inner, type, fields.slug)) }
      },
    },
  )
}

async function checkMove(
  ctx: Context,
  type: EntryType,
  row: { id: string; overrides_file: number },
  slug: string,
) {
  if (row.overrides_file) throw fixedSlugError()
  const other = await store.entryBySlug(ctx.db, type, slug)
  if (other && other.id !== row.id) throw slugTakenError
}

type FileOverride = { type: EntryType; slug: string; version: number; fields: EntryInput }

async function overrideFile(ctx: Context, { type, slug, version, fields }: FileOverride): Promise<CmsEntry> {
  fileAt(ctx, type, slug)
  if (fields.slug !== slug) throw fixedSlugError()
  const there = await store.entryBySlug(ctx.db, type, slug)
  // Another user edited the file first, so this save is based on an outdated version.
  if (there || version !== 0) {
    const id = found(
      there?.id,
      'This content file has no version with this number. Use a version from its history.',
    )
    return changeEntry(ctx, { type, id, version: -1 }, { act: 'saved', yours: fields, work: () => ({}) })
  }
  return insertDraft(ctx, type, fields)
}

/** Returns the current version of an entry if its text is the same as in `version`. Otherwise returns `version`. */
export async function rebaseVersion(ctx: Context, { type, id, version }: EntryVersion): Promise<number> {
  allow(ctx, 'cms:write')
  if (slugOfFile(id) !== null) return version
  const row = await requireEntry(ctx, { type, id })
  const [before, now] = await Promise.all([version, row.version].map((n) => store.fieldsAt(ctx.db, id, n)))
  return version < row.version && before?.n === now?.n ? row.version : version
}

/** Returns the fields of a content file as the initial fields of an entry that overrides it. */
export const fieldsOfFileAt = (ctx: Context, type: EntryType, slug: string): EntryInput =>
  fieldsOfFile(fileAt(ctx, type, slug))

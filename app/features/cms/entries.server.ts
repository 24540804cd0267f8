import { ulid } from 'ulid'
import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Invalid, NotFound, found } from '#app/errors.ts'
import {
  changeEntry,
  type EntryOf,
  type EntryVersion,
  requireEntry,
  recordEntry,
  writeRevision,
} from '#app/features/cms/change.server.ts'
import { checkFields } from '#app/features/cms/checks.server.ts'
import {
  columnsOf,
  fieldsOfFile,
  fileId,
  presentEntry,
  presentFile,
  slugOfFile,
  withoutBody,
} from '#app/features/cms/present.server.ts'
import type { CmsEntry, EntriesQuery, EntryInput, ListedEntry } from '#app/features/cms/schema.ts'
import {
  countEntries,
  entryBySlug,
  entryRows,
  insertEntry,
  takenSlugs,
  entriesWithAlerts,
} from '#app/features/cms/store.server.ts'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { DAY } from '#app/primitives/time.ts'

/** Which entry stands at the address of a public page: the CMS’s, or the content file’s. Throws `NotFound`. */
export async function findEntryByPath(ctx: Context, { path }: { path: string }): Promise<EntryOf> {
  allow(ctx, 'cms:write')
  const shown = ctx.contentIndex.find(path)
  if (!shown || shown.isMade) throw new NotFound('No entry is published at this address.')
  const { type, slug } = shown
  const row = await entryBySlug(ctx.db, type, slug)
  if (row) return { type, id: row.id }
  if (shown.isWritten) return { type, id: shown.file.replace('cms/', '') }
  return { type, id: fileId(slug) }
}

/**
 * Entries that could not be published when their time came, and those whose time comes within a day: `due` is when. `at` is
 * since when that is so.
 */
export async function publicationAlerts(ctx: Context, { most }: { most: number }) {
  allow(ctx, 'cms:write')
  const rows = await entriesWithAlerts(ctx.db, new Date(ctx.now().getTime() + DAY).toISOString(), most)
  return rows.map(({ id, type, title, scheduled_at, updated_at, trouble }) => {
    const due = trouble === null ? scheduled_at : null
    const near = due && new Date(Date.parse(due) - DAY).toISOString()
    return { id, type, title, due, at: near && near > updated_at ? near : updated_at }
  })
}

/**
 * The entries of a type, or of all: those of the CMS as they were changed last, then the content files that nobody has
 * edited here, by address.
 */
export async function listCmsEntries(
  ctx: Context,
  { type, limit, offset, status, q, tag }: EntriesQuery & { type?: EntryType | undefined },
): Promise<{ entries: ListedEntry[]; total: number; limit: number; offset: number }> {
  allow(ctx, 'cms:write')
  const narrow = { type, q, tag, status: status === 'files' ? undefined : status }
  const rows = status === 'files' ? 0 : await countEntries(ctx.db, narrow)
  const files = status === undefined || status === 'files' ? await filesOf(ctx, { type, q, tag }) : []
  const own = offset < rows ? await entryRows(ctx.db, { ...narrow, limit, offset }) : []
  const from = Math.max(0, offset - rows)
  const others = own.length < limit ? files.slice(from, from + limit - own.length) : []
  const entries = [...own.map(presentEntry), ...others.map(presentFile)].map(withoutBody)
  return { entries, total: rows + files.length, limit, offset }
}

type Narrow = { type?: EntryType | undefined; q?: string | undefined; tag?: string | undefined }

async function filesOf(ctx: Context, { type, q, tag }: Narrow): Promise<Entry[]> {
  const taken = new Set((await takenSlugs(ctx.db)).map((row) => `${row.type} ${row.slug}`))
  const words = q?.toLowerCase()
  return ctx.contentIndex.files
    .filter((file) => !taken.has(`${file.type} ${file.slug}`))
    .filter((file) => !type || file.type === type)
    .filter((file) => !tag || file.tags.includes(tag))
    .filter(({ title, slug, description }) =>
      words ? [title, slug, description].some((text) => text.toLowerCase().includes(words)) : true,
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** One entry, or a content file that nobody has edited here. Throws `NotFound`. */
export async function readCmsEntry(ctx: Context, asked: EntryOf): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  const slug = slugOfFile(asked.id)
  return slug === null
    ? presentEntry(await requireEntry(ctx, asked))
    : presentFile(fileAt(ctx, asked.type, slug))
}

/** The content file of a type and slug. Throws `NotFound`. */
function fileAt({ contentIndex }: Pick<Context, 'contentIndex'>, type: EntryType, slug: string): Entry {
  return found(
    contentIndex.files.find((entry) => entry.type === type && entry.slug === slug),
    'There is no such entry.',
  )
}

/** Makes a draft. One with the slug of a content file overrides it. Throws `Invalid`, and `Conflict` for a slug that is taken. */
export async function createEntry(
  ctx: Context,
  { type, ...fields }: EntryInput & { type: EntryType },
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  await checkFields(ctx, type, fields)
  return insertDraft(ctx, type, fields)
}

async function insertDraft(ctx: Context, type: EntryType, fields: EntryInput): Promise<CmsEntry> {
  const at = ctx.now().toISOString()
  return inTransaction(ctx, async (inner) => {
    const row = await insertEntry(inner.db, {
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

const slugTakenError = new Conflict('Another entry has this address.', 'conflict', [
  { path: 'slug', message: 'Another entry has this address.' },
])

const hasFile = ({ contentIndex }: Context, type: EntryType, slug: string) =>
  contentIndex.files.some((file) => file.type === type && file.slug === slug)

/**
 * Writes an entry’s fields anew. Readers keep what is published until it is published again. Version 0 of a content file
 * makes an entry that overrides it. Throws `Invalid`, `Conflict` for a slug that is taken, `Stale`, which gives both texts.
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
  if (row.overrides_file) {
    const message = 'This overrides a content file, and has its address.'
    throw new Invalid(message, [{ path: 'slug', message }])
  }
  const other = await entryBySlug(ctx.db, type, slug)
  if (other && other.id !== row.id) throw slugTakenError
}

type FileOverride = { type: EntryType; slug: string; version: number; fields: EntryInput }

async function overrideFile(ctx: Context, { type, slug, version, fields }: FileOverride): Promise<CmsEntry> {
  fileAt(ctx, type, slug)
  if (fields.slug !== slug) {
    const message = 'This overrides a content file, and has its address.'
    throw new Invalid(message, [{ path: 'slug', message }])
  }
  const there = await entryBySlug(ctx.db, type, slug)
  // Somebody else has edited the file first: what is saved here was based on what stood before.
  if (there || version !== 0) {
    const id = found(there?.id, 'There is no such version of this file.')
    return changeEntry(ctx, { type, id, version: -1 }, { act: 'saved', yours: fields, work: () => ({}) })
  }
  return insertDraft(ctx, type, fields)
}

/** The fields of a content file as an entry that overrides it begins with. */
export const fieldsOfFileAt = (ctx: Context, type: EntryType, slug: string): EntryInput =>
  fieldsOfFile(fileAt(ctx, type, slug))

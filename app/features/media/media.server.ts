import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import { type UploadedFile, hashOf, nameOf, prepareImage } from '#app/features/media/prepare.server.ts'
import type { Media, MediaQuery, MediaSort } from '#app/features/media/schema.ts'
import {
  countMedia,
  deleteMedia as deleteRow,
  fillAlt,
  imagesByHash,
  insertMedia,
  mediaByFile,
  mediaById,
  mediaBySource,
  type MediaRow,
  mediaRows,
  unpublishedBodies,
  uploadsOf,
  updateAltText,
} from '#app/features/media/store.server.ts'
import { bulkForm, changeSelected, type BulkInput, type BulkResult } from '#app/operations/bulk.ts'
import { inTransaction, onCommit } from '#app/platform/db/transaction.server.ts'
import { imageMarkdown, imagesIn, mediaPath, readMediaFile, sizesOf } from '#app/site/image-paths.ts'
import { formatAmount } from '#app/primitives/count.ts'

type MediaUses = Map<string, Media['used_in']>

/**
 * Maps hash prefixes of images to the published pages and unpublished entries that use them. Callers authorize first.
 */
async function findMediaUses(
  ctx: Pick<Context, 'db' | 'contentIndex' | 'revisionCache'>,
): Promise<MediaUses> {
  const uses: MediaUses = new Map(await published(ctx))
  for (const { type, slug, title, body } of await unpublishedBodies(ctx.db)) {
    const path = pathOfEntry({ type: type as EntryType, slug })
    for (const hash of imagesIn(body)) {
      const before = uses.get(hash) ?? []
      if (!before.some((page) => page.path === path)) uses.set(hash, [...before, { path, title }])
    }
  }
  return uses
}

/** Returns the uses of images in published content, computed once for each content revision. */
const published = ({
  contentIndex,
  revisionCache,
}: Pick<Context, 'contentIndex' | 'revisionCache'>): Promise<MediaUses> =>
  revisionCache.recall('uses of images', contentIndex.digest, async () => {
    const uses: MediaUses = new Map()
    const { entries, site } = contentIndex
    for (const { path, title, body } of entries) {
      for (const hash of imagesIn(body)) uses.set(hash, [...(uses.get(hash) ?? []), { path, title }])
    }
    for (const image of [site.logo, site.logo_dark, site.icon])
      for (const hash of imagesIn(image ?? ''))
        uses.set(hash, [...(uses.get(hash) ?? []), { path: '/admin/settings', title: 'Site settings' }])
    return uses
  })

/** Returns the URLs of stored images by the SHA-256 of the uploaded or served file. */
export async function findStoredImages(
  ctx: Context,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  allow(ctx, 'cms:write')
  const urls = new Map<string, string>()
  for (let from = 0; from < hashes.length; from += HASHES_AT_ONCE) {
    const some = hashes.slice(from, from + HASHES_AT_ONCE)
    for (const { source, hash, file } of await imagesByHash(ctx.db, some)) {
      if (source) urls.set(source, mediaPath(file))
      urls.set(hash, mediaPath(file))
    }
  }
  return urls
}

/** Number of hashes in one query. */
const HASHES_AT_ONCE = 200

type ById = { id: string }

/**
 * Stores an image. Existing images stay unchanged, but an empty alternative text is filled in. Throws 415 (not an
 * image), 413 (too large), `Invalid` (broken or over the limits) and `TryLater`.
 */
export async function uploadMedia(
  ctx: Context,
  { file, alt }: { file: UploadedFile; alt: string },
): Promise<{ media: Media; isNew: boolean }> {
  allow(ctx, 'cms:write')
  const source = await hashOf(file.bytes)
  const before = await mediaBySource(ctx.db, source)
  if (before) return keepExisting(ctx, before, alt)
  const { bytes, ...made } = await prepareImage(ctx, file.bytes)
  return inTransaction(ctx, async (inner) => {
    const row = {
      ...made,
      id: ulid(inner.now().getTime()),
      source,
      name: nameOf(file.name, made.type),
      bytes: bytes.length,
      alt,
      uploaded_by: inner.actor.kind === 'user' ? inner.actor.userId : null,
      created_at: inner.now().toISOString(),
    }
    const isNew = await insertMedia(inner.db, row, bytes)
    const stands = (await mediaByFile(inner.db, made.file))!
    if (!isNew) return keepExisting(inner, stands, alt)
    await recordMedia(inner, 'media.uploaded', stands)
    return { media: await present(inner, stands), isNew }
  })
}

async function keepExisting(ctx: Context, row: MediaRow, alt: string) {
  const { id } = row
  return inTransaction(ctx, async (inner) => {
    if (alt && (await fillAlt(inner.db, id, alt))) await recordMedia(inner, 'media.changed', row)
    return { media: await present(inner, await requireImage(inner, id)), isNew: false }
  })
}

/** Lists the images that match the query, by default newest first. */
export async function listMedia(ctx: Context, query: MediaQuery & MediaSort) {
  allow(ctx, 'cms:write')
  const [rows, total] = [await mediaRows(ctx.db, query), await countMedia(ctx.db, query)]
  const uses = await findMediaUses(ctx)
  return { media: rows.map((row) => shown(row, uses)), total, limit: query.limit, offset: query.offset }
}

/** Returns the images that the actor uploaded, for the account export. */
export async function ownMedia(ctx: Context) {
  allow(ctx, 'profile:own')
  const rows = await uploadsOf(ctx.db, requireUser(ctx).userId)
  return rows.map(({ file, ...row }) => ({ ...row, url: mediaPath(file) }))
}

/** Returns an image. Throws `NotFound`. */
export async function readMedia(ctx: Context, { id }: ById): Promise<{ media: Media }> {
  allow(ctx, 'cms:write')
  return { media: await present(ctx, await requireImage(ctx, id)) }
}

/** Changes the alternative text of an image. Pages that already use the image keep their text. */
export async function changeMedia(
  ctx: Context,
  { id, alt }: ById & { alt: string },
): Promise<{ media: Media }> {
  allow(ctx, 'cms:write')
  return inTransaction(ctx, async (inner) => {
    const row = await requireImage(inner, id)
    if (row.alt !== alt && (await updateAltText(inner.db, id, alt)))
      await recordMedia(inner, 'media.changed', row)
    return readMedia(inner, { id })
  })
}

/**
 * Deletes an image and its bytes immediately. Throws `Conflict` with the pages that use the image, unless `force` is
 * set.
 */
export async function deleteMedia(
  ctx: Context,
  { id, force = false }: ById & { force?: boolean },
): Promise<void> {
  allow(ctx, 'cms:write')
  await inTransaction(ctx, async (inner) => {
    const row = await requireImage(inner, id)
    const { used_in } = await present(inner, row)
    if (used_in.length && !force) throw inUseError(used_in)
    if (!(await deleteRow(inner.db, id))) return
    await recordMedia(
      inner,
      'media.deleted',
      row,
      used_in.length ? { used_in: used_in.map(({ path }) => path) } : {},
    )
    onCommit(inner, 'media', () => ctx.signals.publish('media', {}))
  })
}

/** Images selected in the list, by id. */
export const mediaBulkForm = bulkForm(['delete'], ['delete'])

/** Deletes several images in sequence. Refuses images that pages use. Throws `Invalid`. */
export async function deleteImages(ctx: Context, input: BulkInput<'delete'>): Promise<BulkResult<'delete'>> {
  allow(ctx, 'cms:write')
  return changeSelected(input, ['image', 'images'], async ({ key: id }) => {
    const { used_in } = (await readMedia(ctx, { id })).media
    if (used_in.length) throw new Conflict(`${usedBy(used_in)}. To delete it anyway, open the image.`)
    await deleteMedia(ctx, { id })
    return { value: '', undo: null }
  })
}

const usedBy = (pages: Media['used_in']) =>
  `${formatAmount(pages.length, 'page shows', 'pages show')} this image: ${pages
    .slice(0, 5)
    .map(({ path }) => path)
    .join(', ')}${pages.length > 5 ? ' and more' : ''}`

const inUseError = (pages: Media['used_in']) =>
  new Conflict(
    `${usedBy(pages)}. Remove it there first, or send force=true.`,
    'conflict',
    pages.map(({ path, title }) => ({ path, message: title })),
  )

const requireImage = async (ctx: Context, id: string): Promise<MediaRow> =>
  found(await mediaById(ctx.db, id), 'This image does not exist.')

const recordMedia = (
  ctx: Context,
  action: 'media.uploaded' | 'media.changed' | 'media.deleted',
  { id, name, file }: MediaRow,
  more: Record<string, unknown> = {},
) =>
  recordAudit(ctx, {
    action,
    target: { kind: 'media', id, name },
    details: { url: mediaPath(file), ...more },
  })

const present = async (ctx: Context, row: MediaRow) => shown(row, await findMediaUses(ctx))

function shown(row: MediaRow, uses: MediaUses): Media {
  const { id, file, name, bytes, width, height, alt, created_at } = row
  const url = mediaPath(file)
  return {
    id,
    url,
    name,
    type: row.type as Media['type'],
    bytes,
    width,
    height,
    alt,
    sizes: sizesOf(file),
    uploaded_by: row.uploader,
    created_at,
    markdown: imageMarkdown(url, alt),
    used_in: uses.get(readMediaFile(file)!.hash) ?? [],
  }
}

import type { Context } from '#app/context.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { describeTypes } from '#app/features/cms/types.server.ts'
import * as redirects from '#app/features/content/store/redirects.server.ts'
import { createRedirect, deleteRedirect, listRedirects } from '#app/features/cms/draft-operations.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import {
  describeEntryTypes,
  createEntry,
  listEntries,
  deleteEntry,
  readEntry,
  updateEntry,
  undeleteEntry,
  renderEntry,
} from '#app/features/cms/operations.ts'
import {
  createEntry as create,
  listCmsEntries,
  readCmsEntry,
  saveEntry,
} from '#app/features/cms/entries.server.ts'
import { deleteEntry as remove, undeleteEntry as undelete } from '#app/features/cms/removal.server.ts'
import {
  publishEntry as publish,
  unpublishEntry as unpublish,
  scheduleEntry as schedule,
  archiveEntry as archive,
  revertEntry as revert,
} from '#app/features/cms/publishing.server.ts'
import {
  publishEntry,
  unpublishEntry,
  scheduleEntry,
  archiveEntry,
  revertEntry,
  listRevisions,
  readRevision,
  restoreRevision,
  previewEntry,
} from '#app/features/cms/publishing-operations.ts'
import {
  listRevisions as list,
  readRevision as read,
  restoreRevision as restore,
} from '#app/features/cms/revisions.server.ts'
import { createPreviewLink, renderText } from '#app/features/cms/preview.server.ts'

export const entryTypes = endpoint({ GET: [describeEntryTypes, (ctx) => describeTypes(ctx)] })

export const entryList = endpoint({
  GET: [listEntries, (ctx, { params, query }) => listCmsEntries(ctx, { ...params, ...query })],
  POST: [
    createEntry,
    (ctx, { params, body }) =>
      versioned('entry', create(ctx, { ...params, ...body }), (entry) => ({
        Location: `/api/cms/${entry.type}/${entry.id}`,
      })),
  ],
})

/** Counts a published entry that a key reads, for site analytics. */
async function countedEntry(ctx: Context, reading: Promise<CmsEntry>): Promise<CmsEntry> {
  const entry = await reading
  if (ctx.actor.kind === 'key' && entry.status === 'published')
    ctx.readers.view(ctx.origin?.reader, entry.path, 'json')
  return entry
}

export const entryItem = endpoint({
  GET: [readEntry, (ctx, { params }) => versioned('entry', countedEntry(ctx, readCmsEntry(ctx, params)))],
  PUT: [
    updateEntry,
    (ctx, { params, body, version }) => versioned('entry', saveEntry(ctx, { ...params, ...body, version })),
  ],
  DELETE: [deleteEntry, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})

export const entryUndelete = endpoint({
  POST: [undeleteEntry, (ctx, { params }) => versioned('entry', undelete(ctx, params))],
})

export const entryPublish = endpoint({
  POST: [
    publishEntry,
    (ctx, { params, version }) => versioned('entry', publish(ctx, { ...params, version })),
  ],
})

export const entryUnpublish = endpoint({
  POST: [
    unpublishEntry,
    (ctx, { params, version }) => versioned('entry', unpublish(ctx, { ...params, version })),
  ],
})

export const entrySchedule = endpoint({
  POST: [
    scheduleEntry,
    (ctx, { params, body, version }) => versioned('entry', schedule(ctx, { ...params, ...body, version })),
  ],
})

export const entryArchive = endpoint({
  POST: [
    archiveEntry,
    (ctx, { params, version }) => versioned('entry', archive(ctx, { ...params, version })),
  ],
})

export const entryRevert = endpoint({
  POST: [revertEntry, (ctx, { params, version }) => versioned('entry', revert(ctx, { ...params, version }))],
})

export const revisionList = endpoint({
  GET: [listRevisions, (ctx, { params, query }) => list(ctx, { ...params, ...query })],
})

export const revisionItem = endpoint({ GET: [readRevision, (ctx, { params }) => read(ctx, params)] })

export const revisionRestore = endpoint({
  POST: [
    restoreRevision,
    (ctx, { params, version }) => versioned('entry', restore(ctx, { ...params, version })),
  ],
})

export const entryPreview = endpoint({
  POST: [previewEntry, (ctx, { params, query }) => createPreviewLink(ctx, { ...params, ...query })],
})

export const entryRender = endpoint({ POST: [renderEntry, (ctx, { body }) => renderText(ctx, body)] })

export const redirectList = endpoint({
  GET: [listRedirects, (ctx, { query }) => redirects.pageOfRedirects(ctx, query)],
  POST: [createRedirect, async (ctx, { body }) => ({ redirect: await redirects.createRedirect(ctx, body) })],
  DELETE: [deleteRedirect, (ctx, { query }) => redirects.deleteRedirect(ctx, query)],
})

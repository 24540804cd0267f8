import { readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { deleteEntry as remove } from '#app/features/cms/removal.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { deleteEntry, readEntry, updateEntry } from '#app/features/cms/operations.ts'

const serve = endpoint({
  GET: [readEntry, (ctx, { params }) => versioned('entry', readCmsEntry(ctx, params))],
  PUT: [
    updateEntry,
    (ctx, { params, body, version }) => versioned('entry', saveEntry(ctx, { ...params, ...body, version })),
  ],
  DELETE: [deleteEntry, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})
export { serve as loader, serve as action }

import { readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { deleteEntry as remove } from '#app/features/cms/removal.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { deleteEntry, readEntry, updateEntry } from '#app/features/cms/operations.ts'

const serve = endpoint({
  GET: [
    readEntry,
    async (ctx, { params }) => {
      const entry = await readCmsEntry(ctx, params)
      return withVersion({ entry }, entry.version)
    },
  ],
  PUT: [
    updateEntry,
    async (ctx, { params, body, version }) => {
      const entry = await saveEntry(ctx, { ...params, ...body, version })
      return withVersion({ entry }, entry.version)
    },
  ],
  DELETE: [deleteEntry, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})
export { serve as loader, serve as action }

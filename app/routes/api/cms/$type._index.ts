import { createEntry as create, listCmsEntries } from '#app/features/cms/entries.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { createEntry, listEntries } from '#app/features/cms/operations.ts'

const serve = endpoint({
  GET: [listEntries, (ctx, { params, query }) => listCmsEntries(ctx, { ...params, ...query })],
  POST: [
    createEntry,
    (ctx, { params, body }) =>
      versioned('entry', create(ctx, { ...params, ...body }), (entry) => ({
        Location: `/api/cms/${entry.type}/${entry.id}`,
      })),
  ],
})
export { serve as loader, serve as action }

import * as drafts from '#app/features/cms/drafts.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { dropDraft, readDraft, saveDraft } from '#app/features/cms/draft-operations.ts'

const serve = endpoint({
  GET: [readDraft, async (ctx, { params }) => ({ draft: await drafts.readDraft(ctx, params) })],
  PUT: [
    saveDraft,
    async (ctx, { params, body }) => ({ draft: await drafts.saveDraft(ctx, { ...params, ...body }) }),
  ],
  DELETE: [dropDraft, (ctx, { params }) => drafts.dropDraft(ctx, params)],
})
export { serve as loader, serve as action }

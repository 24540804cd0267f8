import { z } from 'zod'
import { pagedQuery, time, versionNumber } from '#app/primitives/schema.ts'
import { draftFields } from '#app/features/cms/schema.ts'
import { redirect, redirectInput, redirectQuery } from '#app/features/content/redirects.ts'
import { entryParam, inCms, onEntry, type } from '#app/features/cms/operation-parts.ts'
import { streamed } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const redirectsPage = pagedQuery.omit({ enabled: true }).extend({
  q: z.string().trim().max(300).optional().meta({ description: 'Part of either URL.', example: 'hours' }),
})
const version = versionNumber.meta({ description: 'Version that the draft is based on.' })
const draft = z
  .object({ version, fields: draftFields, saved_at: time })
  .meta({ id: 'EntryDraft', description: 'Your draft of the next version.' })

export const readDraft = onEntry('readDraft', 'GET /draft', {
  answers: { 200: z.object({ draft: draft.nullable() }) },
  summary: 'Read your draft',
  description: 'Returns null if you have no draft. Other users cannot see your draft.',
})

export const saveDraft = onEntry('saveDraft', 'PUT /draft', {
  body: z.strictObject({ version, fields: draftFields }),
  answers: { 200: z.object({ draft }) },
  summary: 'Save your draft',
  description: 'Replaces your earlier draft. The fields can be invalid. The entry does not change.',
})

export const dropDraft = inCms('dropDraft', 'DELETE /{type}/{id}/draft', {
  params: entryParam,
  answers: { 204: null },
  summary: 'Discard your draft',
})

export const exportEntries = inCms('exportEntries', 'GET /export', {
  query: z.object({ type: type.optional().meta({ description: 'Only entries of this type.' }) }),
  answers: {
    200: streamed({ 'application/zip': z.string().meta({ format: 'binary', example: 'PK…' }) }),
  },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Export all entries',
  description:
    'Returns a ZIP of a folder for `CONTENT_DIR`: published entries in `pages`, `docs` and `blog`, drafts and unpublished changes in `drafts`. Without `type`, it also contains the settings, redirects, skills and images of the site. Requires a proof of identity from the last ten minutes.',
})

export const listRedirects = inCms('listRedirects', 'GET /redirects', {
  keys: 'content:read',
  query: redirectsPage,
  answers: { 200: z.object({ redirects: z.array(redirect), ...pageFields }) },
  summary: 'List redirects',
  description: 'Sorted by source URL.',
})

export const createRedirect = inCms('createRedirect', 'POST /redirects', {
  keys: 'content:write',
  body: redirectInput,
  answers: { 201: z.object({ redirect }) },
  refuses: [409],
  summary: 'Create a redirect',
  description:
    'Redirects `from` to `to`. Existing redirects to `from` are updated to target `to`. Returns 409 if a page is published at `from`.',
})

export const deleteRedirect = inCms('deleteRedirect', 'DELETE /redirects', {
  keys: 'content:write',
  query: redirectQuery,
  answers: { 204: null },
  refuses: [404],
  summary: 'Delete a redirect',
})

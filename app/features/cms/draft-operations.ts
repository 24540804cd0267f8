import { z } from 'zod'
import { pagedQuery, time, versionNumber } from '#app/primitives/schema.ts'
import { draftFields } from '#app/features/cms/schema.ts'
import { redirect, redirectInput, redirectQuery } from '#app/features/content/redirects.ts'
import { entryParam, inCms, onEntry, type } from '#app/features/cms/operation-parts.ts'
import { streamed } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const redirectsPage = pagedQuery.omit({ enabled: true }).extend({
  q: z.string().trim().max(300).optional().meta({ description: 'A part of either URL.', example: 'hours' }),
})
const version = versionNumber.meta({ description: 'The version that it is based on.' })
const draft = z
  .object({ version, fields: draftFields, saved_at: time })
  .meta({ id: 'EntryDraft', description: 'What you have typed and not saved.' })

export const readDraft = onEntry('readDraft', 'GET /draft', {
  answers: { 200: z.object({ draft: draft.nullable() }) },
  summary: 'Read what you have typed and not saved',
  description: 'Null when there is nothing. Nobody sees the draft of another.',
})

export const saveDraft = onEntry('saveDraft', 'PUT /draft', {
  body: z.strictObject({ version, fields: draftFields }),
  answers: { 200: z.object({ draft }) },
  summary: 'Keep what you have typed',
  description: 'Right or wrong, over what you had typed before. The entry stays as it is.',
})

export const dropDraft = inCms('dropDraft', 'DELETE /{type}/{id}/draft', {
  params: entryParam,
  answers: { 204: null },
  summary: 'Drop what you have typed and not saved',
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
    'Returns a ZIP of content files in their folders: the current entries and the files. Needs a proof of identity from the last ten minutes.',
})

export const listRedirects = inCms('listRedirects', 'GET /redirects', {
  query: redirectsPage,
  answers: { 200: z.object({ redirects: z.array(redirect), ...pageFields }) },
  summary: 'List the redirects',
  description: 'By the address that each leads from.',
})

export const createRedirect = inCms('createRedirect', 'POST /redirects', {
  body: redirectInput,
  answers: { 201: z.object({ redirect }) },
  refuses: [409],
  summary: 'Make a redirect',
  description: 'What led to `from` leads to `to` from then on. 409 where something is published.',
})

export const deleteRedirect = inCms('deleteRedirect', 'DELETE /redirects', {
  query: redirectQuery,
  answers: { 204: null },
  refuses: [404],
  summary: 'Delete a redirect',
})

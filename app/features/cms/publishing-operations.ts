import { z } from 'zod'
import {
  entriesQuery,
  entryInput,
  previewLink,
  previewQuery,
  revision,
  scheduleInput,
} from '#app/features/cms/schema.ts'
import { entryAnswer, entryParam, onEntry } from '#app/features/cms/operation-parts.ts'
import { streamed } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const n = z.coerce
  .number()
  .int()
  .min(1)
  .max(1_000_000_000)
  .meta({ description: 'Number of the version.', example: 2 })
const revisionParam = entryParam.extend({ n })

export const publishEntry = onEntry('publishEntry', 'POST /publish', {
  keys: 'content:write',
  versioned: true,
  confirmed: true,
  answers: entryAnswer,
  refuses: [409, 503],
  summary: 'Publish an entry',
  description:
    'Readers see the new version immediately on every instance. If the URL has changed, the old URL redirects to the new URL.',
})

export const unpublishEntry = onEntry('unpublishEntry', 'POST /unpublish', {
  keys: 'content:write',
  versioned: true,
  answers: entryAnswer,
  refuses: [409],
  summary: 'Unpublish an entry',
  description: 'The entry becomes a draft again. If the entry overrode a content file, readers see the file.',
})

export const archiveEntry = onEntry('archiveEntry', 'POST /archive', {
  keys: 'content:write',
  versioned: true,
  answers: entryAnswer,
  refuses: [409],
  summary: 'Archive an entry',
  description: 'The URL of the entry then returns 404, even if the entry overrides a content file.',
})

export const revertEntry = onEntry('revertEntry', 'POST /revert', {
  keys: 'content:write',
  versioned: true,
  answers: entryAnswer,
  refuses: [409],
  summary: 'Revert an entry to its content file',
  description: 'Readers see the file again. The entry becomes a draft with the text of the file.',
})

export const scheduleEntry = onEntry('scheduleEntry', 'POST /schedule', {
  keys: 'content:write',
  versioned: true,
  body: scheduleInput,
  answers: entryAnswer,
  refuses: [409, 503],
  summary: 'Schedule an entry',
  description: 'Publishes the latest saved version at the scheduled time. Null cancels the schedule.',
})

export const listRevisions = onEntry('listRevisions', 'GET /revisions', {
  keys: 'content:read',
  query: entriesQuery.pick({ limit: true, offset: true }),
  answers: { 200: z.object({ revisions: z.array(revision), ...pageFields }) },
  summary: 'List the revisions of an entry',
  description: 'Lists all versions with their actions, newest first.',
})

export const readRevision = onEntry('readRevision', 'GET /revisions/{n}', {
  keys: 'content:read',
  params: revisionParam,
  answers: { 200: z.object({ revision, fields: entryInput }) },
  summary: 'Read a revision',
  description: 'Returns the text of a version.',
})

export const restoreRevision = onEntry('restoreRevision', 'POST /revisions/{n}/restore', {
  keys: 'content:write',
  params: revisionParam,
  versioned: true,
  answers: entryAnswer,
  refuses: [400, 503],
  summary: 'Restore a revision',
  description: 'The text of the revision becomes the next version. The slug does not change.',
})

export const previewEntry = onEntry('previewEntry', 'POST /preview', {
  keys: 'content:write',
  query: previewQuery,
  answers: { 200: previewLink },
  summary: 'Create a preview link',
  description: 'Anyone with the link can see the latest saved version until the link expires.',
})

export const exportEntry = onEntry('exportEntry', 'GET /export', {
  answers: {
    200: streamed({
      'text/markdown; charset=utf-8': z
        .string()
        .meta({ example: '---\ntitle: "Opening hours"\n---\n\nWe answer on working days.\n' }),
    }),
  },
  sends: ['Content-Disposition'],
  summary: 'Export an entry',
  description: 'Returns a content file with front matter and text.',
})

import { z } from 'zod'
import { entriesQuery, entryInput, revision, scheduleInput } from '#app/features/cms/schema.ts'
import { editing, entryAnswer, entryParam, limit } from '#app/features/cms/operation-parts.ts'
import { operation, streamed, type Operation } from '#app/operations/operation.ts'
import { paged } from '#app/operations/parts.ts'

const n = z.coerce.number().int().min(1).max(1_000_000_000).meta({ description: 'The version.', example: 2 })
const revisionParam = entryParam.extend({ n })

/** What is done with an entry as it stands, and nothing is sent for. */
const act = <const I extends string>(
  id: I,
  verb: string,
  words: { summary: string; description: string; refuses?: readonly number[]; confirmed?: boolean },
) =>
  operation({
    id,
    method: 'POST',
    path: `/api/cms/{type}/{id}/${verb}`,
    access: editing,
    limit,
    params: entryParam,
    versioned: true,
    answers: entryAnswer,
    ...words,
    refuses: [404, 409, ...(words.refuses ?? [])],
  } satisfies Operation)

export const publishEntry = act('publishEntry', 'publish', {
  confirmed: true,
  summary: 'Publish an entry',
  description:
    'Readers have its text at once, on every instance. A new address leaves a redirect at the old one.',
  refuses: [503],
})

export const unpublishEntry = act('unpublishEntry', 'unpublish', {
  summary: 'Take an entry from the readers',
  description: 'It is a draft again. Where it overrode a content file, readers have that.',
})

export const archiveEntry = act('archiveEntry', 'archive', {
  summary: 'Put an entry away',
  description: 'Readers have nothing at its address, not even the content file that it overrode.',
})

export const revertEntry = act('revertEntry', 'revert', {
  summary: 'Revert an entry to its content file',
  description: 'Readers have the file again. The entry stays as a draft with the text of the file.',
})

export const scheduleEntry = operation({
  id: 'scheduleEntry',
  method: 'POST',
  path: '/api/cms/{type}/{id}/schedule',
  access: editing,
  limit,
  params: entryParam,
  versioned: true,
  body: scheduleInput,
  answers: entryAnswer,
  refuses: [404, 409, 503],
  summary: 'Schedule an entry',
  description: 'The text that stands at that time is published once. Null calls it off.',
})

export const listRevisions = operation({
  id: 'listRevisions',
  method: 'GET',
  path: '/api/cms/{type}/{id}/revisions',
  access: editing,
  limit,
  params: entryParam,
  query: entriesQuery.pick({ limit: true, offset: true }),
  answers: { 200: z.object({ revisions: z.array(revision), ...paged }) },
  refuses: [404],
  summary: 'List the revisions of an entry',
  description: 'Every version and what made it, the newest first.',
})

export const readRevision = operation({
  id: 'readRevision',
  method: 'GET',
  path: '/api/cms/{type}/{id}/revisions/{n}',
  access: editing,
  limit,
  params: revisionParam,
  answers: { 200: z.object({ revision, fields: entryInput }) },
  refuses: [404],
  summary: 'Read a revision',
  description: 'The text as it stood at that version.',
})

export const restoreRevision = operation({
  id: 'restoreRevision',
  method: 'POST',
  path: '/api/cms/{type}/{id}/revisions/{n}/restore',
  access: editing,
  limit,
  params: revisionParam,
  versioned: true,
  answers: entryAnswer,
  refuses: [400, 404, 503],
  summary: 'Restore a revision',
  description: 'Its text becomes the next version. The address stays.',
})

export const previewEntry = operation({
  id: 'previewEntry',
  method: 'POST',
  path: '/api/cms/{type}/{id}/preview',
  access: editing,
  limit,
  params: entryParam,
  answers: {
    200: z.object({
      url: z.string().meta({ format: 'uri' }),
      expires_at: z.string().meta({ format: 'date-time' }),
    }),
  },
  refuses: [404],
  summary: 'Make a preview link',
  description: 'Whoever has it sees the entry as it stands then, for an hour.',
})

export const exportEntry = operation({
  id: 'exportEntry',
  method: 'GET',
  path: '/api/cms/{type}/{id}/export',
  access: editing,
  limit,
  params: entryParam,
  answers: {
    200: streamed({
      'text/markdown; charset=utf-8': z
        .string()
        .meta({ example: '---\ntitle: "Opening hours"\n---\n\nWe answer on working days.\n' }),
    }),
  },
  refuses: [404],
  sends: ['Content-Disposition'],
  summary: 'Export an entry',
  description: 'As a content file: front matter, then the text.',
})

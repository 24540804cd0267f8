import { z } from 'zod'
import { entryAnswer, inCms, onEntry, type, typeParam } from '#app/features/cms/operation-parts.ts'
import {
  cmsEntry,
  draftFields,
  entriesQuery,
  entryInput,
  entryStatuses,
  importInput,
  listedEntry,
  bodyIssue,
  MAX_BODY_WARNINGS,
} from '#app/features/cms/schema.ts'
import { sections } from '#app/features/content/schema.ts'
import { versionDescription, pageFields } from '#app/operations/parts.ts'

export const describeEntryTypes = inCms('describeEntryTypes', 'GET /types', {
  keys: 'content:read',
  answers: {
    200: z.object({
      types: z.array(z.object({ type, name: z.string(), place: z.string(), fields: z.array(z.string()) })),
      statuses: z.array(z.enum(entryStatuses)),
      sections: z.array(z.enum(sections)),
      components: z.array(
        z.object({
          name: z.string(),
          holds: z.string(),
          inline: z.boolean(),
          props: z.array(z.object({ name: z.string(), required: z.boolean(), values: z.array(z.string()) })),
        }),
      ),
    }),
  },
  summary: 'List entry types',
  description: 'Returns the entry types with their fields, and the components that a body can use.',
})

export const listEntries = inCms('listEntries', 'GET /{type}', {
  keys: 'content:read',
  params: typeParam,
  query: entriesQuery,
  answers: { 200: z.object({ entries: z.array(listedEntry), ...pageFields }) },
  summary: 'List entries of a type',
  description:
    'Lists entries, most recently changed first, then content files without an entry. Bodies are omitted.',
})

export const createEntry = inCms('createEntry', 'POST /{type}', {
  keys: 'content:write',
  params: typeParam,
  body: entryInput,
  answers: { 201: z.object({ entry: cmsEntry }) },
  refuses: [409, 503],
  sends: ['Location'],
  summary: 'Create an entry',
  description:
    'Creates a draft. If the draft has the slug of a content file, the draft overrides the file once published.',
})

export const readEntry = onEntry('readEntry', 'GET', {
  keys: 'content:read',
  answers: entryAnswer,
  summary: 'Read an entry',
  description: versionDescription,
})

export const updateEntry = onEntry('updateEntry', 'PUT', {
  keys: 'content:write',
  versioned: true,
  body: entryInput,
  answers: entryAnswer,
  refuses: [409, 503],
  summary: 'Save an entry',
  description:
    'Send all editable fields. Readers see the published version until you publish again. A 412 response contains both texts as `yours` and `theirs`. For a content file, `"v0"` creates an entry that overrides the file.',
})

export const deleteEntry = onEntry('deleteEntry', 'DELETE', {
  keys: 'content:write',
  versioned: true,
  answers: { 204: null },
  refuses: [409],
  summary: 'Delete an entry',
  description: 'Removes the entry from the site immediately. You can restore the entry for 30 days.',
})

export const undeleteEntry = onEntry('undeleteEntry', 'POST /undelete', {
  keys: 'content:write',
  answers: entryAnswer,
  refuses: [409],
  sends: ['Version'],
  summary: 'Restore a deleted entry',
  description: 'Restores the entry as a draft.',
})

export const renderEntry = inCms('renderEntry', 'POST /render', {
  keys: 'content:read',
  body: draftFields.pick({ body: true }),
  safe: true,
  answers: {
    200: z.object({
      html: z.string().nullable().meta({ description: 'Null if the content has problems.' }),
      refused: z.array(bodyIssue).meta({ description: 'Problems with their positions.' }),
      warnings: z.array(z.string()).meta({
        description: `Links and images without a target on this site, at most ${MAX_BODY_WARNINGS}.`,
      }),
    }),
  },
  refuses: [503],
  summary: 'Render text',
  description: 'Returns the rendered HTML, or the problems. Nothing is stored.',
})

export const importEntries = inCms('importEntries', 'POST /import', {
  body: importInput,
  answers: {
    200: z.object({
      results: z.array(
        z.object({
          name: z.string(),
          entry: cmsEntry.nullable().meta({ description: 'Null if the file was rejected.' }),
          issues: z.array(z.object({ path: z.string(), message: z.string() })),
        }),
      ),
    }),
  },
  refuses: [503],
  summary: 'Import content files',
  description: 'Each file becomes a draft, or the next version of the entry with its slug.',
})

import { z } from 'zod'
import { entryAnswer, inCms, onEntry, type, typeParam } from '#app/features/cms/operation-parts.ts'
import {
  cmsEntry,
  draftFields,
  entriesQuery,
  entryInput,
  entryStatuses,
  listedEntry,
  bodyIssue,
} from '#app/features/cms/schema.ts'
import { sections } from '#app/features/content/schema.ts'
import { versionDescription, pageFields } from '#app/operations/parts.ts'

export const describeEntryTypes = inCms('describeEntryTypes', 'GET /types', {
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
  summary: 'Describe what can be written',
  description: 'The types of entries with their fields, and the components that a text may hold.',
})

export const listEntries = inCms('listEntries', 'GET /{type}', {
  params: typeParam,
  query: entriesQuery,
  answers: { 200: z.object({ entries: z.array(listedEntry), ...pageFields }) },
  summary: 'List the entries of a type',
  description:
    'What was changed last comes first, then the content files that nobody has edited here. Without the texts.',
})

export const createEntry = inCms('createEntry', 'POST /{type}', {
  params: typeParam,
  body: entryInput,
  answers: { 201: z.object({ entry: cmsEntry }) },
  refuses: [409, 503],
  sends: ['Location'],
  summary: 'Make an entry',
  description: 'As a draft. One that has the slug of a content file overrides it once it is published.',
})

export const readEntry = onEntry('readEntry', 'GET', {
  answers: entryAnswer,
  summary: 'Read an entry',
  description: versionDescription,
})

export const updateEntry = onEntry('updateEntry', 'PUT', {
  versioned: true,
  body: entryInput,
  answers: entryAnswer,
  refuses: [409, 503],
  summary: 'Write an entry anew',
  description:
    'All editable fields. Readers keep what is published until it is published again. A 412 gives both texts: `yours` and `theirs`. For a content file `"v0"` makes the entry that overrides it.',
})

export const deleteEntry = onEntry('deleteEntry', 'DELETE', {
  versioned: true,
  answers: { 204: null },
  refuses: [409],
  summary: 'Delete an entry',
  description: 'Readers lose it at once. For 30 days it can be had back.',
})

export const undeleteEntry = onEntry('undeleteEntry', 'POST /undelete', {
  answers: entryAnswer,
  refuses: [409],
  summary: 'Have a deleted entry back',
  description: 'As a draft.',
})

export const renderEntry = inCms('renderEntry', 'POST /render', {
  body: draftFields.pick({ body: true }),
  safe: true,
  answers: {
    200: z.object({
      html: z.string().nullable().meta({ description: 'Null when something is refused.' }),
      refused: z.array(bodyIssue).meta({ description: 'What may not stand in a text, and where.' }),
    }),
  },
  refuses: [503],
  summary: 'Draw a text',
  description: 'The HTML that readers would have, or what of it is refused. Nothing is kept.',
})

const importFile = z.strictObject({
  name: z.string().min(1).max(200).meta({ example: 'opening-hours.mdx' }),
  text: z.string().max(400_000).meta({ example: '---\ntitle: "Opening hours"\n---\n\nWords.\n' }),
})

export const importEntries = inCms('importEntries', 'POST /import', {
  body: z.strictObject({ type, files: z.array(importFile).min(1).max(100) }),
  answers: {
    200: z.object({
      results: z.array(
        z.object({
          name: z.string(),
          entry: cmsEntry.nullable().meta({ description: 'Null when the file was not taken.' }),
          issues: z.array(z.object({ path: z.string(), message: z.string() })),
        }),
      ),
    }),
  },
  refuses: [503],
  summary: 'Import content files',
  description: 'Each becomes a draft, or the next version of the entry that has its slug.',
})

import { z } from 'zod'
import { descriptionLength, normalizeTag } from '#app/features/cms/field-values.ts'
import { entryTypes, sections } from '#app/features/content/schema.ts'
import type { SiteField } from '#app/site/identity.ts'
import {
  integerParam,
  type Sorted,
  sortParams,
  time,
  visibleLine,
  visibleText,
} from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

export const entryStatuses = ['draft', 'scheduled', 'published', 'archived'] as const
export type EntryStatus = (typeof entryStatuses)[number]

/** Maximum length of a body in characters. */
export const MAX_BODY_LENGTH = 200_000
const bodyTooLong = {
  error: ({ input }: { input?: unknown }) =>
    `Use at most ${formatInteger(MAX_BODY_LENGTH)} characters. The text has ${formatInteger(String(input).length)}.`,
}

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Use at most ${formatInteger(most)} characters.`, abort: true })

const title = visibleLine(text(80).min(1, { error: 'Enter a title.' }))
const tags = z
  .array(
    z
      .string()
      .max(100, { error: 'Use at most 100 characters for each tag.', abort: true })
      .overwrite(normalizeTag)
      .refine((tag) => tag !== '', {
        error: 'Use at least one character from a to z or 0 to 9 in each tag.',
      }),
  )
  .max(10, { error: 'Use at most 10 tags.' })
  .overwrite((list) => [...new Set(list)])

/** Fields that editors can change. A draft can omit fields that are required for publication. */
const fields = {
  slug: z
    .string()
    .trim()
    .min(1, { error: 'Enter a slug.' })
    .max(200, { error: 'Use at most 200 characters.' })
    .meta({
      description: 'Path below the base path of the entry type. The slug of the home page is `index`.',
      example: 'opening-hours',
    }),
  title: title.meta({ example: 'Opening hours' }),
  description: visibleText(text(descriptionLength.most)).meta({
    description:
      'Text for lists, search results and cards. Minimum 40 characters for publication. If empty, publishing uses the first sentences of the body.',
    example: 'When the office is open, and where to find help at other times.',
  }),
  body: z.string().max(MAX_BODY_LENGTH, bodyTooLong).meta({
    description: 'Markdown with the components of the site.',
    example: 'The office is open on working days.\n',
  }),
  tags: tags.meta({
    description: 'Posts only: tags. Stored as lowercase letters, digits and single hyphens.',
    example: [],
  }),
  section: z
    .enum(sections)
    .nullable()
    .meta({ description: 'Section of the documentation. Only for documents.' }),
  order: z
    .int()
    .nullable()
    .meta({ description: 'Position in the section, in ascending order. Only for documents.' }),
  author: visibleLine(text(100).min(1))
    .nullable()
    .meta({ description: 'Author name shown under the title. Only for posts.' }),
  published_on: z.iso.date({ error: 'Enter a date such as 2026-01-31.' }).nullable().meta({
    description: 'Publication date for readers. If null, the date of the first publication. Only for posts.',
  }),
}

/** Editable fields of an entry. Omitted fields default to empty. */
export const entryInput = z
  .strictObject({
    ...fields,
    description: fields.description.default(''),
    body: fields.body.default(''),
    tags: fields.tags.default([]),
    section: fields.section.default(null),
    order: fields.order.default(null),
    author: fields.author.default(null),
    published_on: fields.published_on.default(null),
  })
  .meta({ id: 'EntryInput' })

/** Unsaved fields. Only the length of each field is limited, so that unfinished input is accepted. */
export const draftFields = z
  .strictObject({
    slug: z.string().max(400),
    title: z.string().max(400),
    description: z.string().max(1000),
    body: z.string().max(2 * MAX_BODY_LENGTH, bodyTooLong),
    tags: z.array(z.string().max(200)).max(50),
    section: z.string().max(100).nullable(),
    order: z.number().nullable(),
    author: z.string().max(400).nullable(),
    published_on: z.string().max(40).nullable(),
  })
  .meta({ id: 'DraftFields', description: 'Fields of an entry as typed. The fields can be invalid.' })

/** Unsaved changes in the export of an account. */
export const ownDraft = z
  .object({
    entry: z.string().meta({ description: 'Id of the entry, or `type/file:slug` of a content file.' }),
    version: z.number().int().meta({ description: 'Version on which the input is based.' }),
    fields: draftFields,
    saved_at: time,
  })
  .meta({ id: 'OwnDraft', description: 'Unsaved editor input of an entry.' })

const shown = {
  id: z.string().meta({
    description: 'A ULID. For a content file without an entry, `file:` and its slug.',
    example: '01JDEM00000000000000000001',
  }),
  type: z.enum(entryTypes),
  path: z.string().meta({ description: 'Path on the site.', example: '/opening-hours' }),
  ...fields,
  status: z.enum(entryStatuses),
  source: z.enum(['cms', 'file']).meta({ description: 'Where the text is stored.' }),
  overrides_file: z.boolean().meta({ description: 'True if the entry overrides a content file.' }),
  live_version: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Published version. Null if nothing is published.' }),
  author_id: z.string().nullable().meta({ description: 'User who created the entry.' }),
  published_at: time.nullable().meta({ description: 'Time of the first publication.' }),
  scheduled_at: time.nullable(),
  trouble: z.string().nullable().meta({ description: 'Why scheduled publishing failed.' }),
  version: z.number().int().meta({ description: '0 for a content file.' }),
  created_at: time,
  updated_at: time,
  updated_by: z.string().nullable(),
}

export const cmsEntry = z
  .object(shown)
  .meta({ id: 'CmsEntry', description: 'An entry with the details that editors see.' })
const { body: _body, ...withoutBody } = shown
export const listedEntry = z
  .object(withoutBody)
  .meta({ id: 'ListedCmsEntry', description: 'An entry in a list, without its text.' })

/** Filters for lists of entries. `files` are content files without a CMS entry. */
const shownStatuses = [...entryStatuses, 'files', 'deleted'] as const

export const entriesQuery = z.object({
  q: text(200).optional().meta({ description: 'Part of the title, path or description.' }),
  status: z.enum(shownStatuses, { error: `Use one of: ${shownStatuses.join(', ')}.` }).optional(),
  tag: z.string().max(50).optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** Columns that sort the list of entries in the console. */
export const entrySort = sortParams(['title', 'updated_at'])

/** Sources that the list of entries in the console shows: the CMS, the content files, or both. */
export const entrySources = ['own', 'files', 'all'] as const

const revisionActs = [
  'created',
  'saved',
  'restored',
  'published',
  'unpublished',
  'scheduled',
  'unscheduled',
  'archived',
  'unarchived',
  'reverted',
  'deleted',
  'undeleted',
] as const
export type RevisionAct = (typeof revisionActs)[number]

export const revision = z
  .object({
    n: z.number().int().meta({ description: 'Resulting version.' }),
    act: z.enum(revisionActs),
    at: time,
    by: z
      .string()
      .nullable()
      .meta({ description: 'User who made the change, or “the command line”. Null for the service.' }),
    changed: z.array(z.string()).meta({ description: 'Changed fields.', example: ['body'] }),
  })
  .meta({ id: 'EntryRevision' })

export const scheduleInput = z.strictObject({
  scheduled_at: z.iso.datetime({ error: 'Enter a time such as 2026-12-01T09:00:00Z.' }).nullable().meta({
    description: 'Time of publication. Null cancels the schedule.',
    example: '2026-12-01T09:00:00Z',
  }),
})

/** Lifetimes of a preview link in hours that the console offers. */
export const previewHours = [1, 24, 168] as const
/** Query of a new preview link. */
export const previewQuery = z.object({
  hours: integerParam(1, 168).default(1).meta({ description: 'Hours until the link expires.', example: 24 }),
})
export const previewLink = z.object({
  url: z.string().meta({ format: 'uri' }),
  expires_at: z.string().meta({ format: 'date-time' }),
})
export type PreviewLink = z.output<typeof previewLink>

const position = z
  .number()
  .int()
  .nullable()
  .meta({ description: 'Counted from 1. Null if the problem concerns the whole text.' })
/** Maximum number of warnings about a body. */
export const MAX_BODY_WARNINGS = 20
export const bodyIssue = z.object({ line: position, column: position, reason: z.string() })

/** Page that the settings of the site link to although it is not public, with these settings. */
export type DeadSiteLink = { path: string; fields: SiteField[]; isLocked: boolean }

export type EntryInput = z.output<typeof entryInput>
export type DraftFields = z.output<typeof draftFields>
export type CmsEntry = z.output<typeof cmsEntry>
export type ListedEntry = z.output<typeof listedEntry>
export type EntriesQuery = z.output<typeof entriesQuery>
export type EntrySource = (typeof entrySources)[number]
export type EntrySort = Sorted<'title' | 'updated_at'>
export type Revision = z.output<typeof revision>
/** Names of the editable fields. */
export const fieldNames = Object.keys(fields) as (keyof EntryInput)[]

/** Maximum number of entry files in an import. */
export const MAX_IMPORT_FILES = 100

const importFile = z.strictObject({
  name: z.string().min(1).max(200).meta({ example: 'opening-hours.mdx' }),
  text: z.string().max(400_000).meta({ example: '---\ntitle: "Opening hours"\n---\n\nWords.\n' }),
})

/** Schema of an import of entry files. */
export const importInput = z.strictObject({
  type: z.enum(entryTypes, { error: 'Select the type of the files: page, document or post.' }),
  files: z
    .array(importFile)
    .min(1, { error: 'Select at least one file.' })
    .max(MAX_IMPORT_FILES, { error: `Select at most ${MAX_IMPORT_FILES} files at once.` }),
})

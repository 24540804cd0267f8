import { z } from 'zod'
import { entryTypes, sections, slugPattern } from '#app/features/content/schema.ts'
import { integerParam, time } from '#app/primitives/schema.ts'

export const entryStatuses = ['draft', 'scheduled', 'published', 'archived'] as const
export type EntryStatus = (typeof entryStatuses)[number]

/** How long a text may be, in characters. */
export const MAX_BODY_LENGTH = 200_000

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `At most ${most} characters.` })

const title = text(80).min(1, { error: 'Give it a title.' })
const tags = z
  .array(z.string().regex(slugPattern, { error: 'Small letters, digits and single hyphens.' }).max(50))
  .max(10, { error: 'At most 10 tags.' })
  .refine((list) => new Set(list).size === list.length, { error: 'Each tag once.' })

/** What an editor writes. A draft may lack what readers need; publishing asks for all of it. */
const fields = {
  slug: z
    .string()
    .trim()
    .min(1, { error: 'Give it an address.' })
    .max(200, { error: 'At most 200 characters.' })
    .meta({
      description: 'The path below the place of the type; home is `index`.',
      example: 'opening-hours',
    }),
  title: title.meta({ example: 'Opening hours' }),
  description: text(200).meta({
    description: 'For lists, search results and cards. 40 characters at least once it is published.',
    example: 'When the people behind this site answer questions, and what to do in the meantime.',
  }),
  body: z
    .string()
    .max(MAX_BODY_LENGTH, { error: `At most ${MAX_BODY_LENGTH} characters.` })
    .meta({
      description: 'Markdown with the components of the site.',
      example: 'We answer on working days.\n',
    }),
  tags: tags.meta({ description: 'Of posts.', example: [] }),
  section: z.enum(sections).nullable().meta({ description: 'Of documents: the part of the documentation.' }),
  order: z
    .int()
    .nullable()
    .meta({ description: 'Of documents: smaller ones come first within the section.' }),
  author: text(100).min(1).nullable().meta({ description: 'Of posts: the name under the title.' }),
  published_on: z.iso.date({ error: 'Write a day as 2026-01-31.' }).nullable().meta({
    description: 'Of posts: the day that readers see; that of the first publication when it is null.',
  }),
}

/** The editable fields of an entry. What is left out gets its default: nothing. */
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

/** What somebody has typed: of any form, so that nothing that was typed is refused, but not of any length. */
export const draftFields = z
  .strictObject({
    slug: z.string().max(400),
    title: z.string().max(400),
    description: z.string().max(1000),
    body: z.string().max(2 * MAX_BODY_LENGTH),
    tags: z.array(z.string().max(200)).max(50),
    section: z.string().max(100).nullable(),
    order: z.number().nullable(),
    author: z.string().max(400).nullable(),
    published_on: z.string().max(40).nullable(),
  })
  .meta({ id: 'DraftFields', description: 'The fields of an entry as they were typed, right or wrong.' })

/** What somebody has typed and not saved, as the export of their account has it. */
export const ownDraft = z
  .object({
    entry: z.string().meta({ description: 'The id of the entry, or `type/file:slug` of a content file.' }),
    version: z.number().int().meta({ description: 'The version that it is based on.' }),
    fields: draftFields,
    saved_at: time,
  })
  .meta({ id: 'OwnDraft', description: 'What was typed into the editor of an entry and never saved.' })

const shown = {
  id: z.string().meta({
    description: 'A ULID; of a content file that nobody has edited here, `file:` and its slug.',
    example: '01JDEM00000000000000000001',
  }),
  type: z.enum(entryTypes),
  path: z.string().meta({ description: 'The address below the site.', example: '/opening-hours' }),
  ...fields,
  status: z.enum(entryStatuses),
  source: z.enum(['cms', 'file']).meta({ description: 'Where the text is kept.' }),
  overrides_file: z.boolean().meta({ description: 'True when it takes the place of a content file.' }),
  live_version: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The version whose text readers have; null when they have none of it.' }),
  author_id: z.string().nullable().meta({ description: 'Who made it.' }),
  published_at: time.nullable().meta({ description: 'When it was published first.' }),
  scheduled_at: time.nullable(),
  trouble: z.string().nullable().meta({ description: 'Why what was scheduled did not come about.' }),
  version: z.number().int().meta({ description: '0 for a content file.' }),
  created_at: time,
  updated_at: time,
  updated_by: z.string().nullable(),
}

export const cmsEntry = z
  .object(shown)
  .meta({ id: 'CmsEntry', description: 'An entry as its editors see it.' })
const { body: _body, ...withoutBody } = shown
export const listedEntry = z
  .object(withoutBody)
  .meta({ id: 'ListedCmsEntry', description: 'An entry in a list: without its text.' })

/** What lists can be narrowed by besides their place: `files` are content files that nobody has edited here. */
const shownStatuses = [...entryStatuses, 'files', 'deleted'] as const

export const entriesQuery = z.object({
  q: text(200).optional().meta({ description: 'A part of the title, the address or the description.' }),
  status: z.enum(shownStatuses, { error: `One of ${shownStatuses.join(', ')}.` }).optional(),
  tag: z.string().max(50).optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

const revisionActs = [
  'created',
  'saved',
  'restored',
  'published',
  'unpublished',
  'scheduled',
  'unscheduled',
  'archived',
  'reverted',
  'deleted',
  'undeleted',
] as const
export type RevisionAct = (typeof revisionActs)[number]

export const revision = z
  .object({
    n: z.number().int().meta({ description: 'The version that came of it.' }),
    act: z.enum(revisionActs),
    at: time,
    by: z.string().nullable().meta({ description: 'Null for the service itself.' }),
    changed: z.array(z.string()).meta({ description: 'The fields that were changed.', example: ['body'] }),
  })
  .meta({ id: 'EntryRevision' })

export const scheduleInput = z.strictObject({
  scheduled_at: z.iso
    .datetime({ error: 'Write a time as 2026-12-01T09:00:00Z.' })
    .nullable()
    .meta({ description: 'Null calls it off.', example: '2026-12-01T09:00:00Z' }),
})

export const bodyIssue = z.object({ line: z.number().int(), column: z.number().int(), reason: z.string() })

export type EntryInput = z.output<typeof entryInput>
export type DraftFields = z.output<typeof draftFields>
export type CmsEntry = z.output<typeof cmsEntry>
export type ListedEntry = z.output<typeof listedEntry>
export type EntriesQuery = z.output<typeof entriesQuery>
export type Revision = z.output<typeof revision>
/** The names of what an editor writes. */
export const fieldNames = Object.keys(fields) as (keyof EntryInput)[]

import { z } from 'zod'
import { integerParam } from '#app/primitives/schema.ts'

export const entryTypes = ['page', 'doc', 'post'] as const
export type EntryType = (typeof entryTypes)[number]

/** The parts of the documentation, in reading order. */
export const sections = [
  'Start',
  'Reading',
  'Agents',
  'Writing',
  'Accounts',
  'API',
  'API reference',
  'Discord',
  'Operate',
] as const
export type Section = (typeof sections)[number]

/** One piece of a path, and the form of a tag: small letters, digits and single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

const date = z.iso.date({ error: 'a date such as 2026-11-21' })

function words(least: number, most: number) {
  const error = `a text of ${least} to ${most} characters`
  return z.string({ error }).trim().min(least, { error }).max(most, { error })
}

const common = { title: words(1, 80), description: words(40, 200), updated: date }

const tags = z
  .array(z.string().regex(slugPattern, { error: 'small letters, digits and hyphens' }), {
    error: 'a list, which may be empty: []',
  })
  .max(10, { error: 'at most 10 tags' })
  .refine((list) => new Set(list).size === list.length, { error: 'each tag once' })

/** The front matter of a content file, by the entry's type. Unknown fields are refused: most are spelling mistakes. */
export const frontMatter = {
  page: z.strictObject(common),
  doc: z.strictObject({
    ...common,
    section: z.enum(sections, { error: `one of ${sections.join(', ')}` }),
    order: z.int({ error: 'a whole number' }),
  }),
  post: z.strictObject({ ...common, published: date, tags, author: words(1, 100) }),
} as const satisfies Record<EntryType, z.ZodObject>

/** A published thing with an address. `updated` and `published` are days, `YYYY-MM-DD`; `body` is MDX. */
export type Entry = {
  type: EntryType
  /** The path below the type's place: `index` for the home page, `operate/backup` for a document in a folder. */
  slug: string
  path: string
  title: string
  description: string
  updated: string
  section?: Section
  order?: number
  published?: string
  tags: string[]
  author?: string
  body: string
  /** SHA-256 of all that the author wrote, in hexadecimal. */
  hash: string
  /** Where the text comes from, for messages: the file below the content folder, and the line its body begins on. */
  file: string
  line: number
  /** True for what no file holds: it is made from the definitions of the service. */
  isMade?: true
  /** True for what was written in the CMS: its body is drawn without ever being compiled. */
  isWritten?: true
}

const limit = integerParam(1, 100)
  .default(50)
  .meta({ description: 'Maximum number of results.', example: 10 })

/** The query of a search, as it stands in an address. */
export const searchQuery = z.object({
  q: z
    .string({ error: 'Say what to search for.' })
    .trim()
    .min(1, { error: 'Say what to search for.' })
    .max(200, { error: 'Use at most 200 characters.' })
    .meta({ description: 'The words to search for.', example: 'api keys' }),
  type: z
    .enum(entryTypes, { error: `One of ${entryTypes.join(', ')}.` })
    .optional()
    .meta({ description: 'Only entries of this type.' }),
  limit,
})

const searchResult = z
  .object({
    type: z.enum(entryTypes),
    title: z.string(),
    url: z.string().meta({ format: 'uri' }),
    markdown_url: z.string().meta({ format: 'uri', description: 'The same page as Markdown.' }),
    excerpt: z.string().meta({ description: 'Plain text around the first word that was found.' }),
    score: z.number().meta({ description: 'Greater is better; comparable within one answer only.' }),
  })
  .meta({ id: 'SearchResult' })

export const searchAnswer = z
  .object({
    query: z.string(),
    results: z.array(searchResult),
    total: z.number().int().meta({ description: 'How many entries matched before the limit.' }),
  })
  .meta({ id: 'SearchAnswer', description: 'Published entries that match, best first.' })

export type SearchQuery = z.output<typeof searchQuery>
export type SearchAnswer = z.infer<typeof searchAnswer>

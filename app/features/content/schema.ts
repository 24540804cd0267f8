import { z } from 'zod'
import { integerParam } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

export const entryTypes = ['page', 'doc', 'post'] as const
export type EntryType = (typeof entryTypes)[number]

/** Sections of the documentation in reading order. */
export const sections = [
  'Get started',
  'Site',
  'Discord bot',
  'API',
  'Operate',
  'Trust',
  'Reference',
] as const
export type Section = (typeof sections)[number]

/** Section with a separate tab. All other sections belong to the guide. */
export const REFERENCE: Section = 'Reference'

/** Path segment or tag: lowercase letters, digits and single hyphens. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

const date = z.iso.date({ error: 'Enter a date such as 2026-11-21.' })

function words(least: number, most: number) {
  const error = `Use ${least} to ${formatInteger(most)} characters.`
  return z.string({ error }).trim().min(least, { error }).max(most, { error })
}

/** An empty description is derived from the text when an entry of the CMS is published. */
const description = z.union([z.literal(''), words(40, 200)], { error: 'Use 40 to 200 characters.' })

/** Returns the questions in a text with one question per line. */
export const questionLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const questionsError = 'Enter up to 100 lines of 2 to 200 characters, one question per line.'
const questions = z
  .string({ error: questionsError })
  .refine(
    (text) => {
      const lines = questionLines(text)
      return lines.length <= 100 && lines.every(({ length }) => length >= 2 && length <= 200)
    },
    { error: questionsError },
  )
  .optional()

const common = { title: words(1, 80), description, updated: date, questions }

const tags = z
  .array(z.string().regex(slugPattern, { error: 'Use lowercase letters, digits and hyphens.' }), {
    error: 'Enter a list. For no tags, use [].',
  })
  .max(10, { error: 'Use at most 10 tags.' })
  .refine((list) => new Set(list).size === list.length, { error: 'Use each tag once.' })

/** Front matter schemas by entry type. Unknown fields are rejected, because most are typos. */
export const frontMatter = {
  page: z.strictObject(common),
  doc: z.strictObject({
    ...common,
    section: z.enum(sections, { error: `Use one of: ${sections.join(', ')}.` }),
    order: z.int({ error: 'Enter a whole number.' }),
    aliases: z
      .array(z.string().regex(slugPattern, { error: 'Use lowercase letters, digits and hyphens.' }), {
        error: 'Enter a list of former slugs.',
      })
      .optional(),
    appendix: z.boolean({ error: 'Use true or false.' }).optional(),
  }),
  post: z.strictObject({ ...common, published: date, tags, author: words(1, 100) }),
} as const satisfies Record<EntryType, z.ZodObject>

/** Published entry. `updated` and `published` are dates, `YYYY-MM-DD`. `body` is MDX. */
export type Entry = {
  type: EntryType
  /** Path below the root of the type: `index` for the home page, `operate/backup` for a document in a folder. */
  slug: string
  path: string
  title: string
  description: string
  updated: string
  section?: Section
  order?: number
  /** Former slugs, which redirect to the entry. */
  aliases?: string[] | undefined
  /**
   * Questions about the content of the entry in the words of readers, one per line. The search uses them, and pages do
   * not show them.
   */
  questions?: string | undefined
  /** True for documents in the appendix of their section. */
  appendix?: boolean | undefined
  published?: string
  tags: string[]
  author?: string
  body: string
  /** SHA-256 of the authored content, in hexadecimal. */
  hash: string
  /** Source for error messages: the file below the content folder, and the first line of the body. */
  file: string
  line: number
  /** True for entries that are generated from the service's definitions. */
  isMade?: true
  /** True for CMS entries, whose bodies are never compiled. */
  isWritten?: true
}

/** Returns the fields that only content files have, without those that are not set. */
export const fileOnlyFields = ({ aliases, appendix, questions }: Partial<Entry>) => ({
  ...(aliases ? { aliases } : {}),
  ...(appendix ? { appendix } : {}),
  ...(questions ? { questions } : {}),
})

const limit = integerParam(1, 100)
  .default(50)
  .meta({ description: 'Maximum number of results.', example: 10 })

/** Query string of a search. */
export const searchQuery = z.object({
  q: z
    .string({ error: 'Enter a search text.' })
    .trim()
    .min(1, { error: 'Enter a search text.' })
    .max(200, { error: 'Use at most 200 characters.' })
    .meta({ description: 'Search text.', example: 'api keys' }),
  type: z
    .enum(entryTypes, { error: `Use one of: ${entryTypes.join(', ')}.` })
    .optional()
    .meta({ description: 'Only entries of this type.' }),
  limit,
})

const searchResult = z
  .object({
    type: z.enum(entryTypes),
    title: z.string(),
    url: z.string().meta({ format: 'uri' }),
    markdown_url: z.string().meta({ format: 'uri', description: 'URL of the page as Markdown.' }),
    excerpt: z.string().meta({ description: 'Plain text around the first match.' }),
    score: z.number().meta({
      description: 'Relevance. A higher score is better. Scores are comparable only within one response.',
    }),
  })
  .meta({ id: 'SearchResult' })

export const searchAnswer = z
  .object({
    query: z.string(),
    results: z.array(searchResult),
    total: z.number().int().meta({ description: 'Number of matching entries before the limit.' }),
    partial: z.boolean().meta({
      description: 'True if the results match only some of the words. False if there are no results.',
    }),
  })
  .meta({ id: 'SearchAnswer', description: 'Matching published entries, best match first.' })

export type SearchQuery = z.output<typeof searchQuery>
export type SearchAnswer = z.infer<typeof searchAnswer>

import { z } from 'zod'
import { integerParam } from '#app/primitives/schema.ts'

const day = z.string().meta({ format: 'date', example: '2026-11-21' })
const count = (description: string, example: number) => z.int().meta({ description, example })

/** Schema of the query of a report. Default 30 days. Range 1 to 365, including today. */
export const siteStatsQuery = z.object({
  days: integerParam(1, 365)
    .default(30)
    .meta({ description: 'Number of days, including today.', example: 30 }),
})

const byReader = {
  person: count('Count for people.', 812),
  agent: count('Count for agents and crawlers.', 96),
  mcp: count('Count for clients of MCP.', 14),
  key: count('Count for API keys.', 3),
}
const byForm = {
  html: count('Views as HTML.', 840),
  markdown: count('Views as Markdown.', 82),
  json: count('Views as JSON, with an API key.', 3),
}

/** Counts of one name. */
const namedCount = z
  .object({
    name: z.string().meta({
      description: 'What was counted. Rare names are counted together as `(other)`.',
      example: '/docs/getting-started',
    }),
    count: count('Count for all readers.', 925),
    ...byReader,
  })
  .meta({ id: 'NamedCount', description: 'Counts of one page, site, text or tool.' })

export const dailyViews = z
  .object({
    date: day,
    ...byReader,
    ...byForm,
    complete: z.boolean().meta({ description: 'False for today, which has not ended.', example: true }),
  })
  .meta({ id: 'DailyViews', description: 'Page views of one UTC day.' })

const list = (description: string) =>
  z.array(namedCount).meta({ description: `${description} The 50 most frequent, most frequent first.` })

/** Schema of a report of site analytics. */
export const siteStats = z
  .object({
    days: z.int().meta({ description: 'Number of days in the report.', example: 30 }),
    timezone: z.literal('UTC'),
    from: day,
    to: day,
    totals: z
      .object({ views: count('All page views.', 925), ...byReader, ...byForm })
      .meta({ description: 'Page views of the period.' }),
    daily: z.array(dailyViews).meta({ description: 'One row per day, oldest first, without gaps.' }),
    hours: z
      .array(z.int())
      .length(24)
      .meta({
        description: 'Page views by hour of the day, from 0 to 23.',
        example: Array.from({ length: 24 }, (_, hour) => hour * 2),
      }),
    pages: list('Page views by path.'),
    agents: list('Page views of agents and crawlers, by the name in `User-Agent`.'),
    sites: list('Page views of people, by the referring site.'),
    searches: list('Searches without a result.'),
    questions: list('Questions that the published pages do not cover.'),
    tools: list('Calls of MCP tools, browser tools and operations of API keys.'),
    missing: list('Requests for pages that do not exist.'),
  })
  .meta({ id: 'SiteStats', description: 'Readers of the site over a number of days.' })

export type SiteStats = z.output<typeof siteStats>
export type NamedCount = z.output<typeof namedCount>
export type DailyViews = z.output<typeof dailyViews>

const exportDay = z.iso.date({ error: 'Enter a date such as 2026-01-31.' })

/** Schema of the export query. `from` and `to` are inclusive days in UTC. */
export const readersExportQuery = z.object({
  format: z
    .enum(['json', 'csv'], { error: 'Use json or csv.' })
    .default('json')
    .meta({ description: 'Format of the file.', example: 'csv' }),
  from: exportDay.optional().meta({
    description: 'First day. Default: the first day with data.',
    example: '2026-10-01',
  }),
  to: exportDay.optional().meta({ description: 'Last day. Default: today.', example: '2026-10-31' }),
})
export type ReadersExportQuery = z.output<typeof readersExportQuery>

/** Columns of the CSV export. */
export const exportColumns = ['period', 'dimension', 'name', 'reader', 'count'] as const

export const readersCsv = z.string().meta({
  description: 'RFC 4180: a header row, then one row per count.',
  example: `${exportColumns.join(',')}\r\n2026-11-21,page,/docs/getting-started,person,812\r\n`,
})

export const readersFile = z
  .object({
    format: z.literal('site-readers'),
    version: z.literal(1),
    from: day,
    to: day,
    counts: z
      .array(
        z.object({
          period: z.string().meta({
            description: 'UTC day, or for `views` an hour such as `2026-11-21T09`.',
            example: '2026-11-21',
          }),
          dimension: z.string().meta({ description: 'Property that was counted.', example: 'page' }),
          name: z.string().meta({ description: 'What was counted.', example: '/docs/getting-started' }),
          reader: z.string().meta({ description: 'Kind of reader.', example: 'person' }),
          count: count('Number of reads.', 812),
        }),
      )
      .meta({ description: 'All counts, oldest first.' }),
  })
  .meta({ id: 'ReadersExport', description: 'Counts of readers as a file.' })

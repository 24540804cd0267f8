import { z } from 'zod'
import { kinds } from '#app/features/console-search/places.ts'
import { integerParam } from '#app/primitives/schema.ts'

export const findQuery = z.object({
  q: z.string().trim().max(100, { error: 'Use at most 100 characters.' }).default('').meta({
    description: 'Search words, which must all match. An empty query returns pages, actions and guilds.',
    example: 'audit',
  }),
  limit: integerParam(1, 50).default(50).meta({ description: 'Maximum number of results.', example: 20 }),
})

const searchHit = z
  .object({
    kind: z.enum(kinds).meta({ description: 'Kind.', example: 'page' }),
    title: z.string().meta({ description: 'Name.', example: 'Audit log' }),
    hint: z
      .string()
      .meta({ description: 'Hint that distinguishes results with the same name.', example: 'Who did what' }),
    href: z.string().meta({ description: 'Path on the site.', example: '/admin/audit' }),
  })
  .meta({ id: 'Found', description: 'A page or an action.' })

export const findResponse = z
  .object({
    q: z.string().meta({ description: 'Search text.', example: 'audit' }),
    groups: z
      .array(
        z.object({
          kind: z.enum(kinds).meta({ description: 'Kind of the group.', example: 'page' }),
          title: z.string().meta({ description: 'Heading of the group.', example: 'Pages' }),
          results: z.array(searchHit),
        }),
      )
      .meta({ description: 'Results, grouped by kind.' }),
    total: z.number().int().meta({ description: 'Number of results in all groups.', example: 1 }),
  })
  .meta({ id: 'FindAnswer', description: 'Matching results that you can open, by kind.' })

export type FindQuery = z.output<typeof findQuery>
export type FindResponse = z.output<typeof findResponse>

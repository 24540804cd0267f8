import { z } from 'zod'
import { kinds } from '#app/features/console-search/places.ts'
import { integerParam } from '#app/primitives/schema.ts'

export const findQuery = z.object({
  q: z.string().trim().max(100, { error: 'Use at most 100 characters.' }).default('').meta({
    description: 'Words, each of which has to stand in what is found. Empty: where one can go at all.',
    example: 'audit',
  }),
  limit: integerParam(1, 50).default(50).meta({ description: 'Maximum number of results.', example: 20 }),
})

const searchHit = z
  .object({
    kind: z.enum(kinds).meta({ description: 'What it is.', example: 'page' }),
    title: z.string().meta({ description: 'What it is called.', example: 'Audit log' }),
    hint: z.string().meta({ description: 'What tells it from others of its name.', example: 'Who did what' }),
    href: z.string().meta({ description: 'Where it leads, below the site.', example: '/admin/audit' }),
  })
  .meta({ id: 'Found', description: 'Something that one can go to or do.' })

export const findResponse = z
  .object({
    q: z.string().meta({ description: 'What was asked for.', example: 'audit' }),
    groups: z
      .array(
        z.object({
          kind: z.enum(kinds).meta({ description: 'What all of the group are.', example: 'page' }),
          title: z.string().meta({ description: 'The heading of the group.', example: 'Pages' }),
          results: z.array(searchHit),
        }),
      )
      .meta({ description: 'What was found, a group for each kind that has any.' }),
    total: z.number().int().meta({ description: 'How many results all groups have.', example: 1 }),
  })
  .meta({ id: 'FindAnswer', description: 'What fits, of what the asker may see, by its kind.' })

export type FindQuery = z.output<typeof findQuery>
export type FindResponse = z.output<typeof findResponse>

import { z } from 'zod'
import { reservedSegments } from '#app/site/paths.ts'
import { integerParam, time } from '#app/primitives/schema.ts'

/** One or more pieces of an address of this site, in the form that addresses have. */
const path = z
  .string()
  .trim()
  .max(300, { error: 'At most 300 characters.' })
  .regex(/^\/[\w.~-]+(\/[\w.~-]+)*$/, { error: 'An address of this site, such as /old-page.' })

export const redirectInput = z
  .strictObject({
    from: path
      .refine((value) => !/\.(md|data)$/i.test(value) && !isReserved(value), {
        error: 'This address is the service’s own.',
      })
      .meta({ description: 'An address that nothing is published at.', example: '/old-hours' }),
    to: z
      .union([path, z.literal('/')])
      .meta({ description: 'Where readers are sent.', example: '/opening-hours' }),
  })
  .meta({ id: 'RedirectInput' })

/** `/docs` and `/blog` are the service’s own, and what is below them is not. */
const isReserved = (value: string) => {
  const [, first = '', second] = value.toLowerCase().split('/')
  return (
    reservedSegments.has(first) && !(second && (first === 'docs' || first === 'blog') && second !== 'tags')
  )
}

export const redirect = z
  .object({
    from: z.string(),
    to: z.string(),
    created_at: time,
    created_by: z.string().nullable().meta({ description: 'Null where an entry moved.' }),
  })
  .meta({ id: 'Redirect', description: 'An old address and where it leads: readers get a 308.' })

export const redirectQuery = z.object({
  from: path.meta({ description: 'The address that shall lead nowhere.', example: '/old-hours' }),
})

/** What the list of the console is narrowed by. */
export const redirectsQuery = z.object({
  q: z.string().trim().max(300, { error: 'At most 300 characters.' }).optional(),
  limit: integerParam(1, 100),
  offset: integerParam(0, 1_000_000),
})

export type RedirectsQuery = z.output<typeof redirectsQuery>
export type RedirectInput = z.output<typeof redirectInput>
export type Redirect = z.output<typeof redirect>

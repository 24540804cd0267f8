import { z } from 'zod'
import { reservedSegments, servedPaths } from '#app/site/paths.ts'
import { integerParam, time } from '#app/primitives/schema.ts'

/** Maximum number of redirects, because each instance keeps them all in memory. */
export const MAX_REDIRECTS = 10_000

const text = z.string().trim().max(300, { error: 'Use at most 300 characters.' })

/** Path on this site with at least one segment, in normalized form. */
const path = text.regex(/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/, {
  error: 'Use a path of this site, such as /old-page.',
})

/** Checks for a suffix that selects a form of a page. Redirects add suffixes automatically. */
const hasSuffix = (value: string) => /\.(md|data)$/i.test(value)

export const redirectInput = z
  .strictObject({
    from: path
      .refine((value) => !hasSuffix(value) && !isReserved(value), {
        error: 'This path is reserved by the service. Use a different path.',
      })
      .meta({ description: 'URL without a published page.', example: '/old-hours' }),
    to: text
      .regex(/^(\/|(\/(?!\.{1,2}(\/|$))[\w.~-]+)+)$/, {
        error: 'Use a path of this site without a query or fragment, such as /opening-hours.',
      })
      .refine((value) => !hasSuffix(value), { error: 'Use the path of the page, without its suffix.' })
      .refine(isPublic, { error: 'This path belongs to the service. Use the path of a public page or file.' })
      .toLowerCase()
      .meta({
        description: 'Path of the public page that readers are redirected to.',
        example: '/opening-hours',
      }),
  })
  .meta({ id: 'RedirectInput' })

/** First segments of the service that readers can be redirected to, because everything below them is public. */
const publicSegments = new Set(['blog', 'docs', 'media', 'search'])

/** Served paths that cannot be targets: the page after a sent message, and a file that only browsers read. */
const internalPaths = new Set(['/contact/sent', '/speculation-rules.json'])

/** Checks whether a path can have a public page or file. Accounts, the console, the API and previews are not public. */
function isPublic(value: string): boolean {
  const lower = value.toLowerCase()
  const [, first = ''] = lower.split('/')
  if (internalPaths.has(lower)) return false
  return first !== '.well-known' && (!reservedSegments.has(first) || publicSegments.has(first))
}

/** Checks whether a path is reserved. Paths below `/docs` and `/blog` are allowed, except the paths of the service. */
const isReserved = (value: string) => {
  const lower = value.toLowerCase()
  const [, first = '', second] = lower.split('/')
  if (servedPaths.has(lower) || first === '.well-known') return true
  if (/^\/docs\/[^/]+\/llms-full\.txt$/.test(lower)) return true
  return (
    reservedSegments.has(first) && !(second && (first === 'docs' || first === 'blog') && second !== 'tags')
  )
}

export const redirect = z
  .object({
    from: z.string(),
    to: z.string(),
    created_at: time,
    created_by: z.string().nullable().meta({
      description:
        'User who created the redirect. Null if the service created the redirect for a moved entry.',
    }),
  })
  .meta({ id: 'Redirect', description: 'Old URL with its target. Requests to the old URL return 308.' })

export const redirectQuery = z.object({
  from: path.meta({ description: 'Source URL of the redirect.', example: '/old-hours' }),
})

/** Query parameters of the redirect list in the console. */
export const redirectsQuery = z.object({
  q: z.string().trim().max(300, { error: 'Use at most 300 characters.' }).optional(),
  limit: integerParam(1, 100),
  offset: integerParam(0, 1_000_000),
})

export type RedirectsQuery = z.output<typeof redirectsQuery>
export type RedirectInput = z.output<typeof redirectInput>
export type Redirect = z.output<typeof redirect>

import { reservedSegments, servedPaths } from '#app/site/paths.ts'
import { slugPattern, type EntryType } from '#app/features/content/schema.ts'

const places: Record<EntryType, string> = { page: '', doc: '/docs', post: '/blog' }

/** Returns the path of an entry. The page `index` is the home page. */
export const pathOfEntry = ({ type, slug }: { type: EntryType; slug: string }): string =>
  type === 'page' && slug === 'index' ? '/' : `${places[type]}/${slug}`

/** Returns the path for a document's former slug. */
export const aliasPath = (slug: string): string => pathOfEntry({ type: 'doc', slug })

/** Parts of the API reference, in reading order: operations of the site, for API keys, and about Discord. */
const referenceParts = [
  ['site', /^\/docs\/api(\/|$)/],
  ['external', /^\/docs\/api\/v1(-|$)/],
  ['discord', /^\/docs\/api\/(bot|guilds|commands|automations|jobs|statistics|runs|machines)$/],
] as const

/** Part of the API reference, with its place among the parts. */
export type ReferencePart = { name: (typeof referenceParts)[number][0]; place: number }

/** Returns the part of the API reference that a path is in, or null for other paths. */
export function referencePart(path: string): ReferencePart | null {
  const place = referenceParts.findLastIndex(([, pattern]) => pattern.test(path))
  return place < 0 ? null : { name: referenceParts[place]![0], place }
}

/**
 * Returns the reason why an entry of the type cannot have this slug, or null if the slug is allowed. Only document
 * slugs can have several segments.
 */
export function slugProblem(type: EntryType, slug: string): string | null {
  const pieces = slug.split('/')
  if (!pieces.every((piece) => slugPattern.test(piece)) || (type !== 'doc' && pieces.length > 1))
    return `not a valid slug: use lowercase letters, digits and hyphens${type === 'doc' ? '' : ', and no folder'}`
  if (type === 'page' && (reservedSegments.has(slug) || servedPaths.has(`/${slug}.md`)))
    return `the path ${pathOfEntry({ type, slug })} is reserved by the service: choose another slug`
  return null
}

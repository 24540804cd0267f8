import { reservedSegments } from '#app/site/paths.ts'
import { slugPattern, type EntryType } from '#app/features/content/schema.ts'

const places: Record<EntryType, string> = { page: '', doc: '/docs', post: '/blog' }

/** Returns the path of an entry. The page `index` is the home page. */
export const pathOfEntry = ({ type, slug }: { type: EntryType; slug: string }): string =>
  type === 'page' && slug === 'index' ? '/' : `${places[type]}/${slug}`

/** Returns the path for a document's former slug. */
export const aliasPath = (slug: string): string => pathOfEntry({ type: 'doc', slug })

/** Paths of the API reference about Discord. Other reference pages are about the site. */
const discordReference = /^\/docs\/api\/(v1|guilds|commands|automations|jobs|statistics|machines)$/

/** Returns true if a path is in the Discord part of the API reference. */
export const isDiscordReference = (path: string): boolean => discordReference.test(path)

/**
 * Returns the reason why an entry of the type cannot have this slug, or null if the slug is allowed. Only document
 * slugs can have several segments.
 */
export function slugProblem(type: EntryType, slug: string): string | null {
  const pieces = slug.split('/')
  if (!pieces.every((piece) => slugPattern.test(piece)) || (type !== 'doc' && pieces.length > 1))
    return `not a valid slug: use lowercase letters, digits and hyphens${type === 'doc' ? '' : ', and no folder'}`
  if (type === 'page' && reservedSegments.has(slug))
    return `the path ${pathOfEntry({ type, slug })} is reserved by the service: choose another slug`
  return null
}

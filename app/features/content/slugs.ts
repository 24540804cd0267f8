import { reservedSegments } from '#app/site/paths.ts'
import { slugPattern, type EntryType } from '#app/features/content/schema.ts'

const places: Record<EntryType, string> = { page: '', doc: '/docs', post: '/blog' }

/** The path of an entry: the page `index` is home. */
export const pathOfEntry = ({ type, slug }: { type: EntryType; slug: string }): string =>
  type === 'page' && slug === 'index' ? '/' : `${places[type]}/${slug}`

/** Why an entry of the type cannot have this slug, or null when it can. Only documents have slugs of several pieces. */
export function slugProblem(type: EntryType, slug: string): string | null {
  const pieces = slug.split('/')
  if (!pieces.every((piece) => slugPattern.test(piece)) || (type !== 'doc' && pieces.length > 1))
    return `its name makes no address: small letters, digits and hyphens${type === 'doc' ? '' : ', not in a folder'}`
  if (type === 'page' && reservedSegments.has(slug))
    return `the address ${pathOfEntry({ type, slug })} is the service’s own: name it otherwise`
  return null
}

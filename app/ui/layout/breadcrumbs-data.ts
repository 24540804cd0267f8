import type { Messages } from '#app/site/messages/messages.ts'

/** Breadcrumb link. */
export type Crumb = { href: string; name: string }

/** Returns the breadcrumbs to an entry, without the entry itself. Returns an empty list for pages. */
export function breadcrumbsTo(
  { type, section }: { type: 'page' | 'doc' | 'post'; section?: string | undefined },
  { text }: Messages,
): Crumb[] {
  if (type === 'post') return [{ href: '/blog', name: text('common.blog') }]
  if (type === 'page') return []
  const docs = { href: '/docs', name: text('common.docs') }
  return section ? [docs, { href: `/docs#${sectionHref(section)}`, name: section }] : [docs]
}

/** Returns the URL fragment and path segment of a documentation section, such as `discord-bot`. */
export const sectionHref = (section: string) => section.toLowerCase().replace(/[^a-z0-9]+/g, '-')

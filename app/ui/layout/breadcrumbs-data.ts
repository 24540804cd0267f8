/** Breadcrumb link. */
export type Crumb = { href: string; name: string }

/** Returns the breadcrumbs to an entry, without the entry itself. Empty for pages. */
export function breadcrumbsTo({
  type,
  section,
}: {
  type: 'page' | 'doc' | 'post'
  section?: string | undefined
}): Crumb[] {
  if (type === 'post') return [{ href: '/blog', name: 'Blog' }]
  if (type === 'page') return []
  const docs = { href: '/docs', name: 'Docs' }
  return section ? [docs, { href: `/docs#${sectionHref(section)}`, name: section }] : [docs]
}

/** Returns a section as a fragment of the documentation's first page and as a path segment: `discord-bot`. */
export const sectionHref = (section: string) => section.toLowerCase().replace(/[^a-z0-9]+/g, '-')

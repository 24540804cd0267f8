/** A step on the way down to a page. */
export type Crumb = { href: string; name: string }

/** The way to an entry, without the entry itself. A page stands at the top and has none. */
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

/** The address of a section on the documentation's first page. */
export const sectionHref = (section: string) => section.toLowerCase().replace(/[^a-z0-9]+/g, '-')

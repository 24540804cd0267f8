const tabs = [
  ['/admin/content', 'Entries'],
  ['/admin/content/redirects', 'Redirects'],
  ['/admin/content/import', 'Import and export'],
] as const

type ContentTab = (typeof tabs)[number][0]

/** Renders the navigation between the sections of the CMS. */
export function ContentTabs({ here }: { here: ContentTab }) {
  return (
    <nav aria-label="Content" className="mb-2">
      <ul className="flex flex-wrap gap-x-1 md:gap-x-6">
        {tabs.map(([href, name]) => (
          <li key={href}>
            <a href={href} className="step quiet" aria-current={href === here ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

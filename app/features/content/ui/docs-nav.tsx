import { ChevronDown } from 'lucide-react'

/** What the navigation needs to know of a document. */
export type DocLink = { path: string; title: string; section: string }

/** The documentation's contents beside a document, and folded above it on a narrow screen. */
export function DocsNav({ docs, current }: { docs: DocLink[]; current: string }) {
  const list = <Sections docs={docs} current={current} />
  return (
    <>
      <nav
        aria-label="Documentation"
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto px-1.5 py-12 lg:block print:hidden"
      >
        {list}
      </nav>
      <details className="group mt-6 border border-edge bg-raised lg:hidden print:hidden">
        <summary className="flex min-h-12 items-center justify-between px-4 font-sign text-lg font-bold">
          All documents
          <ChevronDown className="size-5 group-open:rotate-180" aria-hidden="true" />
        </summary>
        <nav aria-label="Documentation" className="border-t border-line p-4">
          {list}
        </nav>
      </details>
    </>
  )
}

function Sections({ docs, current }: { docs: DocLink[]; current: string }) {
  return (
    <div className="space-y-6">
      {bySection(docs).map(([section, members]) => (
        <div key={section}>
          <p className="label">{section}</p>
          <ul className="mt-1">
            {members.map(({ path, title }) => (
              <li key={path}>
                <a href={path} className="step quiet" aria-current={path === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Groups documents by section; both keep the order in which they come. */
export function bySection<T extends { section: string }>(docs: T[]): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const doc of docs) groups.set(doc.section, [...(groups.get(doc.section) ?? []), doc])
  return [...groups]
}

/** The few facts of an entry that a link to it needs. */
export const docLinkOf = ({
  path,
  title,
  section,
}: {
  path: string
  title: string
  section?: string
}): DocLink => ({
  path,
  title,
  section: section ?? '',
})

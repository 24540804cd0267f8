import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Messages } from '#app/site/messages/messages.ts'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { REFERENCE } from '#app/features/content/schema.ts'
import { referencePart } from '#app/features/content/slugs.ts'

/** Document fields that the navigation needs. */
export type DocLink = { path: string; title: string; section: string; appendix?: boolean | undefined }

/**
 * Renders the documentation navigation beside a document. On narrow screens, the navigation is collapsed above the
 * document. The guide and the reference have separate tabs. Only the group with the current document is open.
 */
export function DocsNav({ docs, current }: { docs: DocLink[]; current: string }) {
  const { text } = useMessages()
  const list = <Navigation docs={docs} current={current} />
  return (
    <>
      <nav
        aria-label={text('common.documentation')}
        data-docs-nav
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto px-1.5 pt-12 pb-32 lg:block print:hidden"
      >
        {list}
      </nav>
      <details className="group mt-6 border border-edge bg-raised lg:hidden print:hidden">
        <summary className="flex min-h-12 items-center justify-between px-4 font-sign text-lg font-bold">
          {text('docs.all')}
          <ChevronDown className="size-5 group-open:rotate-180" aria-hidden="true" />
        </summary>
        <nav aria-label={text('common.documentation')} className="border-t border-line p-4">
          {list}
        </nav>
      </details>
    </>
  )
}

function Navigation({ docs, current }: { docs: DocLink[]; current: string }) {
  const messages = useMessages()
  const { text } = messages
  const { guide, reference } = splitDocs(docs)
  const isReference = reference.some(({ path }) => path === current)
  const tabs = [
    { name: text('docs.guide'), href: guide[0]?.path, isCurrent: !isReference },
    { name: text('docs.reference'), href: reference[0]?.path, isCurrent: isReference },
  ]
  return (
    <>
      <ul className="mb-5 flex gap-2">
        {tabs.map(
          ({ name, href, isCurrent }) =>
            href && (
              <li key={name}>
                <a
                  href={href}
                  aria-current={isCurrent ? 'true' : undefined}
                  className={`place inline-block px-2 py-2 font-sign text-lg font-bold ${isCurrent ? 'text-ink' : 'text-soft hover:text-ink'}`}
                >
                  {name}
                </a>
              </li>
            ),
        )}
      </ul>
      <Groups groups={isReference ? byPart(reference, messages) : bySection(guide)} current={current} />
    </>
  )
}

function Groups({ groups, current }: { groups: [string, DocLink[]][]; current: string }) {
  const { text } = useMessages()
  return (
    <div className="space-y-1">
      {groups.map(([name, members]) => {
        const appendix = members.filter((doc) => doc.appendix)
        return (
          <Group key={name} name={name} docs={members} current={current}>
            <Links docs={members.filter((doc) => !doc.appendix)} current={current} />
            {appendix.length > 0 && (
              <Group name={text('docs.appendix')} docs={appendix} current={current}>
                <Links docs={appendix} current={current} />
              </Group>
            )}
          </Group>
        )
      })}
    </div>
  )
}

function Group({
  name,
  docs,
  current,
  children,
}: {
  name: string
  docs: DocLink[]
  current: string
  children: ReactNode
}) {
  return (
    <details className="nested" open={docs.some(({ path }) => path === current)}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 py-1 font-sign text-lg font-bold">
        {name}
        <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
      </summary>
      <div className="pb-2">{children}</div>
    </details>
  )
}

function Links({ docs, current }: { docs: DocLink[]; current: string }) {
  const messages = useMessages()
  return (
    <ul>
      {docs.map((doc) => (
        <li key={doc.path}>
          <a href={doc.path} className="step quiet" aria-current={doc.path === current ? 'page' : undefined}>
            {shortTitle(doc, messages)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Splits the documents into the guide and the reference. Documents keep their order. */
export const splitDocs = <T extends { section?: string | undefined }>(docs: readonly T[]) => ({
  guide: docs.filter(({ section }) => section !== REFERENCE),
  reference: docs.filter(({ section }) => section === REFERENCE),
})

/** Groups documents by section. Sections and documents keep their order. */
export function bySection<T extends { section: string }>(docs: T[]): [string, T[]][] {
  return groupBy(docs, ({ section }) => section)
}

const partTitles = { site: 'docs.siteApi', external: 'docs.externalApi', discord: 'docs.discordApi' } as const

/** Groups the reference into the parts of the API and all other documents. */
export const byPart = <T extends { path: string }>(docs: T[], { text }: Messages): [string, T[]][] =>
  groupBy(docs, ({ path }) => {
    const part = referencePart(path)
    return text(part ? partTitles[part.name] : 'docs.moreReference')
  })

/** Returns the title without the word that the tab and the group already show. */
const shortTitle = ({ path, title }: DocLink, { text }: Messages) =>
  referencePart(path)
    ? title === 'API reference'
      ? text('docs.overview')
      : title.replace(/ reference$/, '')
    : title

function groupBy<T>(items: T[], nameOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return [...groups]
}

/** Picks the fields that a link to an entry needs. */
export const docLinkOf = ({
  path,
  title,
  section,
  appendix,
}: {
  path: string
  title: string
  section?: string
  appendix?: boolean | undefined
}): DocLink => ({
  path,
  title,
  section: section ?? '',
  ...(appendix ? { appendix } : {}),
})

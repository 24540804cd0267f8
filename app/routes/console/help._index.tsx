import { useLoaderData } from '@remix-run/react'
import { searchManual } from '#app/features/console-search/manual.server.ts'
import { HELP } from '#app/features/content/manual.server.ts'
import { bySection, docLinkOf } from '#app/features/content/ui/docs-nav.tsx'
import { page } from '#app/http/pages/page.server.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { Console } from '#app/ui/layout/console.tsx'

export const handle = { needs: 'console:open', title: 'Help' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const q = (search.get('q') ?? '').slice(0, MAX_QUERY)
  const docs = (await searchManual(ctx, q)).map((entry) => ({
    ...docLinkOf(entry),
    href: `${HELP}/${entry.slug}`,
    description: entry.description,
  }))
  return { q, docs }
})

const MAX_QUERY = 100

export default function Help() {
  const { q, docs } = useLoaderData<typeof loader>()
  const sections = q ? [[formatAmount(docs.length, 'result', 'results'), docs] as const] : bySection(docs)
  return (
    <Console here="/admin/help" title="Help" lead="The manual for this version of Signpost.">
      <SearchForm
        action="/admin/help"
        label="Search the manual"
        placeholder="welcome message"
        maxLength={MAX_QUERY}
        button="Find"
        q={q}
      />
      {sections.map(([section, members]) => (
        <section key={section} className="border-b border-line py-6 last:border-0">
          <h2 className="text-2xl">{section}</h2>
          {members.length === 0 && (
            <p className="mt-3 text-soft">
              No document matches. Try fewer or other words, or see{' '}
              <a href="/admin/help" className="link text-ink">
                all documents
              </a>
              .
            </p>
          )}
          <ul className="mt-3 grid gap-x-10 gap-y-4 sm:grid-cols-2">
            {members.map(({ path, href, title, description }) => (
              <li key={path}>
                <a href={href} className="link font-semibold">
                  {title}
                </a>
                <p className="text-muted">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Console>
  )
}

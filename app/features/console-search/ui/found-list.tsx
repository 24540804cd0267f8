import { type AccessRights, canAccess } from '#app/access.ts'
import type { HitGroup } from '#app/features/console-search/places.ts'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { formatAmount } from '#app/primitives/count.ts'

/** Renders what to try after a search without results. Help has found nothing either, but lists all its documents. */
export const NoHits = ({ q, standing }: { q: string; standing: AccessRights }) => (
  <>
    No results. Try a shorter or a different word, such as “keys”, “post” or a server name
    {canAccess(standing, 'console:open') && (
      <>
        , or see all documents in{' '}
        <a href="/admin/help" className="link text-ink">
          Help
        </a>
      </>
    )}
    . To search the text of published pages, use the{' '}
    <a href={`/search?${new URLSearchParams({ q })}`} className="link text-ink">
      site search
    </a>
    .
  </>
)

/** Renders a search field with results by kind. */
export function SearchResults({
  q,
  groups,
  total,
  standing,
}: {
  q: string
  groups: readonly HitGroup[]
  total: number
  standing: AccessRights
}) {
  return (
    <>
      <SearchForm
        action="/admin/find"
        label="Search for pages and actions"
        placeholder="audit log"
        maxLength={100}
        button="Find"
        q={q}
      />
      {q && (
        <p className="mt-6 text-muted" role="status">
          {formatAmount(total, 'result', 'results')}
        </p>
      )}
      {total === 0 && (
        <p className="mt-4 max-w-2xl text-soft">
          <NoHits q={q} standing={standing} />
        </p>
      )}
      {groups.map(({ kind, title, results }) => (
        <section key={kind} aria-labelledby={`found-${kind}`} className="mt-8">
          <h2 id={`found-${kind}`} className="text-2xl">
            {title}
          </h2>
          <ul className="mt-2 max-w-3xl">
            {results.map((one) => (
              <li
                key={one.href}
                className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2.5 last:border-0"
              >
                <a href={one.href} className="link min-w-0 font-semibold [overflow-wrap:anywhere]">
                  {one.title}
                </a>
                <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{one.hint}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

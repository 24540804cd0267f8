import type { HitGroup } from '#app/features/console-search/places.ts'
import { SearchForm } from '#app/ui/forms/search-form.tsx'

/** A field for the words, and what fits them by its kind. */
export function SearchResults({
  q,
  groups,
  total,
}: {
  q: string
  groups: readonly HitGroup[]
  total: number
}) {
  return (
    <>
      <SearchForm
        action="/admin/find"
        label="What to find or to do"
        placeholder="audit log"
        maxLength={100}
        button="Find"
        q={q}
      />
      {q && (
        <p className="mt-6 text-muted" role="status">
          {total === 1 ? 'One result' : `${total} results`}
        </p>
      )}
      {total === 0 && (
        <p className="mt-4 max-w-2xl text-soft">
          Nothing fits. Fewer letters may, or another word for the same thing. For the words of published
          pages there is the{' '}
          <a href={`/search?${new URLSearchParams({ q })}`} className="link text-ink">
            search of the site
          </a>
          .
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

import type { SearchAnswer } from '#app/features/content/schema.ts'
import { formatAmount } from '#app/primitives/count.ts'

const kinds = { page: 'Page', doc: 'Documentation', post: 'Blog' } as const

/** Renders the search results, best match first, or suggestions if there is no search. */
export function SearchResults({ answer }: { answer: SearchAnswer | null }) {
  if (!answer) {
    return (
      <p className="mt-8 max-w-2xl text-lg text-soft">
        Searches all pages, documents and posts. All words must match, and the beginning of a word is enough.
        To browse instead, start with the{' '}
        <a href="/docs" className="link text-ink">
          documentation
        </a>
        .
      </p>
    )
  }
  if (!answer.total) {
    return (
      <div className="mt-8 max-w-2xl text-lg text-soft">
        <p>No results. Try fewer or different words.</p>
        <p className="mt-3">
          The{' '}
          <a href="/docs" className="link text-ink">
            documentation
          </a>{' '}
          lists everything by section.
        </p>
      </div>
    )
  }
  const { results, total } = answer
  return (
    <>
      <p className="mt-8 text-muted" role="status">
        {formatAmount(total, 'page', 'pages')}
        {total > results.length && `, of which the best ${results.length} are shown`}
      </p>
      <ol className="max-w-3xl">
        {results.map(({ type, title, url, excerpt }) => (
          <li key={url} className="border-b border-line py-6">
            <p className="flex flex-wrap items-baseline gap-x-3 text-muted" data-md="omit">
              <span className="label">{kinds[type]}</span>
              <span className="min-w-0 font-code text-sm [overflow-wrap:anywhere]">
                {new URL(url).pathname}
              </span>
            </p>
            <p className="mt-1 font-sign text-2xl leading-tight font-bold">
              <a href={new URL(url).pathname} className="link">
                {title}
              </a>
            </p>
            <p className="mt-2 text-soft">{excerpt}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

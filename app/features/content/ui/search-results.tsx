import type { ReactNode } from 'react'
import type { SearchAnswer } from '#app/features/content/schema.ts'
import { Message, useMessages } from '#app/ui/layout/messages.tsx'
import { useSections } from '#app/ui/layout/root-data.ts'

const docsLink = (parts: ReactNode) => (
  <a href="/docs" className="link text-ink">
    {parts}
  </a>
)

/** Renders the search results, best match first, or suggestions if there is no search. */
export function SearchResults({ answer }: { answer: SearchAnswer | null }) {
  const { text } = useMessages()
  const { docs } = useSections()
  if (!answer) {
    return (
      <p className="mt-8 max-w-2xl text-lg text-soft">
        {text('search.help')}
        {docs && (
          <>
            {' '}
            <Message id="search.helpDocs" values={{ a: docsLink }} />
          </>
        )}
      </p>
    )
  }
  if (!answer.total) {
    return (
      <div className="mt-8 max-w-2xl text-lg text-soft">
        <p>{text('search.none')}</p>
        {docs && (
          <p className="mt-3">
            <Message id="search.browse" values={{ a: docsLink }} />
          </p>
        )}
      </div>
    )
  }
  const { results, total, partial } = answer
  return (
    <>
      <div className="mt-8 text-muted" role="status">
        {partial && <p>{text('search.partial')}</p>}
        <p>
          {total > results.length
            ? text('search.best', { total, shown: results.length })
            : text('search.count', { total })}
        </p>
      </div>
      <ol className="max-w-3xl">
        {results.map(({ type, title, url, excerpt }) => (
          <li key={url} className="border-b border-line py-6">
            <p className="flex flex-wrap items-baseline gap-x-3 text-muted" data-md="omit">
              <span className="label">{text(`search.${type}`)}</span>
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

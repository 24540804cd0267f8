import type { Messages } from '#app/site/messages/messages.ts'
import { useMessages } from '#app/ui/layout/messages.tsx'

/** Returns the URL of a listing page, including filters. The URL of page 1 has no number. */
export const pageUrl = (path: string, number: number) =>
  number > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${number}` : path

/** Returns the title of a listing page. */
export const pageTitle = (title: string, number: number, { text }: Messages) =>
  number > 1 ? text('lists.title', { title, number }) : title

/** Renders pagination links, which are also in the Markdown version, so that programs can follow them. */
export function Pager({ path, number, pages }: { path: string; number: number; pages: number }) {
  const { text } = useMessages()
  if (pages < 2) return null
  return (
    <nav aria-label={text('lists.pages')} className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
      {number > 1 && (
        <a href={pageUrl(path, number - 1)} rel="prev" className="button">
          {text('lists.newer')}
        </a>
      )}
      <p className="text-muted">{text('lists.place', { number, pages })}</p>
      {number < pages && (
        <a href={pageUrl(path, number + 1)} rel="next" className="button">
          {text('lists.older')}
        </a>
      )}
    </nav>
  )
}

type OlderProps = { newest: string | null; older: string | null; isSorted?: boolean }

/** Renders links to the first and to the next page of an uncounted listing. A null URL omits the link. */
export function OlderPages({ newest, older, isSorted = false }: OlderProps) {
  if (!newest && !older) return null
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-x-6 gap-y-3">
      {newest && (
        <a href={newest} className="button">
          {isSorted ? 'First page' : 'Newest'}
        </a>
      )}
      {older && (
        <a href={older} rel="next" className="button">
          {isSorted ? 'Next page' : 'Older'}
        </a>
      )}
    </nav>
  )
}

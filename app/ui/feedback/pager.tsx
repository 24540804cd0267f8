/** The address of a page of a listing, which may be narrowed by a query: the first one has no number. */
export const pageAddress = (path: string, number: number) =>
  number > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${number}` : path

/** The title of a page of a listing. */
export const pageTitle = (title: string, number: number) => (number > 1 ? `${title}, page ${number}` : title)

/** The way through a listing that has several pages. It is part of the Markdown too, so that a program can go on. */
export function Pager({ path, number, pages }: { path: string; number: number; pages: number }) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
      {number > 1 && (
        <a href={pageAddress(path, number - 1)} rel="prev" className="button">
          Newer
        </a>
      )}
      <p className="text-muted">
        Page {number} of {pages}
      </p>
      {number < pages && (
        <a href={pageAddress(path, number + 1)} rel="next" className="button">
          Older
        </a>
      )}
    </nav>
  )
}

/** The way through a listing that goes back in time without being counted. Null is a way that is not there. */
export function OlderPages({ newest, older }: { newest: string | null; older: string | null }) {
  if (!newest && !older) return null
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-x-6 gap-y-3">
      {newest && (
        <a href={newest} className="button">
          The newest
        </a>
      )}
      {older && (
        <a href={older} rel="next" className="button">
          Older
        </a>
      )}
    </nav>
  )
}

import { useMessages } from '#app/ui/layout/messages.tsx'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

/** Renders the breadcrumbs to the page. Includes the page itself if `current` is set. */
export function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current?: string | undefined }) {
  return (
    <nav aria-label={useMessages().text('page.breadcrumbs')} data-md="omit" className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted">
        {crumbs.map(({ href, name }, index) => (
          <li key={href} className="flex min-w-0 items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            <a href={href} className="quiet min-w-0 py-1 [overflow-wrap:anywhere]">
              {name}
            </a>
          </li>
        ))}
        {current && (
          <li className="flex min-w-0 items-center gap-2">
            {crumbs.length > 0 && <span aria-hidden="true">/</span>}
            <span aria-current="page" className="min-w-0 py-1 [overflow-wrap:anywhere]">
              {current}
            </span>
          </li>
        )}
      </ol>
    </nav>
  )
}

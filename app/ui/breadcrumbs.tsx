import type { Crumb } from '#app/ui/way.ts'

/** The way down to this page. The page itself is not in it: its heading follows. */
export function Breadcrumbs({ way }: { way: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" data-md="omit" className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted">
        {way.map(({ href, name }, index) => (
          <li key={href} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            <a href={href} className="quiet py-1">
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

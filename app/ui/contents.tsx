import type { Heading } from '#app/ui/outline.ts'

/** The headings of a long page beside it, on a screen that has the room. */
export function Contents({ headings }: { headings: Heading[] }) {
  if (headings.length < 2) return <div className="hidden xl:block" />
  return (
    <nav
      aria-labelledby="on-this-page"
      className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto px-1.5 py-12 xl:block print:hidden"
    >
      <p id="on-this-page" className="label">
        On this page
      </p>
      <ul className="mt-2 border-l border-line">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="quiet block py-1 pl-4 text-[0.9375rem] leading-snug text-muted">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

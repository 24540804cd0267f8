import { ArrowLeft, ArrowRight } from 'lucide-react'

type Step = { path: string; title: string } | null

/** Two fingers at the end of a document: back and on. */
export function PrevNext({ previous, next }: { previous: Step; next: Step }) {
  if (!previous && !next) return null
  return (
    <nav
      aria-label="Next documents"
      data-md="omit"
      className="mt-14 flex flex-col justify-between gap-4 border-t border-line pt-8 sm:flex-row print:hidden"
    >
      {previous && (
        <a href={previous.path} rel="prev" className="finger finger-back finger-plain min-w-0">
          <ArrowLeft className="size-5 shrink-0" aria-hidden="true" />
          <span className="min-w-0">
            <span className="sr-only">Previous: </span>
            {previous.title}
          </span>
        </a>
      )}
      {next && (
        <a href={next.path} rel="next" className="finger min-w-0 justify-between sm:ml-auto">
          <span className="min-w-0">
            <span className="sr-only">Next: </span>
            {next.title}
          </span>
          <ArrowRight className="size-5 shrink-0" aria-hidden="true" />
        </a>
      )}
    </nav>
  )
}

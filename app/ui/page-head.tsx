import type { ReactNode } from 'react'
import { MarkdownLink } from '#app/ui/markdown-link.tsx'

type Props = { title: string; lead?: ReactNode; above?: ReactNode; below?: ReactNode; markdown?: string }

/** The first lines of a page: its one `h1`, what it is about, and the way to its Markdown when it has one. */
export function PageHead({ title, lead, above, below, markdown }: Props) {
  return (
    <header className="mb-8 border-b border-line pb-6 sm:mb-10">
      {above}
      <h1 className="mt-2 text-4xl sm:text-5xl">{title}</h1>
      {lead && <p className="mt-4 max-w-2xl text-lg text-soft sm:text-xl">{lead}</p>}
      {(below || markdown) && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 text-muted">
          <div>{below}</div>
          {markdown && <MarkdownLink path={markdown} />}
        </div>
      )}
    </header>
  )
}

import type { ReactNode } from 'react'
import { MarkdownLink } from '#app/ui/layout/markdown-link.tsx'

type Props = { title: string; lead?: ReactNode; above?: ReactNode; below?: ReactNode; markdown?: string }

/** The first lines of a page: its one `h1`, what it is about, and the way to its Markdown when it has one. */
export function PageHead({ title, lead, above, below, markdown }: Props) {
  return (
    <header className="mb-8 border-b border-line pb-6 sm:mb-10">
      {above}
      <h1 className="mt-2 text-4xl sm:text-5xl">{title}</h1>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        {lead && <p className="min-w-0 max-w-2xl text-lg text-soft sm:text-xl">{lead}</p>}
        {below && <div className="mr-auto w-full text-muted sm:w-auto">{below}</div>}
        {markdown && <MarkdownLink path={markdown} />}
      </div>
    </header>
  )
}

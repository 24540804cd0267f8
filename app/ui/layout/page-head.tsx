import { Copy, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { markdownPath } from '#app/site/paths.ts'
import { useMessages } from '#app/ui/layout/messages.tsx'

/** Renders a link to the Markdown version, and a copy button if scripts are available. */
function MarkdownLink({ path, search = '' }: { path: string; search?: string }) {
  const twin = markdownPath(path) + search
  const { text } = useMessages()
  return (
    <p className="flex flex-wrap gap-x-6 text-muted print:hidden" data-md="omit">
      <a href={twin} type="text/markdown" className="quiet inline-flex items-center gap-2 py-1">
        <FileText className="size-4" aria-hidden="true" />
        {text('page.viewMarkdown')}
      </a>
      <button type="button" data-copy={twin} className="quiet inline-flex items-center gap-2 py-1">
        <Copy className="size-4" aria-hidden="true" />
        <span>{text('page.copyMarkdown')}</span>
      </button>
    </p>
  )
}

type Props = { title: string; lead?: ReactNode; above?: ReactNode; below?: ReactNode; markdown?: string }

/** Renders the page header: the only `h1`, the lead, and a link to the Markdown version if available. */
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

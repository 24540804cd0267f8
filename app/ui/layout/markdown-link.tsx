import { Copy, FileText } from 'lucide-react'
import { markdownPath } from '#app/site/paths.ts'

/** Leads to the page's Markdown twin, and copies it where there is a script. */
export function MarkdownLink({ path, search = '' }: { path: string; search?: string }) {
  const twin = markdownPath(path) + search
  return (
    <p className="flex flex-wrap gap-x-6 text-muted print:hidden" data-md="omit">
      <a href={twin} type="text/markdown" className="quiet inline-flex items-center gap-2 py-1">
        <FileText className="size-4" aria-hidden="true" />
        View as Markdown
      </a>
      <button type="button" data-copy={twin} className="quiet inline-flex items-center gap-2 py-1">
        <Copy className="size-4" aria-hidden="true" />
        <span>Copy as Markdown</span>
      </button>
    </p>
  )
}

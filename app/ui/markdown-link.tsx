import { markdownPath } from '#app/features/content/paths.ts'
import { FileText } from 'lucide-react'

/** Leads to the page's Markdown twin. */
export function MarkdownLink({ path, search = '' }: { path: string; search?: string }) {
  return (
    <a
      href={markdownPath(path) + search}
      type="text/markdown"
      data-md="omit"
      className="quiet inline-flex items-center gap-2 py-1 text-muted print:hidden"
    >
      <FileText className="size-4" aria-hidden="true" />
      View as Markdown
    </a>
  )
}

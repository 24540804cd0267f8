import { formatAmount } from '#app/primitives/count.ts'
import { Day } from '#app/ui/feedback/timestamp.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

type ContentSummary = {
  counts: { pages: number; docs: number; posts: number }
  recent: { path: string; title: string; updated: string }[]
}

const columns: Column<ContentSummary['recent'][number]>[] = [
  {
    name: 'Page',
    cell: ({ path, title }) => (
      <a href={path} className="link">
        {title}
      </a>
    ),
  },
  { name: 'Updated', cell: ({ updated }) => <Day date={updated} /> },
]

/** Renders the number of published entries and the latest changes. */
export function ContentOverview({ counts, recent }: ContentSummary) {
  return (
    <section aria-labelledby="content-heading" className="mt-8">
      <h2 id="content-heading" className="text-3xl">
        Content
      </h2>
      <p className="mt-2 text-soft">
        Published: {formatAmount(counts.pages, 'page', 'pages')},{' '}
        {formatAmount(counts.docs, 'document', 'documents')} and {formatAmount(counts.posts, 'post', 'posts')}
        , from the CMS and from content files.
      </p>
      <div className="mt-4 max-w-3xl">
        <ListTable label="Recently changed" rows={recent} columns={columns} keyOf={({ path }) => path} />
      </div>
    </section>
  )
}

import { formatAmount } from '#app/primitives/count.ts'
import { Day } from '#app/ui/feedback/timestamp.tsx'
import { DataTable } from '#app/ui/feedback/figures.tsx'

type ContentSummary = {
  counts: { pages: number; docs: number; posts: number }
  recent: { path: string; title: string; updated: string }[]
}

/** Renders the number of published entries and the latest changes. */
export function ContentOverview({ counts, recent }: ContentSummary) {
  return (
    <section aria-labelledby="content-heading" className="mt-16">
      <h2 id="content-heading" className="text-3xl">
        Content
      </h2>
      <p className="mt-2 text-soft">
        Published: {formatAmount(counts.pages, 'page', 'pages')},{' '}
        {formatAmount(counts.docs, 'document', 'documents')} and {formatAmount(counts.posts, 'post', 'posts')}
        .
      </p>
      <div className="mt-6 max-w-3xl">
        <DataTable
          caption="Recently changed"
          head={['Page', 'Updated']}
          rows={recent.map(({ path, title, updated }) => [
            <a key="page" href={path} className="link inline-block py-0.5">
              {title}
            </a>,
            <Day key="day" date={updated} />,
          ])}
        />
      </div>
    </section>
  )
}

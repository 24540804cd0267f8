import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Result = {
  name: string
  entry: { type: string; id: string; title: string } | null
  issues: { path: string; message: string }[]
}

/** Renders the result for each imported file. */
export function ImportResults({ results }: { results: Result[] }) {
  const taken = results.filter(({ entry }) => entry !== null)
  const wrong = results.filter(({ entry }) => entry === null)
  const title = `${taken.length} of ${formatAmount(results.length, 'file is', 'files are')} imported.`
  return (
    <PageNotice tone={wrong.length ? 'stop' : 'done'} title={title}>
      <ul className="space-y-1">
        {wrong.map(({ name, issues }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            {name}: {issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' ')}
          </li>
        ))}
        {taken.map(({ name, entry }) => (
          <li key={name}>
            <a href={`/admin/content/${entry?.type}/${entry?.id}`} className="link inline-block py-0.5">
              {entry?.title}
            </a>
          </li>
        ))}
      </ul>
    </PageNotice>
  )
}

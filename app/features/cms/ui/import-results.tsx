import { Notice } from '#app/ui/feedback/notice.tsx'

type Result = {
  name: string
  entry: { type: string; id: string; title: string } | null
  issues: { path: string; message: string }[]
}

/** What became of each file that was taken in. */
export function ImportResults({ results }: { results: Result[] }) {
  const taken = results.filter(({ entry }) => entry !== null)
  const wrong = results.filter(({ entry }) => entry === null)
  const title = `${taken.length} of ${results.length} ${results.length === 1 ? 'file is' : 'files are'} taken in.`
  return (
    <div className="mb-8">
      <Notice tone={wrong.length ? 'stop' : 'done'} title={title}>
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
      </Notice>
    </div>
  )
}

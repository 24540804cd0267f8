import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readPreview } from '#app/features/cms/preview.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Article } from '#app/features/content/ui/article.tsx'
import { englishMessages } from '#app/site/messages/messages.ts'
import { breadcrumbsTo } from '#app/ui/layout/breadcrumbs-data.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { headingsOfHtml } from '#app/features/content/ui/table-of-contents.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data ? `${data.title} (preview)` : 'Preview', matches)

export const loader = page('anyone', async (ctx, { params }) => {
  const { entry, html, version, until } = await readPreview(ctx, { token: params.token ?? '' })
  const around = { docs: [], crumbs: breadcrumbsTo(entry, englishMessages), previous: null, next: null }
  return {
    ...entry,
    html,
    headings: headingsOfHtml(html),
    ...around,
    version,
    until: new Date(until).toISOString(),
  }
})

export default function Preview() {
  const { version, until, ...entry } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="frame pt-6">
        <Notice title="This is a preview.">
          Current version: {version}. The link expires on <Timestamp at={until} />.
        </Notice>
      </div>
      <Article {...entry} isPreview />
    </>
  )
}

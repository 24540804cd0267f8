import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { documentsAround, neighbours, readBody, readEntry } from '#app/features/content/content.server.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { breadcrumbsTo } from '#app/ui/layout/breadcrumbs-data.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Article } from '#app/features/content/ui/article.tsx'
import { docLinkOf } from '#app/features/content/ui/docs-nav.tsx'
import { PageFeedback } from '#app/features/feedback/ui/page-feedback.tsx'
import { headingsOfHtml } from '#app/features/content/ui/table-of-contents.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true }

export const loader = page('anyone', async (ctx, { params }) => {
  const entry = await readEntry(ctx, { path: `/${params['*'] ?? ''}` })
  const html = await readBody(ctx, entry)
  const docs = documentsAround(ctx, entry).map(docLinkOf)
  const { previous, next } = neighbours(ctx, entry)
  const isUnlisted = ctx.contentIndex.unlisted.includes(entry)
  const around = { previous: previous && docLinkOf(previous), next: next && docLinkOf(next) }
  const { body: _source, file: _file, line: _line, isMade: _made, ...facts } = entry
  const head = { image: ogImageOf(ctx, entry.path) }
  const crumbs = isUnlisted ? [] : breadcrumbsTo(entry, messagesOf(ctx.contentIndex.site))
  return {
    ...facts,
    ...around,
    ...head,
    crumbs,
    robots: isUnlisted ? 'noindex' : undefined,
    html,
    hasFeedback: ctx.contentIndex.site.feedback,
    docs,
    headings: headingsOfHtml(html),
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function EntryPage() {
  const { hasFeedback, ...entry } = useLoaderData<typeof loader>()
  return <Article {...entry} after={hasFeedback && <PageFeedback path={entry.path} />} />
}

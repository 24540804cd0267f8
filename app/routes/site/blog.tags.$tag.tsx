import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NotFound } from '#app/errors.ts'
import { pageOfEntries } from '#app/features/content/content.server.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import type { Messages } from '#app/site/messages/messages.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { latest, pageMeta } from '#app/ui/layout/page-meta.ts'
import { pageTitle, pageUrl, Pager } from '#app/ui/feedback/pager.tsx'
import { PostList, postLinkOf } from '#app/features/content/ui/post-list.tsx'
import { breadcrumbsTo } from '#app/ui/layout/breadcrumbs-data.ts'

export const handle = { public: true, query: ['page'] }

export const loader = page('anyone', async (ctx, { params, search }) => {
  const tag = params.tag ?? ''
  const { entries, number, pages } = await pageOfEntries(ctx, { type: 'post', tag, page: search.get('page') })
  if (!entries.length) throw new NotFound(`No posts have the tag “${tag}”.`)
  const messages = messagesOf(ctx.contentIndex.site)
  return {
    tag,
    posts: entries.map(postLinkOf),
    updated: latest(entries),
    image: ogImageOf(ctx, '/'),
    number,
    pages,
    ...headOf(tag, number, messages),
  }
})

const headOf = (tag: string, number: number, messages: Messages) => ({
  title: pageTitle(messages.text('lists.tag', { tag }), number, messages),
  description: messages.text('lists.tagPosts', { tag }),
  path: pageUrl(`/blog/tags/${tag}`, number),
  crumbs: breadcrumbsTo({ type: 'post' }, messages),
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function Tag() {
  const { tag, posts, title, path, crumbs, number, pages } = useLoaderData<typeof loader>()
  return (
    <Main>
      <PageHead title={title} above={<Breadcrumbs crumbs={crumbs} />} markdown={path} />
      <PostList posts={posts} />
      <Pager path={`/blog/tags/${tag}`} number={number} pages={pages} />
    </Main>
  )
}

import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageOfEntries } from '#app/features/content/content.server.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { latest, pageMeta } from '#app/ui/layout/page-meta.ts'
import { pageTitle, pageUrl, Pager } from '#app/ui/feedback/pager.tsx'
import { PostList, postLinkOf } from '#app/features/content/ui/post-list.tsx'

export const handle = { public: true, query: ['page'] }

export const loader = page('anyone', async (ctx, { search }) => {
  const { entries, number, pages } = await pageOfEntries(ctx, { type: 'post', page: search.get('page') })
  const updated = latest(entries)
  const messages = messagesOf(ctx.contentIndex.site)
  return {
    title: pageTitle(messages.text('common.blog'), number, messages),
    description: messages.text('lists.posts'),
    path: pageUrl('/blog', number),
    updated,
    image: ogImageOf(ctx, '/'),
    posts: entries.map(postLinkOf),
    number,
    pages,
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function Blog() {
  const { title, description, path, posts, number, pages } = useLoaderData<typeof loader>()
  const { text } = useMessages()
  return (
    <Main>
      <PageHead title={title} lead={description} markdown={path} />
      {posts.length ? <PostList posts={posts} /> : <p>{text('lists.noPosts')}</p>}
      <Pager path="/blog" number={number} pages={pages} />
    </Main>
  )
}

import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageOfEntries } from '#app/features/content/content.server.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { page } from '#app/http/pages/page.server.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { latest, pageMeta } from '#app/ui/layout/page-meta.ts'
import { pageTitle, pageUrl, Pager } from '#app/ui/feedback/pager.tsx'
import { PostList, postLinkOf } from '#app/features/content/ui/post-list.tsx'

export const handle = { public: true, query: ['page'] }

const title = 'Blog'
const description = 'All posts, newest first.'

export const loader = page('anyone', async (ctx, { search }) => {
  const { entries, number, pages } = await pageOfEntries(ctx, { type: 'post', page: search.get('page') })
  const updated = latest(entries)
  const head = { updated, image: ogImageOf(ctx, '/') }
  return { ...head, posts: entries.map(postLinkOf), number, pages }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta(
        {
          ...data,
          title: pageTitle(title, data.number),
          description,
          path: pageUrl('/blog', data.number),
        },
        matches,
      )
    : []

export default function Blog() {
  const { posts, number, pages } = useLoaderData<typeof loader>()
  return (
    <Main>
      <PageHead title={pageTitle(title, number)} lead={description} markdown={pageUrl('/blog', number)} />
      {posts.length ? <PostList posts={posts} /> : <p>There are no posts yet.</p>}
      <Pager path="/blog" number={number} pages={pages} />
    </Main>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listEntries } from '#app/features/content/content.server.ts'
import { page } from '#app/http/page.server.ts'
import { Main } from '#app/ui/main.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { latest, pageMeta } from '#app/ui/page-meta.ts'
import { PostList, postOf } from '#app/ui/post-list.tsx'

export const handle = { public: true }

const title = 'Blog'
const description = 'What changes in Signpost, and why: releases, decisions and what we learned on the way.'

export const loader = (args: LoaderFunctionArgs) =>
  page(args, 'anyone', async (ctx) => {
    const entries = await listEntries(ctx, { type: 'post' })
    return { posts: entries.map(postOf), updated: latest(entries), siteUrl: ctx.config.siteUrl }
  })

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? pageMeta({ title, description, path: '/blog', ...data }) : []

export default function Blog() {
  const { posts } = useLoaderData<typeof loader>()
  return (
    <Main>
      <PageHead title={title} lead={description} markdown="/blog" />
      {posts.length ? <PostList posts={posts} /> : <p>Nothing has been published yet.</p>}
    </Main>
  )
}

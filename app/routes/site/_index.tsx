import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageOfEntries, readBody, readEntry } from '#app/features/content/content.server.ts'
import { PostList, postLinkOf } from '#app/features/content/ui/post-list.tsx'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { page } from '#app/http/pages/page.server.ts'
import { Main, Prose } from '#app/ui/layout/main.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true }

export const loader = page('anyone', async (ctx) => {
  const entry = await readEntry(ctx, { path: '/' })
  const { title, description, updated, path } = entry
  return {
    title,
    description,
    updated,
    path,
    image: ogImageOf(ctx, path),
    html: await readBody(ctx, entry),
    // A generated home page has no text of its own.
    posts: entry.isMade
      ? (await pageOfEntries(ctx, { type: 'post', page: null })).entries.map(postLinkOf)
      : [],
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

/** Renders the home page: the title, the description and the body of its entry, which can use the home components. */
export default function Home() {
  const { title, description, html, posts } = useLoaderData<typeof loader>()
  const { text } = useMessages()
  return (
    <Main className="relative isolate overflow-x-clip">
      <div className="contours" />
      <div className="home frame pb-14 pt-12 sm:pb-20 sm:pt-16">
        <h1 className="max-w-4xl text-4xl leading-[1.06] sm:text-5xl">{title}</h1>
        {description && <p className="lead mt-5 max-w-3xl text-xl text-soft">{description}</p>}
        {html && <Prose html={html} className="prose board mt-8" />}
        {posts.length > 0 && (
          <section aria-label={text('page.newestPosts')} className="mt-10">
            <PostList posts={posts} />
          </section>
        )}
      </div>
    </Main>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NotFound } from '#app/errors.ts'
import { listEntries } from '#app/features/content/content.server.ts'
import { page } from '#app/http/page.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Main } from '#app/ui/main.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { latest, pageMeta } from '#app/ui/page-meta.ts'
import { PostList, postOf } from '#app/ui/post-list.tsx'

export const handle = { public: true }

export const loader = (args: LoaderFunctionArgs) =>
  page(args, 'anyone', async (ctx) => {
    const tag = args.params.tag ?? ''
    const entries = await listEntries(ctx, { type: 'post', tag })
    if (!entries.length) throw new NotFound(`No post carries the tag “${tag}”.`)
    return {
      tag,
      posts: entries.map(postOf),
      updated: latest(entries),
      siteUrl: ctx.config.siteUrl,
      ...headOf(tag),
    }
  })

const headOf = (tag: string) => ({
  title: `Posts about ${tag}`,
  description: `Everything on the Signpost blog that carries the tag ${tag}, newest first.`,
  path: `/blog/tags/${tag}`,
})

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? pageMeta(data) : [])

export default function Tag() {
  const { posts, title, path } = useLoaderData<typeof loader>()
  return (
    <Main>
      <PageHead
        title={title}
        above={<Breadcrumbs way={[{ href: '/blog', name: 'Blog' }]} />}
        markdown={path}
      />
      <PostList posts={posts} />
    </Main>
  )
}

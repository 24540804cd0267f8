import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import { readEntry } from '#app/features/content/content.server.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { page } from '#app/http/pages/page.server.ts'
import { Main, Prose } from '#app/ui/layout/main.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'
import { Representations } from '#app/features/content/ui/representations.tsx'

export const handle = { public: true }

export const loader = page('anyone', async (ctx) => {
  const entry = await readEntry(ctx, { path: '/' })
  const { title, description, updated, path } = entry
  return {
    title,
    description,
    updated,
    path,
    siteUrl: ctx.config.siteUrl,
    image: ogImageOf(ctx, path),
    html: await ctx.contentIndex.html(entry),
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function Home() {
  const { title, description, updated, siteUrl, html } = useLoaderData<typeof loader>()
  return (
    <Main className="">
      <div className="relative isolate overflow-hidden border-b border-line">
        <div className="contours" />
        <div className="frame grid gap-x-16 lg:grid-cols-[1.05fr_1fr]">
          <div className="self-center py-14 sm:py-20">
            <h1 className="text-5xl leading-[1.02] sm:text-6xl xl:text-7xl">{title}</h1>
            <p className="mt-6 max-w-xl text-xl text-soft">{description}</p>
            <p className="mt-9 flex flex-wrap gap-4">
              <a href="/docs" className="finger">
                Read the docs
                <ArrowRight className="size-5" aria-hidden="true" />
              </a>
              <a href="/index.md" type="text/markdown" className="button" data-md="omit">
                Read this page as Markdown
              </a>
            </p>
          </div>
          <Representations
            address={`${siteUrl}/`}
            title={title}
            description={description}
            updated={updated}
          />
        </div>
      </div>
      <div className="frame py-14 sm:py-20">
        <Prose html={html} className="prose board" />
      </div>
    </Main>
  )
}

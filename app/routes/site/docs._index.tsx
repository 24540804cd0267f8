import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listEntries } from '#app/features/content/content.server.ts'
import { NotFound } from '#app/errors.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { bySection, docLinkOf } from '#app/features/content/ui/docs-nav.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { latest, pageMeta } from '#app/ui/layout/page-meta.ts'
import { sectionHref } from '#app/ui/layout/breadcrumbs-data.ts'

export const handle = { public: true }

export const loader = page('anyone', async (ctx) => {
  const entries = await listEntries(ctx, { type: 'doc' })
  if (!entries.length) throw new NotFound('This site has no documentation.')
  const docs = entries.map((entry) => ({ ...docLinkOf(entry), description: entry.description }))
  const { text } = messagesOf(ctx.contentIndex.site)
  return {
    title: text('common.documentation'),
    description: text('docs.description'),
    path: '/docs',
    docs,
    updated: latest(entries),
    image: ogImageOf(ctx, '/'),
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function Docs() {
  const { title, description, path, docs } = useLoaderData<typeof loader>()
  return (
    <Main>
      <PageHead title={title} lead={description} markdown={path} />
      <div className="space-y-9">
        {bySection(docs).map(([section, members]) => (
          <section
            key={section}
            className="grid gap-x-12 gap-y-4 border-b border-line pb-9 last:border-0 lg:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <h2 id={sectionHref(section)} className="text-2xl">
              {section}
            </h2>
            <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
              {members.map(({ path: href, title: name, description: about }) => (
                <li key={href} className="min-w-0">
                  <p className="font-sign text-xl leading-tight font-bold">
                    <a href={href} className="link inline-block">
                      {name}
                    </a>
                  </p>
                  <p className="mt-1.5 text-soft">{about}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Main>
  )
}

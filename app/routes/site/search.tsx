import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { searchContent } from '#app/features/content/content.server.ts'
import { searchQuery } from '#app/features/content/schema.ts'
import { ogImageOf } from '#app/features/content/og-image/og-image.server.tsx'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { searchResultsJsonLd } from '#app/ui/layout/json-ld.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { SearchResults } from '#app/features/content/ui/search-results.tsx'

export const handle = { public: true, query: ['q'], cache: false }

export const loader = page('anyone', async (ctx, { search }) => {
  const q = search.get('q')?.trim() ?? ''
  const answer = q ? await searchContent(ctx, parse(searchQuery, { q })) : null
  const { text } = messagesOf(ctx.contentIndex.site)
  return {
    q,
    answer,
    title: q ? text('search.title', { query: q }) : text('common.search'),
    description: text('search.description'),
    path: '/search',
    image: ogImageOf(ctx, '/'),
    robots: q ? 'noindex' : undefined,
  }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? [
        ...pageMeta(data, matches),
        ...(data.answer ? [{ 'script:ld+json': searchResultsJsonLd({ ...data, answer: data.answer }) }] : []),
      ]
    : []

export default function Search() {
  const { title, q, answer } = useLoaderData<typeof loader>()
  const { text } = useMessages()
  return (
    <Main>
      <PageHead title={title} />
      <SearchForm
        action="/search"
        label={text('search.terms')}
        maxLength={200}
        button={text('common.search')}
        q={q}
        tool={{
          toolname: 'show_search_results',
          tooldescription:
            'Shows the person the results of a search on this site. To read the results yourself, use search_site.',
          toolautosubmit: '',
        }}
      />
      <SearchResults answer={answer} />
    </Main>
  )
}

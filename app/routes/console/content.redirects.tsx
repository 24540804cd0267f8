import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectInput, redirectQuery, redirectsQuery } from '#app/features/content/redirects.ts'
import {
  createRedirect,
  deleteRedirect,
  findRedirects,
} from '#app/features/content/store/redirects.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ContentTabs } from '#app/features/cms/ui/content-tabs.tsx'
import { ResultCount, Filters, SearchField } from '#app/ui/forms/filters.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { NewRedirect, RedirectList } from '#app/features/cms/ui/redirect-list.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Redirects' } as const

export const loader = page(handle.needs, async (ctx, { request, search }) => {
  const gone = { from: search.get('gone'), to: search.get('to') }
  const { query, filters, number, path, pages } = listQuery(redirectsQuery, request.url)
  const { redirects, total } = await findRedirects(ctx, query)
  return { redirects, total, filters, number, path, pages: pages(total), gone }
})

export const action = forms(() => ({
  create: async (ctx, { from, to }) => {
    await createRedirect(ctx, parse(redirectInput, { from, to }))
    return redirect('/admin/content/redirects')
  },
  delete: async (ctx, { from, to = '' }) => {
    await deleteRedirect(ctx, parse(redirectQuery, { from }))
    return redirect(`/admin/content/redirects?${new URLSearchParams({ gone: from ?? '', to })}`)
  },
}))

export default function Redirects() {
  const { redirects, total, filters, number, path, pages, gone } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const failed = refusalFor('delete', refusal)
  return (
    <Console
      here="/admin/content"
      crumbs={[]}
      title="Redirects"
      lead="Old URLs and their targets. When an entry’s URL changes, Signpost adds a redirect automatically."
    >
      <ContentTabs here="/admin/content/redirects" />
      <PageNotice tone="stop" title={failed?.error} />
      {gone.from && gone.to && !refusal && (
        <PageNotice tone="done" title={`The redirect from ${gone.from} was deleted.`}>
          <NewRedirect undo={{ from: gone.from, to: gone.to }} refusal={undefined} />
        </PageNotice>
      )}
      {(total > 0 || filters.q) && (
        <Filters label="Find redirects" clear={filters.q ? '/admin/content/redirects' : null}>
          <SearchField label="Part of a URL" q={filters.q} />
        </Filters>
      )}
      {total > 0 && <ResultCount total={total} one="redirect" many="redirects" />}
      <RedirectList redirects={redirects} isNarrow={Boolean(filters.q) || number > 1} />
      <Pager path={path} number={number} pages={pages} />
      <section aria-labelledby="new" className="mt-10">
        <h2 id="new" className="text-3xl">
          New redirect
        </h2>
        <NewRedirect refusal={refusalFor('create', refusal)} />
      </section>
    </Console>
  )
}

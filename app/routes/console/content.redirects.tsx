import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectInput, redirectQuery, redirectsQuery } from '#app/features/content/redirects.ts'
import {
  changeRedirects,
  createRedirect,
  deleteRedirect,
  findRedirects,
  redirectBulkForm,
  type RedirectAct,
} from '#app/features/content/store/redirects.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ContentTabs } from '#app/features/cms/ui/content-tabs.tsx'
import type { BulkResult } from '#app/operations/bulk.ts'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { Filters, ResultCount, type Filter } from '#app/ui/lists/filters.tsx'
import { isFiltered } from '#app/ui/lists/list-state.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { NewRedirect, RedirectList } from '#app/features/cms/ui/redirect-list.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Redirects' } as const

export const loader = page(handle.needs, async (ctx, { request, search }) => {
  const gone = { from: search.get('gone'), to: search.get('to') }
  const { query, list, number, path, pages } = listQuery(redirectsQuery, request.url)
  const { redirects, total } = await findRedirects(ctx, query)
  return { redirects, total, list, number, path, pages: pages(total), gone }
})

export const action = forms<BulkResult<RedirectAct>>(() => ({
  bulk: async (ctx, values) => changeRedirects(ctx, parse(redirectBulkForm, values)),
  create: async (ctx, { from, to }) => {
    await createRedirect(ctx, parse(redirectInput, { from, to }))
    return redirect('/admin/content/redirects')
  },
  delete: async (ctx, { from, to = '' }) => {
    await deleteRedirect(ctx, parse(redirectQuery, { from }))
    return redirect(`/admin/content/redirects?${new URLSearchParams({ gone: from ?? '', to })}`)
  },
}))

const filters: Filter[] = [{ label: 'Part of a URL', name: 'q', type: 'search' }]

export default function Redirects() {
  const { redirects, total, list, number, path, pages, gone } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const done = answer && 'act' in answer ? answer : undefined
  const refusal = answer && 'error' in answer ? answer : undefined
  const failed = refusalFor('delete', refusal) ?? refusalFor('bulk', refusal)
  const isEmpty = total === 0 && !isFiltered(list)
  return (
    <Console here="/admin/content" crumbs={[]} title="Redirects" lead="Old URLs and their targets.">
      <ContentTabs here="/admin/content/redirects" />
      <PageNotice tone="stop" title={failed?.error} />
      {gone.from && gone.to && !answer && (
        <PageNotice tone="done" title={`The redirect from ${gone.from} was deleted.`}>
          <NewRedirect undo={{ from: gone.from, to: gone.to }} refusal={undefined} />
        </PageNotice>
      )}
      <BulkNotice
        result={done}
        noun={['redirect was', 'redirects were']}
        labels={{ delete: 'deleted', restore: 'restored', undo: 'restored' }}
        names={new Map(redirects.map(({ from }) => [from, from]))}
      />
      {!isEmpty && (
        <Filters
          label="Find redirects"
          list={list}
          filters={filters}
          count={<ResultCount total={total} one="redirect" many="redirects" />}
        />
      )}
      {redirects.length > 0 ? (
        <RedirectList key={path + number} redirects={redirects} done={done} />
      ) : (
        !isEmpty && <EmptyState>No redirects match. Enter part of either URL.</EmptyState>
      )}
      <Pager path={path} number={number} pages={pages} />
      <section aria-labelledby="new" className={isEmpty ? 'mt-2' : 'mt-10'}>
        <h2 id="new" className={isEmpty ? 'sr-only' : 'text-2xl'}>
          New redirect
        </h2>
        <NewRedirect refusal={refusalFor('create', refusal)} />
        <p className="mt-4 max-w-2xl text-soft">
          When an entry’s URL changes, Signpost adds a redirect automatically.
        </p>
      </section>
    </Console>
  )
}

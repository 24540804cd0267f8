import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { itemBulkForm } from '#app/features/actions/guild-items.server.ts'
import {
  changeAutomations,
  listAutomations,
  toggleAutomation,
} from '#app/features/automations/automations.server.ts'
import { pagedQuery, sortParams } from '#app/primitives/schema.ts'
import { forms, formHandler, toggleForm } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { BulkResult } from '#app/operations/bulk.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { namesIn } from '#app/features/pickers/pickers.server.ts'
import { DirectoryProvider } from '#app/ui/forms/directory.tsx'
import { AutomationList, AutomationsEmptyState } from '#app/features/automations/ui/list.tsx'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { Filters, itemFilters, ResultCount } from '#app/ui/lists/filters.tsx'
import { NewLink } from '#app/ui/lists/new-link.tsx'
import { itemBulkLabels, type ItemAct } from '#app/features/actions/item-bulk.ts'
import { isFiltered } from '#app/ui/lists/list-state.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'Automations' } as const

const filterSchema = pagedQuery.extend({
  q: z.string().trim().max(100).optional(),
  ...sortParams(['name', 'run_count', 'last_triggered_at', 'next_run_at']),
})

export const loader = guildPage(handle.needs, async (ctx, { guildId, request, search }) => {
  const { query, list, number, path, pages } = listQuery(filterSchema, request.url)
  const { automations, total } = await listAutomations(ctx, { guildId, ...query })
  const directory = await namesIn(ctx, { guildId, value: automations.map(({ conditions }) => conditions) })
  return { automations, total, directory, list, number, path, pages: pages(total), done: search.get('done') }
})

export const action = forms<BulkResult<ItemAct>>(({ guildId, request }) => ({
  bulk: async (ctx, values) => changeAutomations(ctx, { guildId, ...parse(itemBulkForm, values) }),
  switch: formHandler(toggleForm, async (ctx, input) => {
    await toggleAutomation(ctx, { guildId, ...input })
    const { searchParams } = new URL(request.url)
    searchParams.delete('index')
    return redirect(`/admin/guilds/${guildId}/automations?${searchParams}`)
  }),
}))

export default function Automations() {
  const { frame, automations, total, directory, list, number, path, pages, done } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const bulk = answer && 'act' in answer ? answer : undefined
  const base = `/admin/guilds/${frame.guild.id}/automations`
  return (
    <GuildConsole
      frame={frame}
      here="/automations"
      title="Automations"
      actions={<NewLink href={`${base}/new`} noun="automation" />}
      lead={
        <>
          Rules that the bot follows.{' '}
          <a href={`/admin/guilds/${frame.guild.id}/runs`} className="link">
            View runs
          </a>
        </>
      }
    >
      <PageNotice
        tone="done"
        title={done === 'deleted' && !answer && 'The automation and its run history were deleted.'}
      />
      <PageNotice tone="stop" title={answer && 'error' in answer && answer.error} />
      <BulkNotice
        result={bulk}
        noun={['automation was', 'automations were']}
        labels={itemBulkLabels}
        names={new Map(automations.map(({ id, name }) => [id, name]))}
      />
      {total === 0 && !isFiltered(list) ? (
        <AutomationsEmptyState base={base} />
      ) : (
        <>
          <Filters
            label="Find automations"
            list={list}
            filters={itemFilters}
            count={<ResultCount total={total} one="automation" many="automations" />}
          />
          {automations.length > 0 ? (
            <DirectoryProvider value={directory}>
              <AutomationList
                key={path + number}
                base={base}
                automations={automations}
                list={list}
                done={bulk}
              />
            </DirectoryProvider>
          ) : (
            <EmptyState>No automations match. Try part of a name.</EmptyState>
          )}
          <Pager path={path} number={number} pages={pages} />
        </>
      )}
    </GuildConsole>
  )
}

import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { commandsQuery } from '#app/features/commands/form.ts'
import { itemBulkForm } from '#app/features/actions/guild-items.server.ts'
import { itemBulkLabels, type ItemAct } from '#app/features/actions/item-bulk.ts'
import { changeCommands, listCommands, toggleCommand } from '#app/features/commands/manage.server.ts'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import { readRegistration } from '#app/features/commands/registration/overview.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { forms, formHandler, toggleForm } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { commandLabel } from '#app/features/commands/labels.ts'
import { CommandList, CommandsEmptyState } from '#app/features/commands/ui/list.tsx'
import { CommandRegistration } from '#app/features/commands/ui/registration.tsx'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import type { BulkResult } from '#app/operations/bulk.ts'
import type { RegistrationReport } from '#app/features/commands/registration/schema.ts'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { Filters, itemFilters, ResultCount } from '#app/ui/lists/filters.tsx'
import { NewLink } from '#app/ui/lists/new-link.tsx'
import { isFiltered } from '#app/ui/lists/list-state.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'Commands' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, request, search }) => {
  const { query, list, number, path, pages } = listQuery(commandsQuery, request.url)
  const { commands, total } = await listCommands(ctx, { guildId, ...query })
  const registration = await readRegistration(ctx, { guildId })
  return {
    commands,
    total,
    registration,
    list,
    number,
    path,
    pages: pages(total),
    done: search.get('done'),
  }
})

type Outcome = { bulk: BulkResult<ItemAct> } | { report: RegistrationReport }

export const action = forms<Outcome>(({ guildId, request }) => ({
  switch: formHandler(toggleForm, async (ctx, input) => {
    await toggleCommand(ctx, { guildId, ...input })
    return redirect(listUrl(request.url))
  }),
  bulk: async (ctx, values) => ({
    bulk: await changeCommands(ctx, { guildId, ...parse(itemBulkForm, values) }),
  }),
  // Returns the report without a redirect. Registering again has no effect, so a reload is safe.
  register: async (ctx) => ({ report: await registerCommands(ctx, { guildId }) }),
}))

/** Returns the filtered list's URL without the result of an earlier action. */
function listUrl(url: string) {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('index')
  searchParams.delete('done')
  return `${pathname.replace(/\.data$/, '')}?${searchParams}`
}

export default function Commands() {
  const { frame, commands, total, registration, list, number, path, pages, done } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const report = answer && 'report' in answer ? answer.report : null
  const refusal = answer && 'error' in answer ? answer : undefined
  const bulk = answer && 'bulk' in answer ? answer.bulk : undefined
  const base = `/admin/guilds/${frame.guild.id}/commands`
  const failed = refusalFor('switch', refusal) ?? refusalFor('bulk', refusal)
  return (
    <GuildConsole
      frame={frame}
      here="/commands"
      title="Commands"
      actions={<NewLink href={`${base}/new`} noun="command" />}
    >
      <PageNotice tone="done" title={done === 'deleted' && !answer && 'The command was deleted.'}>
        Discord shows the deleted command until you register the commands again.
      </PageNotice>
      <PageNotice tone="stop" title={failed?.error} />
      <BulkNotice
        result={bulk}
        noun={['command was', 'commands were']}
        labels={itemBulkLabels}
        names={new Map(commands.map((command) => [command.id, commandLabel(command)]))}
      >
        <p>Register the commands to show the changes in Discord.</p>
      </BulkNotice>
      {total > 0 || isFiltered(list) ? (
        <>
          <CommandRegistration
            registration={registration}
            report={report}
            refusal={refusalFor('register', refusal)}
          />
          <Filters
            label="Find commands"
            list={list}
            filters={itemFilters}
            count={<ResultCount total={total} one="command" many="commands" />}
          />
          {commands.length > 0 ? (
            <CommandList key={path + number} base={base} commands={commands} list={list} done={bulk} />
          ) : (
            <EmptyState>No commands match. Try part of a name.</EmptyState>
          )}
          <Pager path={path} number={number} pages={pages} />
        </>
      ) : (
        <CommandsEmptyState base={base} />
      )}
    </GuildConsole>
  )
}

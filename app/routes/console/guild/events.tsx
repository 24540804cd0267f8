import { useLoaderData } from '@remix-run/react'
import { listEvents } from '#app/features/events/log.server.ts'
import { eventSort, eventsQuery } from '#app/features/events/log.ts'
import { eventTypes } from '#app/features/events/schema.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { EventList } from '#app/features/events/ui/event-list.tsx'
import { eventLabel } from '#app/features/events/labels.ts'
import { namesIn } from '#app/features/pickers/pickers.server.ts'
import { DirectoryProvider } from '#app/ui/forms/directory.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { choice, Filters, type Filter } from '#app/ui/lists/filters.tsx'
import { isFiltered, listUrl } from '#app/ui/lists/list-state.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { OlderPages } from '#app/ui/feedback/pager.tsx'

export const handle = { needs: 'guild:read', title: 'Events' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, request, search }) => {
  const { query, list, before } = listQuery(eventsQuery.extend(eventSort), request.url)
  const { events, next_before } = await listEvents(ctx, { guildId, ...query })
  const directory = await namesIn(ctx, { guildId, value: events })
  return { events, directory, next: next_before, before, list, open: search.get('open') }
})

const filters: Filter[] = [
  choice(
    'Type',
    'type',
    eventTypes.map((value) => ({ value, name: eventLabel(value).title })),
  ),
  { label: 'Actor (Discord id)', name: 'actor', type: 'text' },
]

export default function Events() {
  const { frame, events, directory, next, before, list, open } = useLoaderData<typeof loader>()
  return (
    <GuildConsole
      frame={frame}
      here="/events"
      title="Events"
      lead="Events from the gateway and from interactions, newest first. The server’s settings define how long events are kept."
    >
      <Filters label="Filter events" list={list} filters={filters} />
      {events.length > 0 ? (
        <DirectoryProvider value={directory}>
          <EventList events={events} list={list} before={before} open={open} />
        </DirectoryProvider>
      ) : (
        <EmptyState>
          {isFiltered(list) || before
            ? 'No events match. Remove a filter.'
            : 'Joins, messages and command uses of the server appear here as they happen. All events except command uses need a runner.'}
        </EmptyState>
      )}
      <OlderPages
        isSorted={Boolean(list.sort)}
        newest={before ? listUrl(list) : null}
        older={next ? listUrl(list, { before: next }) : null}
      />
    </GuildConsole>
  )
}

import { useLoaderData } from '@remix-run/react'
import { listEvents } from '#app/features/events/log.server.ts'
import { eventsQuery } from '#app/features/events/log.ts'
import { eventTypes } from '#app/features/events/schema.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { EventList } from '#app/features/events/ui/event-list.tsx'
import { eventLabel } from '#app/features/events/labels.ts'
import { Field, Select } from '#app/ui/forms/field.tsx'
import { Filters } from '#app/ui/forms/filters.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { OlderPages } from '#app/ui/feedback/pager.tsx'

export const handle = { needs: 'guild:read', title: 'Events' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, request }) => {
  const { query, filters } = listQuery(eventsQuery, request.url)
  const { events, next_before } = await listEvents(ctx, { guildId, ...query })
  const { before, ...narrowed } = filters
  return { events, next: next_before, before: before ?? null, filters: narrowed }
})

const types = [
  { value: '', name: 'Any' },
  ...eventTypes.map((value) => ({ value, name: eventLabel(value).title })),
]

export default function Events() {
  const { frame, events, next, before, filters } = useLoaderData<typeof loader>()
  const here = `/admin/guilds/${frame.guild.id}/events`
  const address = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...filters, ...more }).toString()
    return query ? `${here}?${query}` : here
  }
  return (
    <GuildConsole
      frame={frame}
      here="/events"
      title="Events"
      lead="Events from the gateway and from interactions, newest first. The server’s settings define how long events are kept."
    >
      <Filters label="Filter events" clear={Object.keys(filters).length ? here : null}>
        <Select label="Type" name="type" value={filters.type ?? ''} options={types} />
        <Field label="Actor (Discord id)" name="actor" defaultValue={filters.actor} autoComplete="off" />
      </Filters>
      {events.length > 0 ? (
        <EventList events={events} actorAddress={(actor) => address({ actor })} />
      ) : (
        <p className="mt-6 max-w-2xl text-soft">
          {Object.keys(filters).length || before
            ? 'No events match.'
            : 'There are no events yet. Command uses appear immediately. Other events appear when a runner reports them.'}
        </p>
      )}
      <OlderPages newest={before ? address() : null} older={next ? address({ before: next }) : null} />
    </GuildConsole>
  )
}

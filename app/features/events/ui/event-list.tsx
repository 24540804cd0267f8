import type { LoggedEvent } from '#app/features/events/log.ts'
import { eventLabel } from '#app/features/events/labels.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { listUrl, type ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const columnsOf = (list: ListState): Column<LoggedEvent>[] => [
  {
    name: 'Event',
    sort: { by: 'type', first: 'asc' },
    cell: (event) => (
      <details>
        <summary className="link">
          {eventLabel(event.type).title}
          <span className="sr-only">, details of {event.id}</span>
        </summary>
        <pre
          tabIndex={0}
          role="group"
          aria-label={`Event ${event.id} as JSON`}
          className="mt-2 max-h-80 overflow-auto border border-line bg-sunken p-3 font-code text-sm"
        >
          {JSON.stringify(event, null, 2)}
        </pre>
      </details>
    ),
  },
  {
    name: 'Actor',
    cell: ({ actor }) =>
      actor && (
        <>
          <a href={listUrl(list, { actor: actor.id })} className="link">
            {actor.name || actor.id}
          </a>
          {actor.is_bot && ' (a bot)'}
        </>
      ),
  },
  { name: 'Target', cell: ({ target }) => target && `${target.kind} ${target.name || target.id}` },
  { name: 'Channel', cell: ({ channel }) => channel && `#${channel.name || channel.id}` },
  {
    name: 'Time',
    sort: { by: 'occurred_at', first: 'desc' },
    sorted: 'desc',
    cell: ({ occurred_at }) => <RelativeTime at={occurred_at} />,
  },
]

/** Renders the list of a guild's events with type, actor, channel, time and expandable details. */
export const EventList = ({ events, list }: { events: LoggedEvent[]; list: ListState }) => (
  <ListTable label="Events" list={list} rows={events} columns={columnsOf(list)} keyOf={({ id }) => id} />
)

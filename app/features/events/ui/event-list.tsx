import { useState } from 'react'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { eventLabel } from '#app/features/events/labels.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { useSite } from '#app/ui/layout/root-data.ts'
import { AsJson } from '#app/ui/feedback/disclosure.tsx'
import { EntryName } from '#app/ui/forms/directory.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { listUrl, type ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const columnsOf = ({ list, before, open }: Omit<Props, 'events'>): Column<LoggedEvent>[] => [
  {
    name: 'Event',
    sort: { by: 'type', first: 'asc' },
    cell: (event) => (
      <EventDetails
        event={event}
        isShown={event.id === open}
        href={`${listUrl(list, { before, open: event.id })}#${encodeURIComponent(anchorOf(event))}`}
      />
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
  { name: 'Target', cell: ({ target }) => target && <Target target={target} /> },
  {
    name: 'Channel',
    cell: ({ channel }) => channel && <EntryName kind="channel" id={channel.id} known={channel.name} />,
  },
  {
    name: 'Time',
    sort: { by: 'occurred_at', first: 'desc' },
    sorted: 'desc',
    cell: ({ occurred_at }) => <RelativeTime at={occurred_at} />,
  },
]

function Target({ target: { kind, id, name } }: { target: NonNullable<LoggedEvent['target']> }) {
  if (kind === 'channel' || kind === 'role')
    return (
      <>
        {kind} <EntryName kind={kind} id={id} known={name} />
      </>
    )
  return <>{`${kind} ${name || id}`}</>
}

/** Returns the id of an event's element. Ids of events can be equal to ids of other elements, such as `main`. */
const anchorOf = ({ id }: LoggedEvent) => `event-${id}`

type DetailsProps = { event: LoggedEvent; isShown: boolean; href: string }

/**
 * Renders the name of an event, which opens the event as JSON. The JSON is rendered when it is opened, which keeps the
 * page small. Without scripts, a link loads the page with the JSON.
 */
function EventDetails({ event, isShown, href }: DetailsProps) {
  const { time_zone } = useSite()
  const [isOpen, setIsOpen] = useState(isShown)
  return (
    <details
      id={anchorOf(event)}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="link">
        {eventLabel(event.type).title}
        <span className="sr-only">{` on ${formatTimestamp(event.occurred_at, true, time_zone)}`}</span>
      </summary>
      {isOpen ? (
        <AsJson label="Event as JSON" value={event} />
      ) : (
        <a data-unscripted href={href} className="link">
          Show details
        </a>
      )}
    </details>
  )
}

type Props = {
  events: LoggedEvent[]
  list: ListState
  /** Id of the event that precedes the page. */
  before: string | undefined
  /** Id of the event whose details are open. */
  open: string | null
}

/** Renders the list of a guild's events with type, actor, channel, time and expandable details. */
export const EventList = ({ events, list, ...page }: Props) => (
  <ListTable
    label="Events"
    list={list}
    rows={events}
    columns={columnsOf({ list, ...page })}
    keyOf={({ id }) => id}
  />
)

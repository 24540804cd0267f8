import type { LoggedEvent } from '#app/features/events/log.ts'
import { eventLabel } from '#app/features/events/labels.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'

type Props = { events: LoggedEvent[]; actorAddress: (id: string) => string }

/** Renders the list of a guild's events with type, actor, channel, time and expandable details. */
export function EventList({ events, actorAddress }: Props) {
  return (
    <ol className="mt-8 border-t border-line">
      {events.map((event) => (
        <li
          key={event.id}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_13rem]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="label">{eventLabel(event.type).title}</p>
            <p className="text-soft">
              {event.actor ? (
                <a href={actorAddress(event.actor.id)} className="link inline-block">
                  {event.actor.name || event.actor.id}
                </a>
              ) : (
                'No actor'
              )}
              {event.actor?.is_bot && ' (a bot)'}
              {event.target && `, on ${event.target.kind} ${event.target.name || event.target.id}`}
              {event.channel && `, in #${event.channel.name || event.channel.id}`}
            </p>
            <details className="mt-1">
              <summary className="inline-block py-1 text-muted">
                Details<span className="sr-only"> of {event.id}</span>
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
          </div>
          <p className="text-muted">
            <RelativeTime at={event.occurred_at} />
          </p>
        </li>
      ))}
    </ol>
  )
}

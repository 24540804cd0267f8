import type { Submission } from '#app/features/contact/schema.ts'
import { StatusBadge } from '#app/features/contact/ui/describe-inbox.tsx'
import { truncate } from '#app/primitives/text.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'

/** How much of a message the list shows, in characters. */
const EXCERPT_LENGTH = 180

/** Messages, one below the other: from whom, what about, how each begins, and how it stands. */
export function InboxList({ submissions }: { submissions: Submission[] }) {
  return (
    <ul className="mt-4 border-t border-line">
      {submissions.map((one) => (
        <li
          key={one.id}
          className="grid gap-x-8 gap-y-2 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_12rem]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <h2 className="text-xl">
              <a href={`/admin/inbox/${one.id}`} className="link inline-block min-w-6">
                {one.subject ?? 'Without a subject'}
                <span className="sr-only">, from {one.name}</span>
              </a>
            </h2>
            <p className="text-soft">
              {one.name}, {one.email}
            </p>
            <p className="mt-1 text-soft">{beginning(one.message)}</p>
          </div>
          <div className="flex flex-wrap gap-x-4 text-muted md:flex-col md:items-end">
            <StatusBadge is={one.status} />
            <Timestamp at={one.created_at} />
            {one.note && <span>with a note</span>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function beginning(message: string) {
  const line = message.replace(/\s+/g, ' ')
  return line.length > EXCERPT_LENGTH ? `${truncate(line, EXCERPT_LENGTH).trimEnd()} …` : line
}

/** What an empty list says, and what to do. */
export function EmptyInbox({ status }: { status: string | undefined }) {
  return (
    <p className="mt-6 max-w-2xl text-soft">
      {status ? (
        <>
          There is no such message.{' '}
          <a href="/admin/inbox" className="link">
            Look at all of them
          </a>
          .
        </>
      ) : (
        <>
          Nobody has written yet. What people send through the{' '}
          <a href="/contact" className="link">
            contact page
          </a>{' '}
          arrives here. To be told by mail too, name an address in <code>CONTACT_MAIL_TO</code>; until then
          the owners are told.
        </>
      )}
    </p>
  )
}

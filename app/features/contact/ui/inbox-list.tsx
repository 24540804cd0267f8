import type { Submission } from '#app/features/contact/schema.ts'
import { StatusBadge } from '#app/features/contact/ui/describe-inbox.tsx'
import { truncate } from '#app/primitives/text.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'

/** Number of message characters shown in the list. */
const EXCERPT_LENGTH = 180

/** Renders the list of messages with sender, subject, excerpt and status. */
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
                {one.subject ?? 'No subject'}
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
            <RelativeTime at={one.created_at} />
            {one.note && <span>has a note</span>}
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

/** Renders the text for an empty list. */
export function EmptyInbox({ status }: { status: string | undefined }) {
  return (
    <p className="mt-6 max-w-2xl text-soft">
      {status ? (
        <>
          This message does not exist.{' '}
          <a href="/admin/inbox" className="link">
            Show all messages
          </a>
          .
        </>
      ) : (
        <>
          No messages yet. Messages from the{' '}
          <a href="/contact" className="link">
            contact page
          </a>{' '}
          appear here. To be notified by email, set <code>CONTACT_MAIL_TO</code>. Until then, the owners are
          notified.
        </>
      )}
    </p>
  )
}

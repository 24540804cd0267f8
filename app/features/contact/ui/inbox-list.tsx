import type { Submission } from '#app/features/contact/schema.ts'
import { StatusBadge } from '#app/features/contact/ui/describe-inbox.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'

type Props = {
  submissions: Submission[]
  /** Id of the message beside the list. */
  shown: string | undefined
  /** Filter and page of the list, which remain while messages are opened. */
  query: URLSearchParams
  /** Result of the last action on selected messages. */
  done: unknown
}

const verbs = [
  { value: 'resolved', name: 'Resolve' },
  { value: 'spam', name: 'Move to spam' },
  { value: 'delete', name: 'Delete', isDangerous: true, confirm: 'Yes, delete these messages.' },
]

/** Renders the list of messages with sender, subject, beginning and status. Messages can be selected. */
export function InboxList({ submissions, shown, query, done }: Props) {
  const rest = query.size ? `?${query.toString()}` : ''
  return (
    <Selection verbs={verbs} action={`/admin/inbox?index${query.size ? `&${query}` : ''}`} done={done}>
      <p className="text-sm text-muted">
        Senders are shown as initials. To see the name and address, select Reply.
      </p>
      <p className="inbox-all">
        <SelectAll isLabelled />
      </p>
      <ul className="inbox-rows">
        {submissions.map((one) => (
          <li key={one.id}>
            <SelectRow of={one.id} label={`the message “${one.subject ?? 'No subject'}” from ${one.name}`} />
            <a
              href={`/admin/inbox/${one.id}${rest}`}
              aria-current={one.id === shown ? 'true' : undefined}
              data-unread={one.status === 'unread' || undefined}
              className="quiet"
            >
              <span className="inbox-line">
                <span className="inbox-from">{one.name}</span>
                <span className="text-muted">
                  <RelativeTime at={one.created_at} />
                </span>
              </span>
              <span className="inbox-line">
                <span className="inbox-subject">{one.subject ?? 'No subject'}</span>
                <StatusBadge is={one.status} />
              </span>
              <span className="inbox-beginning">{one.message.slice(0, 200)}</span>
              {one.note && <span className="text-sm text-muted">Has a note</span>}
            </a>
          </li>
        ))}
      </ul>
    </Selection>
  )
}

/** Renders the text for an empty list. */
export function EmptyInbox({ status }: { status: string | undefined }) {
  return (
    <p className="mt-4 text-soft">
      {status ? (
        <>
          No messages with this status.{' '}
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

import { Form } from '@remix-run/react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import type { OutboxEmail } from '#app/features/mail/queue.server.ts'
import { emailStatuses, type EmailStatus } from '#app/features/mail/schema.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Props = {
  emails: OutboxEmail[]
  status: EmailStatus | undefined
  number: number
  pages: number
  /** False without a mail server: emails are then stored in the mailbox instead of sent. */
  isDelivered: boolean
  refusal: FormRefusal | undefined
}

const addressOf = (status: string | undefined) => (status ? `/admin/mail?status=${status}` : '/admin/mail')

/** Renders the emails from the last thirty days with their statuses. */
export function MailOutbox({ emails, status, number, pages, isDelivered, refusal }: Props) {
  const labels = isDelivered ? emailStatuses : { ...emailStatuses, sent: 'Stored' }
  return (
    <>
      {refusal && <Notice tone="stop" title={refusal.error} />}
      <nav aria-label="Emails by status">
        <ul className="flex flex-wrap gap-x-3 text-sm">
          {[[undefined, 'All'] as const, ...Object.entries(labels)].map(([name, words]) => (
            <li key={words}>
              <a
                href={addressOf(name)}
                className="place quiet list-tab"
                aria-current={name === status ? 'true' : undefined}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {emails.length ? (
        <EmailList emails={emails} labels={labels} />
      ) : (
        <EmptyState>
          {status || number > 1 ? (
            <>
              No emails match.{' '}
              <a href="/admin/mail" className="link">
                Show all emails
              </a>
              .
            </>
          ) : (
            'No emails in the last thirty days. Emails are sent when a person signs up, requests a new password, or changes how they sign in.'
          )}
        </EmptyState>
      )}
      <Pager path={addressOf(status)} number={number} pages={pages} />
    </>
  )
}

const statusInks: Record<EmailStatus, string> = {
  waiting: 'text-water',
  sent: 'text-go',
  dropped: 'text-muted',
  failed: 'text-stop',
}

type Labels = Record<EmailStatus, string>

const columnsWith = (labels: Labels): Column<OutboxEmail>[] => [
  { name: 'Email', cell: ({ kind }) => kind },
  { name: 'Recipient', cell: ({ recipient }) => recipient },
  {
    name: 'Status',
    isState: true,
    cell: ({ status }) => <Chip ink={statusInks[status]}>{labels[status]}</Chip>,
  },
  { name: 'Attempts', isWide: true, cell: ({ attempts }) => formatAmount(attempts, 'attempt', 'attempts') },
  { name: 'Requested', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  {
    name: 'Completed',
    isWide: true,
    cell: ({ settled_at }) => settled_at && <RelativeTime at={settled_at} />,
  },
]

/** Returns the error of the last attempt, and the time of the next attempt. */
function noteOf({ status, last_error, next_attempt_at }: OutboxEmail) {
  if (!last_error && status !== 'waiting') return null
  return (
    <>
      {last_error && <span className="text-stop">{last_error} </span>}
      {status === 'waiting' && (
        <>
          Next attempt <RelativeTime at={next_attempt_at} />
        </>
      )}
    </>
  )
}

const EmailList = ({ emails, labels }: Pick<Props, 'emails'> & { labels: Labels }) => (
  <ListTable
    label="Emails"
    rows={emails}
    columns={columnsWith(labels)}
    keyOf={({ id }) => id}
    note={noteOf}
    actions={({ id, kind, recipient, status }) =>
      status === 'failed' && (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="button" aria-label={`Send again: ${kind}, to ${recipient}`}>
            Send again
          </button>
        </Form>
      )
    }
  />
)

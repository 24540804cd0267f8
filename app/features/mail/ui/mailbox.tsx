import type { MessageHead } from '#app/features/mail/mailbox.server.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

type Props = { messages: MessageHead[]; number: number; pages: number }

const columns: Column<MessageHead>[] = [
  {
    name: 'Subject',
    cell: ({ name, subject }) => (
      <a href={`/admin/mail/${name}`} className="link">
        {subject || 'No subject'}
      </a>
    ),
  },
  { name: 'Recipient', cell: ({ to }) => to },
  { name: 'Time', cell: ({ at }) => <RelativeTime at={at} /> },
]

/** Renders the messages in the mailbox of an instance without a mail server. */
export function MailMailbox({ messages, number, pages }: Props) {
  return (
    <>
      {messages.length ? (
        <ListTable label="Mailbox" rows={messages} columns={columns} keyOf={({ name }) => name} />
      ) : (
        <EmptyState>
          {number > 1 ? (
            <>
              This page is empty.{' '}
              <a href="/admin/mail?list=mailbox" className="link">
                Show the newest messages
              </a>
              .
            </>
          ) : (
            'The mailbox is empty. Messages appear here when a person signs up or requests a new password.'
          )}
        </EmptyState>
      )}
      <Pager path="/admin/mail?list=mailbox" number={number} pages={pages} />
    </>
  )
}

/** Renders tabs for the outbox and the mailbox of an instance without a mail server. */
export function MailTabs({ mailbox }: { mailbox: boolean }) {
  const tabs = [
    ['/admin/mail', 'Outbox', !mailbox],
    ['/admin/mail?list=mailbox', 'Mailbox', mailbox],
  ] as const
  return (
    <nav aria-label="Email" className="mb-2">
      <ul className="flex flex-wrap gap-x-6 text-lg">
        {tabs.map(([href, name, current]) => (
          <li key={href}>
            <a href={href} className="step quiet" aria-current={current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders what an instance without a mail server does with emails. */
export const NoMailServer = () => (
  <p className="mt-6 max-w-2xl text-soft">
    No mail server is configured, so emails are stored in the <code className="code-inline">mailbox</code>{' '}
    folder of this instance. Set <code className="code-inline">SMTP_URL</code> to deliver emails. See{' '}
    <a href="/admin/help/mail" className="link">
      Email
    </a>
    .
  </p>
)

import { Form } from '@remix-run/react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import type { OutboxEmail } from '#app/features/mail/queue.server.ts'
import { emailStatuses, type EmailStatus } from '#app/features/mail/schema.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Props = {
  emails: OutboxEmail[]
  status: EmailStatus | undefined
  number: number
  pages: number
  refusal: FormRefusal | undefined
}

const addressOf = (status: string | undefined) => (status ? `/admin/mail?status=${status}` : '/admin/mail')

/** Renders the emails from the last thirty days with their statuses. */
export function MailOutbox({ emails, status, number, pages, refusal }: Props) {
  return (
    <>
      {refusal && <Notice tone="stop" title={refusal.error} />}
      <nav aria-label="Emails by status">
        <ul className="flex flex-wrap gap-x-4">
          {[[undefined, 'All'] as const, ...Object.entries(emailStatuses)].map(([name, words]) => (
            <li key={words}>
              <a
                href={addressOf(name)}
                className="step quiet"
                aria-current={name === status ? 'true' : undefined}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {emails.length ? (
        <ul className="mt-4 border-t border-line">
          {emails.map((email) => (
            <EmailItem key={email.id} letter={email} />
          ))}
        </ul>
      ) : (
        <p className="mt-6 max-w-2xl text-soft">
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
        </p>
      )}
      <Pager path={addressOf(status)} number={number} pages={pages} />
    </>
  )
}

function EmailItem({ letter: email }: { letter: OutboxEmail }) {
  const { id, kind, recipient, status, created_at, settled_at, attempts, next_attempt_at, last_error } = email
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-xl">{kind}</h2>
        <p className="wrap-anywhere">{recipient}</p>
        <p className="text-[0.9375rem] text-muted">
          Requested <RelativeTime at={created_at} />
          {settled_at && (
            <>
              , completed <RelativeTime at={settled_at} />
            </>
          )}
          {status === 'waiting' && (
            <>
              , next attempt <RelativeTime at={next_attempt_at} />
            </>
          )}
        </p>
        {last_error && <p className="text-stop">{last_error}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 sm:flex-col sm:items-end">
        <p>
          <strong>{emailStatuses[status]}</strong>
          <span className="text-muted">, {formatAmount(attempts, 'attempt', 'attempts')}</span>
        </p>
        {status === 'failed' && (
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <button type="submit" className="button" aria-label={`Send again: ${kind}, to ${recipient}`}>
              Send again
            </button>
          </Form>
        )}
      </div>
    </li>
  )
}

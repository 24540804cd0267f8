import { useEffect, useRef } from 'react'
import type { Submission, SubmissionStatus } from '#app/features/contact/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { TextArea, ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { spamReasonLabels, StatusBadge } from '#app/features/contact/ui/describe-inbox.tsx'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { RelativeTime, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = {
  submission: Submission
  /** Message with the full sender, after a reply was started. */
  revealed: Submission | undefined
  isOpen: boolean
  refusal: FormRefusal | undefined
}

type StatusAction = [to: SubmissionStatus, label: string]

/** Returns the actions that set another status. With scripts, opening a message marks it as read. */
function statusActions(status: SubmissionStatus): StatusAction[] {
  if (status === 'spam') return [['read', 'Not spam']]
  const resolve: StatusAction[] = status === 'resolved' ? [] : [['resolved', 'Mark as resolved']]
  const toggle: StatusAction = status === 'unread' ? ['read', 'Mark as read'] : ['unread', 'Mark as unread']
  return [...resolve, ['spam', 'Mark as spam'], toggle]
}

/** Renders a message with its sender and actions. */
export function InboxMessage({ submission, revealed, isOpen, refusal }: Props) {
  const { id, name, email, subject, message, status, status_at, spam_reason, note, created_at } = submission
  const action = `/admin/inbox/${id}`
  const Heading = isOpen ? 'h1' : 'h2'
  return (
    <article aria-labelledby="subject" className="inbox-message">
      <Heading id="subject" className="[overflow-wrap:anywhere]">
        {subject ?? 'No subject'}
      </Heading>
      <p className="mt-1 text-soft [overflow-wrap:anywhere]">
        {(revealed ?? submission).name}, {revealed ? <strong>{revealed.email}</strong> : email}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <Timestamp at={created_at} />
        <StatusBadge is={status} />
        {status !== 'unread' && <RelativeTime at={status_at} />}
      </p>
      {spam_reason && <p className="mt-1 text-soft">{spamReasonLabels[spam_reason]}</p>}
      <div className="mt-4 max-w-2xl whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</div>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {revealed ? (
          <ReplyLink submission={revealed} />
        ) : (
          <PostForm
            action={action}
            intent="reply"
            button="Reply"
            busy="Opening"
            look="finger"
            refusal={refusalFor('reply', refusal)}
            className=""
          />
        )}
        {statusActions(status).map(([to, words]) => (
          <PostForm
            key={to}
            action={action}
            intent={to}
            button={words}
            busy="Saving"
            refusal={refusalFor(to, refusal)}
            className=""
          />
        ))}
      </div>
      {!revealed && (
        <p className="mt-2 max-w-2xl text-muted">
          {status === 'resolved'
            ? `Reply shows ${name}’s full name and address. The audit log records this.`
            : `Reply shows ${name}’s full name and address, and marks the message as resolved. The audit log records both.`}
        </p>
      )}
      <PostForm
        action={action}
        intent="note"
        button="Save note"
        busy="Saving"
        refusal={refusalFor('note', refusal)}
        className="mt-6 max-w-2xl space-y-3"
      >
        <TextArea
          key={note}
          label="Note"
          hint="For administrators. The sender does not see the note."
          name="note"
          rows={2}
          maxLength={2_000}
          defaultValue={note ?? ''}
          refusal={refusalFor('note', refusal)}
        />
      </PostForm>
      <details className="more mt-6" open={refusalFor('delete', refusal) !== undefined}>
        <summary>Delete message</summary>
        <PostForm
          action={action}
          intent="delete"
          button="Delete message"
          busy="Deleting"
          look="button danger"
          refusal={refusalFor('delete', refusal)}
          className="space-y-3 py-3"
        >
          <p className="max-w-2xl text-soft">
            Deletes the message immediately for all administrators. Notification emails that were already sent
            are not deleted.
          </p>
          <ConfirmCheckbox
            label="Yes, delete this message."
            name="sure"
            refusal={refusalFor('delete', refusal)}
          />
        </PostForm>
      </details>
    </article>
  )
}

/** Renders the link that opens the user's email program, and moves the focus to it. */
function ReplyLink({ submission: { email, subject } }: { submission: Submission }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  const fields = new URLSearchParams({ subject: `Re: ${subject ?? 'Your message'}` })
  const address = encodeURIComponent(email).replace('%40', '@')
  return (
    <>
      <a ref={link} href={`mailto:${address}?${fields.toString().replaceAll('+', '%20')}`} className="finger">
        Write email<span className="sr-only"> to {email}</span>
      </a>
      <CopyButton label="Copy address" what={email} text={email} />
    </>
  )
}

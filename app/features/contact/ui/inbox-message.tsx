import type { Submission, SubmissionStatus } from '#app/features/contact/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { TextArea, ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { spamReasonLabels, StatusBadge } from '#app/features/contact/ui/describe-inbox.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

type Props = {
  submission: Submission
  /** Message with the full sender, if requested. */
  revealed: Submission | undefined
  refusal: FormRefusal | undefined
}

/** Renders a message with its sender, status and actions. */
export function InboxMessage({ submission, revealed, refusal }: Props) {
  return (
    <>
      <Section id="message" title="Message">
        <div className="max-w-2xl border border-line bg-raised px-5 py-4 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {submission.message}
        </div>
      </Section>
      <Section id="sender" title="Sender">
        <Sender submission={revealed ?? submission} refusal={refusalFor('reveal', refusal)} />
      </Section>
      <Section id="stands" title="Status">
        <StatusSection submission={submission} refusal={refusal} />
      </Section>
      <Section id="note" title="Note" lead="For administrators. The sender does not see the note.">
        <PostForm
          intent="note"
          button="Save note"
          busy="Saving"
          refusal={refusalFor('note', refusal)}
          className="max-w-2xl space-y-4"
        >
          <TextArea
            key={submission.note}
            label="Note"
            name="note"
            rows={3}
            maxLength={2_000}
            defaultValue={submission.note ?? ''}
            refusal={refusalFor('note', refusal)}
          />
        </PostForm>
      </Section>
      <Section
        id="delete"
        title="Delete message"
        lead="Deletes the message immediately for all administrators. Notification emails that were already sent are not deleted."
      >
        <PostForm
          intent="delete"
          button="Delete message"
          busy="Deleting"
          look="button danger"
          refusal={refusalFor('delete', refusal)}
        >
          <ConfirmCheckbox
            label="Yes, delete this message."
            name="sure"
            refusal={refusalFor('delete', refusal)}
          />
        </PostForm>
      </Section>
    </>
  )
}

function Sender({
  submission: { name, email, subject, masked },
  refusal,
}: {
  submission: Submission
  refusal: FormRefusal | undefined
}) {
  const answer = new URLSearchParams({ subject: `Re: ${subject ?? 'Your message'}` })
  return (
    <>
      <DefinitionList
        facts={[
          ['Name', name],
          ['Email', email],
        ]}
      />
      {masked ? (
        <PostForm
          intent="reveal"
          button="Reveal sender"
          busy="Revealing"
          refusal={refusal}
          className="mt-4 space-y-3"
        >
          <p className="max-w-2xl text-soft">The audit log will record that you revealed the sender.</p>
        </PostForm>
      ) : (
        <p className="mt-4" role="status">
          <a
            href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?${answer.toString().replaceAll('+', '%20')}`}
            className="button"
          >
            Reply by email
          </a>
          <span className="sr-only"> The sender is revealed.</span>
        </p>
      )}
    </>
  )
}

/** Labels of the actions that set a status. */
const statusActions: readonly [SubmissionStatus, string][] = [
  ['read', 'Mark as read'],
  ['resolved', 'Mark as resolved'],
  ['unread', 'Mark as unread'],
  ['spam', 'Mark as spam'],
]

function StatusSection({
  submission: { status, status_at, spam_reason },
  refusal,
}: Pick<Props, 'submission' | 'refusal'>) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusBadge is={status} />
        <span className="text-muted">
          <RelativeTime at={status_at} />
        </span>
      </p>
      {spam_reason && <p className="mt-1 text-soft">{spamReasonLabels[spam_reason]}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {statusActions
          .filter(([to]) => to !== status)
          .map(([to, words]) => (
            <PostForm
              key={to}
              intent={to}
              button={status === 'spam' && to === 'read' ? 'Not spam' : words}
              busy="Saving"
              refusal={refusalFor(to, refusal)}
              className=""
            />
          ))}
      </div>
    </>
  )
}

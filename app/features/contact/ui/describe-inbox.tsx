import { CircleCheck, Mail, MailOpen, ShieldAlert } from 'lucide-react'
import {
  submissionStatuses,
  type InboxCounts,
  type SpamReason,
  type SubmissionStatus,
} from '#app/features/contact/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Each status has a different icon, so it can be distinguished without color. */
const statusClasses: Record<SubmissionStatus, { word: string; Icon: typeof Mail; ink: string }> = {
  unread: { word: 'Unread', Icon: Mail, ink: 'text-water' },
  read: { word: 'Read', Icon: MailOpen, ink: 'text-soft' },
  resolved: { word: 'Resolved', Icon: CircleCheck, ink: 'text-go' },
  spam: { word: 'Spam', Icon: ShieldAlert, ink: 'text-stop' },
}

/** Labels of the spam reasons. */
export const spamReasonLabels: Record<SpamReason, string> = {
  honeypot: 'A hidden field was filled in.',
  too_fast: 'The message was sent faster than a person can write.',
}

/** Renders a badge with the icon and label of a status. */
export function StatusBadge({ is }: { is: SubmissionStatus }) {
  const { word, Icon, ink } = statusClasses[is]
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${ink}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {word}
    </span>
  )
}

/** Renders tabs with the number of messages per status. Omits empty statuses, except the selected status. */
export function InboxTabs({ counts, status }: { counts: InboxCounts; status: string | undefined }) {
  const all = counts.unread + counts.read + counts.resolved
  const tabs = [
    { is: undefined, name: 'All except spam', amount: all },
    ...submissionStatuses
      .filter((is) => counts[is] > 0 || is === status)
      .map((is) => ({ is, name: statusClasses[is].word, amount: counts[is] })),
  ]
  return (
    <nav aria-label="Messages by status">
      <ul className="flex flex-wrap gap-x-3 text-sm">
        {tabs.map(({ is, name, amount }) => (
          <li key={name}>
            <a
              href={is ? `/admin/inbox?status=${is}` : '/admin/inbox'}
              className="place quiet list-tab"
              aria-current={is === status ? 'true' : undefined}
            >
              {name} <span className="text-muted">{formatInteger(amount)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

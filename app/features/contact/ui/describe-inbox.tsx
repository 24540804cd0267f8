import { CircleCheck, Mail, MailOpen, ShieldAlert } from 'lucide-react'
import {
  submissionStatuses,
  type InboxCounts,
  type SpamReason,
  type SubmissionStatus,
} from '#app/features/contact/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Each has a form of its own, so that it can be told from the others without its colour. */
const statusClasses: Record<SubmissionStatus, { word: string; Icon: typeof Mail; ink: string }> = {
  unread: { word: 'Unread', Icon: Mail, ink: 'text-water' },
  read: { word: 'Read', Icon: MailOpen, ink: 'text-soft' },
  resolved: { word: 'Resolved', Icon: CircleCheck, ink: 'text-go' },
  spam: { word: 'Spam', Icon: ShieldAlert, ink: 'text-stop' },
}

/** Why a message came in as spam. */
export const spamReasonLabels: Record<SpamReason, string> = {
  honeypot: 'A field was filled in that people do not see.',
  too_fast: 'It was sent sooner than anybody could have written it.',
}

/** How a message stands, as a mark and a word. */
export function StatusBadge({ is }: { is: SubmissionStatus }) {
  const { word, Icon, ink } = statusClasses[is]
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${ink}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {word}
    </span>
  )
}

/** How many messages stand in each status; each leads to those. */
export function InboxTabs({ counts, status }: { counts: InboxCounts; status: string | undefined }) {
  const all = counts.unread + counts.read + counts.resolved
  const tabs = [
    { is: undefined, name: 'All but spam', amount: all },
    ...submissionStatuses.map((is) => ({ is, name: statusClasses[is].word, amount: counts[is] })),
  ]
  return (
    <nav aria-label="Messages by how they stand">
      <ul className="-mx-1.5 flex flex-wrap gap-x-3 px-1.5">
        {tabs.map(({ is, name, amount }) => (
          <li key={name}>
            <a
              href={is ? `/admin/inbox?status=${is}` : '/admin/inbox'}
              className="step quiet"
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

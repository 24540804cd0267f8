import type { SiteFeedback } from '#app/features/feedback/feedback.server.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'

type Comment = SiteFeedback['comments'][number]

const reasonNames: Record<string, string> = {
  missing: 'Information is missing',
  wrong: 'Information is wrong',
  outdated: 'Outdated',
  unclear: 'Unclear',
  other: 'Other',
}

/** Renders a comment with its vote, reason, kind of author and time. */
export const CommentText = ({ helpful, reader, reason, comment, created_at }: Comment) => (
  <>
    {comment && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{comment}</p>}
    <p className="text-sm text-muted">
      {helpful ? 'Helpful' : 'Not helpful'}
      {reason && `, ${(reasonNames[reason] ?? reason).toLowerCase()}`}
      {reader === 'agent' && ', from an agent'}, <RelativeTime at={created_at} />
    </p>
  </>
)

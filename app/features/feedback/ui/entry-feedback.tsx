import type { EntryFeedback } from '#app/features/feedback/feedback.server.ts'
import { CommentText } from '#app/features/feedback/ui/comment-text.tsx'
import { formatInteger } from '#app/primitives/count.ts'

/** Renders the feedback on an entry for its editor: the votes and the newest comments. */
export function EntryFeedbackSummary({ feedback }: { feedback: EntryFeedback }) {
  const { helpful, unhelpful, comments } = feedback
  return (
    <section aria-labelledby="feedback" className="border-t border-line pt-4">
      <h2 id="feedback" className="text-lg">
        Feedback
      </h2>
      <p className="mt-1 text-soft">
        {helpful + unhelpful === 0
          ? 'No feedback yet.'
          : `Helpful: ${formatInteger(helpful)}. Not helpful: ${formatInteger(unhelpful)}.`}
      </p>
      {comments.length > 0 && (
        <ul className="mt-2 space-y-3">
          {comments.map((comment) => (
            <li key={comment.id}>
              <CommentText {...comment} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { Form } from '@remix-run/react'
import type { SiteFeedback } from '#app/features/feedback/feedback.server.ts'
import { CommentText } from '#app/features/feedback/ui/comment-text.tsx'
import { formatInteger } from '#app/primitives/count.ts'
import { DataTable } from '#app/ui/feedback/figures.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

/** Renders the pages with the most votes against them, and the newest comments on all pages. */
export const FeedbackList = ({ feedback: { pages, comments } }: { feedback: SiteFeedback }) => (
  <Section id="feedback" title="Feedback" lead="“Was this page helpful?”, from people and agents.">
    {pages.length === 0 && comments.length === 0 ? (
      <p className="text-muted">No feedback yet.</p>
    ) : (
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <DataTable
          caption="Votes by page"
          className="max-h-96"
          head={['Page', 'Helpful', 'Not helpful']}
          rows={pages.map(({ path, helpful, unhelpful }) => [
            <a key={path} href={path} className="link inline-block min-w-6 py-1">
              {path}
            </a>,
            formatInteger(helpful),
            formatInteger(unhelpful),
          ])}
        />
        <div>
          <h3 className="label">Newest comments</h3>
          <ul className="mt-2 divide-y divide-line">
            {comments.map((comment) => (
              <li key={comment.id} className="flex items-start justify-between gap-4 py-3">
                <div className="min-w-0">
                  <a href={comment.path} className="link inline-block min-w-6 py-1 [overflow-wrap:anywhere]">
                    {comment.path}
                  </a>
                  <CommentText {...comment} />
                </div>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="delete_comment" />
                  <input type="hidden" name="id" value={comment.id} />
                  <button type="submit" className="button small">
                    Delete comment<span className="sr-only"> on {comment.path}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </div>
      </div>
    )}
  </Section>
)

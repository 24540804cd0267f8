import { redirect, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recordComment, recordVote } from '#app/features/feedback/feedback.server.ts'
import { feedbackForm } from '#app/features/feedback/schema.ts'
import { CommentForm } from '#app/features/feedback/ui/comment-form.tsx'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Message, useMessages } from '#app/ui/layout/messages.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { public: true, query: ['path', 'helpful', 'sent'], cache: false }

/** Loads the page that is shown after a vote or a comment. */
export const loader = page('anyone', async ({ contentIndex }, { search }) => {
  const { text } = messagesOf(contentIndex.site)
  const entry = contentIndex.find(search.get('path') ?? '')
  const isSent = search.has('sent')
  return {
    title: text(isSent ? 'feedback.sent' : 'feedback.thanks'),
    description: text('feedback.description'),
    path: '/feedback',
    robots: 'noindex',
    entry: entry ? { path: entry.path, title: entry.title } : null,
    helpful: search.get('helpful') === 'no' ? ('no' as const) : ('yes' as const),
    isSent,
  }
})

/** Handles both forms without scripts. The response is not cached. */
export const action = form(feedbackForm, async (ctx, { step, helpful, ...input }, args) => {
  await consumeFormLimit(args, 'feedback')
  const isComment = step === 'comment'
  const given = { ...input, helpful, reader: 'person' } as const
  if (!input.website) {
    if (!isComment) await recordVote(ctx, given)
    else if (input.comment) await recordComment(ctx, given)
  }
  const query = { path: input.path, helpful: helpful ? 'yes' : 'no', ...(isComment ? { sent: '' } : {}) }
  return redirect(`/feedback?${new URLSearchParams(query)}`, 303)
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(data, matches) : [])

export default function Feedback() {
  const { title, description, entry, helpful, isSent } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { text } = useMessages()
  return (
    <Main>
      <PageHead title={refusal ? text('feedback.question') : title} lead={description} />
      {refusal && <Notice tone="stop" title={text('feedback.failed')} />}
      {entry && (
        <p>
          <a href={entry.path} className="link inline-block py-1">
            <Message id="feedback.back" values={{ title: entry.title }} />
          </a>
        </p>
      )}
      {!entry && (
        <p>
          <a href="/" className="link inline-block py-1">
            {text('contact.goHome')}
          </a>
        </p>
      )}
      {entry && !isSent && <CommentForm path={entry.path} helpful={helpful} />}
    </Main>
  )
}

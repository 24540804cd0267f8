import { MAX_COMMENT } from '#app/features/feedback/schema.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'

type Props = { path: string; helpful: 'yes' | 'no' }

/** Renders the form for a comment after a vote. Works without scripts. */
export function CommentForm({ path, helpful }: Props) {
  const { text } = useMessages()
  return (
    <form method="post" action="/feedback" className="mt-8 max-w-[44rem] space-y-5" data-md="omit">
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="helpful" value={helpful} />
      <input type="hidden" name="step" value="comment" />
      <input name="website" autoComplete="off" hidden />
      <TextArea
        label={text('feedback.comment')}
        name="comment"
        hint={text('feedback.hint')}
        maxLength={MAX_COMMENT}
        required
      />
      <button type="submit" className="button">
        {text('feedback.send')}
      </button>
    </form>
  )
}

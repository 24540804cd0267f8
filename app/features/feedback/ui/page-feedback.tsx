import { useMessages } from '#app/ui/layout/messages.tsx'

/** Renders the form that asks whether a page was helpful. Works without scripts. */
export function PageFeedback({ path }: { path: string }) {
  const { text } = useMessages()
  return (
    <form
      method="post"
      action="/feedback"
      data-md="omit"
      className="mt-12 flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-6 print:hidden"
    >
      <input type="hidden" name="path" value={path} />
      {/* People cannot see this field. Programs that fill in every field are ignored. */}
      <input name="website" autoComplete="off" hidden />
      <span className="text-soft">{text('feedback.question')}</span>
      <button type="submit" name="helpful" value="yes" className="button small">
        {text('feedback.yes')}
      </button>
      <button type="submit" name="helpful" value="no" className="button small">
        {text('feedback.no')}
      </button>
    </form>
  )
}

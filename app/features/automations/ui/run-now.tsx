import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type Props = {
  /** Choice of the event that was tested last, as the fields of the test have it. Samples are not used. */
  choice: { try?: string | undefined; event?: string | undefined }
  isEnabled: boolean
  refusal: FormRefusal | undefined
}

/** Renders the button that runs the saved automation, inside a collapsible confirmation. */
export function RunNow({ choice, isEnabled, refusal }: Props) {
  if (!isEnabled) return <p className="text-muted">To run the automation now, enable it and save it first.</p>
  return (
    <details open={Boolean(refusal)}>
      <summary className="link inline-block py-1">Run now</summary>
      <PostForm
        intent="run"
        button="Run automation"
        busy="Starting the run"
        refusal={refusal}
        className="mt-2 space-y-3"
      >
        {choice.try !== undefined && <input type="hidden" name="try" value={choice.try} />}
        {choice.event !== undefined && <input type="hidden" name="event" value={choice.event} />}
        <p className="text-[0.9375rem] text-soft">
          Runs the saved version with the event of the last test. If that was a sample, the latest recorded
          event that matches is used. All actions take effect on Discord.
        </p>
      </PostForm>
    </details>
  )
}

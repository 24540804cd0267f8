import { isEnded, type Job } from '#app/features/jobs/schema.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ActionMenu } from '#app/ui/lists/action-menu.tsx'
import { ownValue } from '#app/primitives/objects.ts'

type Props = {
  job: Pick<Job, 'id' | 'state'> & Partial<Pick<Job, 'cancel_requested_at'>> & { isReplayable?: boolean }
  /** Name of the job in a list, for screen readers. */
  name?: string
  refusal: FormRefusal | undefined
}

const replay = {
  intent: 'replay',
  ask: 'Retry',
  says: 'The job gets all its attempts again. The effects of the action can occur twice.',
  button: 'Retry job',
}

const cancel = (state: Job['state']) => ({
  intent: 'cancel',
  ask: 'Cancel',
  says:
    state === 'queued'
      ? 'The job does not run, and its automation run ends.'
      : 'The runner is asked to stop. The action may already be done.',
  button: 'Cancel job',
})

/** Checks whether a job can be retried or cancelled. A job whose runner was asked to stop it can be neither. */
export const isActionable = ({ state, cancel_requested_at, isReplayable }: Props['job']) =>
  Boolean(isReplayable) || !(isEnded(state) || cancel_requested_at)

/** Actions on selected jobs. */
export const jobVerbs = [
  {
    value: 'replay',
    name: 'Retry jobs',
    button: 'Retry selected',
    confirm: 'Yes, retry. The effects of an action can occur twice.',
  },
  {
    value: 'cancel',
    name: 'Cancel jobs',
    button: 'Cancel selected',
    isDangerous: true,
    confirm: 'Yes, cancel. A running action may already be done.',
  },
]

/** Renders the button that retries or cancels a job, inside a collapsible confirmation. */
export function JobActions({ job, name, refusal }: Props) {
  const own = refusal?.values.id === job.id ? refusal : undefined
  const mayReplay = job.isReplayable
  if (!mayReplay && isEnded(job.state)) return null
  if (!mayReplay && job.cancel_requested_at)
    return <p className="text-muted">The runner was asked to stop.</p>
  const { intent, ask, says, button } = mayReplay ? replay : cancel(job.state)
  const form = (
    <PostForm
      intent={intent}
      button={button}
      busy="Saving"
      look={mayReplay ? 'button' : 'button danger'}
      refusal={own}
      className="space-y-3"
    >
      <input type="hidden" name="id" value={job.id} />
      <p className="text-[0.9375rem] text-soft">{says}</p>
    </PostForm>
  )
  // With a new key, a confirmation that was given does not stay open for the other action.
  return name ? (
    <ActionMenu key={job.state} label={ask} of={`job: ${name}`} isOpen={Boolean(own)}>
      {form}
    </ActionMenu>
  ) : (
    <details key={job.state} open={Boolean(own)}>
      <summary className="link inline-block py-1">{ask}</summary>
      <div className="mt-2 max-w-xs">{form}</div>
    </details>
  )
}

const doneMessages: Record<string, string> = {
  replayed: 'The job was queued again.',
  cancelled: 'The job was cancelled, or will be cancelled as soon as the runner stops it.',
}

/** Renders the result of a job action. */
export const JobActionResult = ({
  done,
  refusal,
}: {
  done: string | null
  refusal: FormRefusal | undefined
}) => <PageNotice tone="done" title={!refusal && ownValue(doneMessages, done)} />

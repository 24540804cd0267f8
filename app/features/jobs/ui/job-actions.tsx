import { isEnded, isReplayable, type Job } from '#app/features/jobs/schema.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type Props = {
  job: Pick<Job, 'id' | 'state' | 'cancel_requested_at'>
  name: string
  refusal: FormRefusal | undefined
}

/** What can be done with a job by hand. Each asks before it does so, by unfolding. */
export function JobActions({ job, name, refusal }: Props) {
  const own = refusal?.values.id === job.id ? refusal : undefined
  if (isReplayable(job.state)) {
    return (
      <ConfirmAction
        job={job}
        intent="replay"
        ask="Try again"
        name={name}
        says="It goes into the queue and is tried anew, with all its tries. What it had done by then is done twice."
        button="Yes, try it again"
        refusal={own}
      />
    )
  }
  if (isEnded(job.state)) return null
  if (job.cancel_requested_at) return <p className="text-muted">The runner is told to stop.</p>
  return (
    <ConfirmAction
      job={job}
      intent="cancel"
      ask="Cancel"
      name={name}
      says={
        job.state === 'queued'
          ? 'It is not done, and its run ends here.'
          : 'The runner is told to stop. It may have done it by then.'
      }
      button="Yes, cancel it"
      refusal={own}
    />
  )
}

type ConfirmProps = {
  job: Pick<Job, 'id'>
  intent: 'replay' | 'cancel'
  ask: string
  name: string
  says: string
  button: string
  refusal: FormRefusal | undefined
}

function ConfirmAction({ job, intent, ask, name, says, button, refusal }: ConfirmProps) {
  return (
    <details open={Boolean(refusal)}>
      <summary className="link inline-block py-1">
        {ask}
        <span className="sr-only">: {name}</span>
      </summary>
      <PostForm
        intent={intent}
        button={button}
        busy="Asking"
        look={intent === 'cancel' ? 'button danger' : 'button'}
        refusal={refusal}
        className="mt-2 max-w-xs space-y-3"
      >
        <input type="hidden" name="id" value={job.id} />
        <p className="text-[0.9375rem] text-soft">{says}</p>
      </PostForm>
    </details>
  )
}

const doneMessages: Record<string, string> = {
  replayed: 'The job is in the queue again.',
  cancelled: 'The job is cancelled, or will be as soon as its runner has stopped.',
}

/** What was done with a job by hand. */
export const JobActionResult = ({
  done,
  refusal,
}: {
  done: string | null
  refusal: FormRefusal | undefined
}) => <PageNotice tone="done" title={done && !refusal && doneMessages[done]} />

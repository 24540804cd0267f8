import type { ReactNode } from 'react'
import type { JobDetails } from '#app/features/jobs/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfigFacts } from '#app/features/actions/ui/config-facts.tsx'
import { JobActions } from '#app/features/jobs/ui/job-actions.tsx'
import { JobHistory } from '#app/features/jobs/ui/job-history.tsx'
import { triesOf } from '#app/features/jobs/ui/describe-job.tsx'
import { Moment } from '#app/ui/feedback/moment.tsx'
import { Outcome } from '#app/features/jobs/ui/outcome.tsx'
import { Facts, Section } from '#app/ui/layout/section-layout.tsx'
import { AsJson } from '#app/ui/feedback/disclosure.tsx'

type Props = { job: JobDetails; refusal: FormRefusal | undefined }

/** All that is known of a job: how it stands, every try of it, what it was told and what came back. */
export function JobDetail({ job, refusal }: Props) {
  return (
    <>
      <Section id="stands" title="How it stands">
        <Facts facts={factsOf(job)} />
        <div className="mt-4">
          <JobActions job={job} name="this job" refusal={refusal} />
        </div>
      </Section>
      <Section id="tries" title="Tries">
        {job.attempts.length > 0 ? (
          <JobHistory attempts={job.attempts} />
        ) : (
          <p className="text-soft">It was not handed to a runner yet.</p>
        )}
      </Section>
      <Section id="told" title="What it is told">
        <ConfigFacts type={job.type} config={job.config} />
      </Section>
      {job.result !== null && (
        <Section id="result" title="What came back">
          <AsJson label="What came back, as JSON" value={job.result} />
        </Section>
      )}
    </>
  )
}

type Fact = readonly [term: string, value: ReactNode]

function factsOf(job: JobDetails): Fact[] {
  const { state, error, created_at, run_at, deadline_at, finished_at, cancel_requested_at: asked } = job
  const at = (time: string) => <Moment at={time} precise />
  const facts: (Fact | false | null)[] = [
    ['State', <Outcome key="state" is={state} />],
    error && [
      'Error',
      <span key="error" className="font-semibold text-stop">
        {error.message} <span className="font-normal text-muted">({error.code})</span>
      </span>,
    ],
    ['Tried', triesOf(job)],
    ['Made', at(created_at)],
    run_at > created_at && ['Not before', at(run_at)],
    deadline_at !== null && ['Not after', at(deadline_at)],
    asked !== null && ['To be cancelled', at(asked)],
    finished_at !== null && ['Ended', at(finished_at)],
    ['Id', <code key="id">{job.id}</code>],
  ]
  return facts.filter((fact): fact is Fact => Boolean(fact))
}

import type { ReactNode } from 'react'
import { ConfigFacts } from '#app/features/actions/ui/config-facts.tsx'
import type { JobAttempt, JobDetails } from '#app/features/jobs/schema.ts'
import { attemptsLabel } from '#app/features/jobs/ui/describe-job.tsx'
import { History, HistoryItem, OutcomeBadge, stateHelp } from '#app/features/jobs/ui/outcome.tsx'
import { JobActions } from '#app/features/jobs/ui/job-actions.tsx'
import { AsJson, Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { formatElapsed, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { TextWithNames } from '#app/ui/forms/directory.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

const outcomeSentences: Record<NonNullable<JobAttempt['outcome']>, string> = {
  succeeded: 'Done',
  failed: 'Failed',
  lost: 'The runner stopped responding',
  returned: 'Returned, not counted as an attempt',
  cancelled: 'Cancelled',
}

/** Renders the attempts of a job, oldest first, with runner, outcome, duration and late reports. */
function JobHistory({ attempts }: { attempts: JobAttempt[] }) {
  return (
    <History>
      {attempts.map((one, index) => (
        <HistoryItem
          key={`${one.leased_at}-${index}`}
          outcome={one.outcome ?? (one.accepted_at ? 'running' : 'leased')}
          title={`Attempt ${one.attempt}`}
        >
          <p>{describeAttempt(one)}</p>
          <p className="text-muted">
            {one.instance ?? 'Unknown runner'}, from <Timestamp at={one.leased_at} precise />
            {one.accepted_at && one.accepted_at !== one.leased_at
              ? `, accepted after ${formatElapsed(one.leased_at, one.accepted_at)}`
              : ''}
            .
          </p>
          {one.error && (
            <p className="font-semibold text-stop">
              <TextWithNames text={one.error.message} />
            </p>
          )}
          {one.late !== null && <LateReport attempt={one} />}
        </HistoryItem>
      ))}
    </History>
  )
}

function describeAttempt({ outcome, leased_at, ended_at, accepted_at }: JobAttempt): ReactNode {
  if (outcome === null) return accepted_at ? 'In progress.' : 'Assigned, but not accepted yet.'
  return `${outcomeSentences[outcome]}${ended_at ? `, after ${formatElapsed(leased_at, ended_at)}` : ''}.`
}

const LateReport = ({ attempt }: { attempt: JobAttempt }) => (
  <>
    <p className="text-muted">A result arrived after the lease expired, so the result has no effect.</p>
    <Disclosure title="Late result" of={`attempt ${attempt.attempt}`}>
      <AsJson label={`Late result from attempt ${attempt.attempt} as JSON`} value={attempt.late} />
    </Disclosure>
  </>
)

/** Renders the details of a job: its state, attempts, payload and result. */
export function JobDetail({
  job,
  refusal,
}: {
  job: JobDetails & { isReplayable: boolean }
  refusal: FormRefusal | undefined
}) {
  return (
    <>
      <Section id="stands" title="State">
        <DefinitionList facts={jobFacts(job)} />
        <div className="mt-4">
          <JobActions job={job} refusal={refusal} />
        </div>
      </Section>
      <Section id="tries" title="Attempts">
        {job.attempts.length > 0 ? (
          <JobHistory attempts={job.attempts} />
        ) : (
          <p className="text-soft">Not assigned to a runner yet.</p>
        )}
      </Section>
      <Section id="told" title="Input">
        <ConfigFacts type={job.type} config={job.config} />
      </Section>
      {job.result !== null && (
        <Section id="result" title="Output">
          <AsJson label="Output as JSON" value={job.result} />
        </Section>
      )}
    </>
  )
}

type Fact = readonly [term: string, value: ReactNode]

function jobFacts(job: JobDetails): Fact[] {
  const { state, error, created_at, run_at, deadline_at, finished_at, cancel_requested_at: asked } = job
  const at = (time: string) => <Timestamp at={time} precise />
  const facts: (Fact | false | null)[] = [
    [
      'State',
      <>
        <OutcomeBadge outcome={state} />
        {stateHelp[state] && <p className="mt-1 text-soft">{stateHelp[state]}</p>}
      </>,
    ],
    error && [
      'Error',
      <span key="error" className="font-semibold text-stop">
        <TextWithNames text={error.message} />
      </span>,
    ],
    ['Attempts', attemptsLabel(job)],
    ['Created', at(created_at)],
    run_at > created_at && ['Not before', at(run_at)],
    deadline_at !== null && ['Deadline', at(deadline_at)],
    asked !== null && ['Cancellation requested', at(asked)],
    finished_at !== null && ['Ended', at(finished_at)],
    ['Id', <code key="id">{job.id}</code>],
  ]
  return facts.filter((fact): fact is Fact => Boolean(fact))
}

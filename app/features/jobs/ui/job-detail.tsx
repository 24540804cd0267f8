import type { ReactNode } from 'react'
import { ConfigFacts } from '#app/features/actions/ui/config-facts.tsx'
import type { JobAttempt, JobDetails } from '#app/features/jobs/schema.ts'
import { attemptsLabel } from '#app/features/jobs/ui/describe-job.tsx'
import { History, HistoryItem, OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'
import { JobActions } from '#app/features/jobs/ui/job-actions.tsx'
import { AsJson, Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { formatElapsed, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

const outcomeSentences: Record<NonNullable<JobAttempt['outcome']>, string> = {
  succeeded: 'It was done',
  failed: 'It failed',
  lost: 'The runner was not heard of again',
  returned: 'It was given back, and does not count as a try',
  cancelled: 'It was cancelled',
}

/** Every try of a job, the oldest first: who had it, how it ended, how long it took, and what was reported too late. */
function JobHistory({ attempts }: { attempts: JobAttempt[] }) {
  return (
    <History>
      {attempts.map((one, index) => (
        <HistoryItem
          key={`${one.leased_at}-${index}`}
          outcome={one.outcome ?? (one.accepted_at ? 'running' : 'leased')}
          title={`Try ${one.attempt}`}
        >
          <p>{describeAttempt(one)}</p>
          <p className="text-muted">
            {one.instance ?? 'A runner that is not known'}, from <Timestamp at={one.leased_at} precise />
            {one.accepted_at && one.accepted_at !== one.leased_at
              ? `, taken on after ${formatElapsed(one.leased_at, one.accepted_at)}`
              : ''}
            .
          </p>
          {one.error && (
            <p className="font-semibold text-stop">
              {one.error.message} <span className="font-normal text-muted">({one.error.code})</span>
            </p>
          )}
          {one.late !== null && <LateReport attempt={one} />}
        </HistoryItem>
      ))}
    </History>
  )
}

function describeAttempt({ outcome, leased_at, ended_at, accepted_at }: JobAttempt): ReactNode {
  if (outcome === null) return accepted_at ? 'It is under way.' : 'It was handed out and is not taken on yet.'
  return `${outcomeSentences[outcome]}${ended_at ? `, after ${formatElapsed(leased_at, ended_at)}` : ''}.`
}

const LateReport = ({ attempt }: { attempt: JobAttempt }) => (
  <>
    <p className="text-muted">Something was reported when its time was over. It changed nothing.</p>
    <Disclosure title="What was reported late" of={`try ${attempt.attempt}`}>
      <AsJson label={`What was reported late of try ${attempt.attempt}, as JSON`} value={attempt.late} />
    </Disclosure>
  </>
)

/** All that is known of a job: how it stands, every try of it, what it was told and what came back. */
export function JobDetail({ job, refusal }: { job: JobDetails; refusal: FormRefusal | undefined }) {
  return (
    <>
      <Section id="stands" title="How it stands">
        <DefinitionList facts={jobFacts(job)} />
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

function jobFacts(job: JobDetails): Fact[] {
  const { state, error, created_at, run_at, deadline_at, finished_at, cancel_requested_at: asked } = job
  const at = (time: string) => <Timestamp at={time} precise />
  const facts: (Fact | false | null)[] = [
    ['State', <OutcomeBadge key="state" outcome={state} />],
    error && [
      'Error',
      <span key="error" className="font-semibold text-stop">
        {error.message} <span className="font-normal text-muted">({error.code})</span>
      </span>,
    ],
    ['Tried', attemptsLabel(job)],
    ['Made', at(created_at)],
    run_at > created_at && ['Not before', at(run_at)],
    deadline_at !== null && ['Not after', at(deadline_at)],
    asked !== null && ['To be cancelled', at(asked)],
    finished_at !== null && ['Ended', at(finished_at)],
    ['Id', <code key="id">{job.id}</code>],
  ]
  return facts.filter((fact): fact is Fact => Boolean(fact))
}

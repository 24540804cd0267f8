import { actionLabels } from '#app/features/actions/config-fields.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { JobState } from '#app/features/jobs/schema.ts'
import { formatDuration } from '#app/features/automations/describe.ts'
import { ConfigFacts } from '#app/features/actions/ui/config-facts.tsx'
import { formatElapsed } from '#app/ui/feedback/timestamp.tsx'
import { History, HistoryItem, outcomeLabel, type OutcomeState } from '#app/features/jobs/ui/outcome.tsx'
import { AsJson, Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { TextWithNames } from '#app/ui/forms/directory.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Props = {
  steps: RunStep[]
  /** State of the job of the running step. */
  jobState: JobState | undefined
  guildId: string
}

/** Renders a timeline of a run's steps with their outcomes and inputs. A running step has the state of its job. */
export function RunSteps({ steps, jobState, guildId }: Props) {
  const outcomeOf = ({ outcome }: RunStep) => (outcome === 'running' && jobState) || outcome
  return (
    <History>
      {steps.map((step, index) => (
        <HistoryItem key={step.id} outcome={outcomeOf(step)} title={actionLabels[step.type].name}>
          <p className="text-muted">
            {describeStep(step, outcomeOf(step))}
            {step.attempts > 1 && ` It took ${formatAmount(step.attempts, 'attempt', 'attempts')}.`}{' '}
            {step.job_id && (
              <a href={`/admin/guilds/${guildId}/jobs/${step.job_id}`} className="link inline-block">
                Job<span className="sr-only"> of step {index + 1}</span>
              </a>
            )}
          </p>
          {step.error && (
            <p className="font-semibold text-stop">
              <TextWithNames text={step.error.message} />
            </p>
          )}
          {step.outcome === 'failed' && step.on_error === 'continue' && index < steps.length - 1 && (
            <p className="text-muted">The run continued with the next step.</p>
          )}
          <Disclosure title="Input and output" of={`step ${index + 1}`}>
            <ConfigFacts type={step.type} config={step.input} />
            {step.output === null ? (
              <p className="mt-2 text-muted">{step.finished_at ? 'No output.' : 'No output yet.'}</p>
            ) : (
              <div className="mt-2">
                <AsJson label={`Output of step ${index + 1} as JSON`} value={step.output} />
              </div>
            )}
          </Disclosure>
        </HistoryItem>
      ))}
    </History>
  )
}

/** Describes the outcome and time of a step, such as “Succeeded in 1.2 s, 2 seconds later.” */
function describeStep({ delay_seconds, started_at, finished_at }: RunStep, outcome: OutcomeState): string {
  const time = started_at && finished_at ? ` in ${formatElapsed(started_at, finished_at)}` : ''
  const delay = delay_seconds > 0 ? `, ${formatDuration(delay_seconds)} later` : ''
  return `${outcomeLabel(outcome)}${time}${delay}.`
}

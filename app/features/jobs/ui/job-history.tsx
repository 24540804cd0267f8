import type { ReactNode } from 'react'
import type { JobAttempt } from '#app/features/jobs/schema.ts'
import { elapsed } from '#app/ui/feedback/elapsed.ts'
import { History, HistoryItem } from '#app/features/jobs/ui/history.tsx'
import { Moment } from '#app/ui/feedback/moment.tsx'
import { AsJson, Unfold } from '#app/ui/feedback/disclosure.tsx'

type Props = { attempts: JobAttempt[] }

const said: Record<NonNullable<JobAttempt['outcome']>, string> = {
  succeeded: 'It was done',
  failed: 'It failed',
  lost: 'The runner was not heard of again',
  returned: 'It was given back, and does not count as a try',
  cancelled: 'It was cancelled',
}

/** Every try of a job, the oldest first: who had it, how it ended, how long it took, and what was reported too late. */
export function JobHistory({ attempts }: Props) {
  return (
    <History>
      {attempts.map((one, index) => (
        <HistoryItem
          key={`${one.leased_at}-${index}`}
          is={one.outcome ?? (one.accepted_at ? 'running' : 'leased')}
          title={`Try ${one.attempt}`}
        >
          <p>{sentenceOf(one)}</p>
          <p className="text-muted">
            {one.instance ?? 'A runner that is not known'}, from <Moment at={one.leased_at} precise />
            {one.accepted_at && one.accepted_at !== one.leased_at
              ? `, taken on after ${elapsed(one.leased_at, one.accepted_at)}`
              : ''}
            .
          </p>
          {one.error && (
            <p className="font-semibold text-stop">
              {one.error.message} <span className="font-normal text-muted">({one.error.code})</span>
            </p>
          )}
          {one.late !== null && <Late attempt={one} />}
        </HistoryItem>
      ))}
    </History>
  )
}

function sentenceOf({ outcome, leased_at, ended_at, accepted_at }: JobAttempt): ReactNode {
  if (outcome === null) return accepted_at ? 'It is under way.' : 'It was handed out and is not taken on yet.'
  return `${said[outcome]}${ended_at ? `, after ${elapsed(leased_at, ended_at)}` : ''}.`
}

const Late = ({ attempt }: { attempt: JobAttempt }) => (
  <>
    <p className="text-muted">Something was reported when its time was over. It changed nothing.</p>
    <Unfold title="What was reported late" of={`try ${attempt.attempt}`}>
      <AsJson label={`What was reported late of try ${attempt.attempt}, as JSON`} value={attempt.late} />
    </Unfold>
  </>
)

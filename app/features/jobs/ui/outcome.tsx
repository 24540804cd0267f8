import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePlay,
  CircleSlash,
  CircleX,
  Clock,
  OctagonX,
  Undo2,
  Unplug,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { JobAttempt, JobState } from '#app/features/jobs/schema.ts'

/** How a job, an attempt, a run or a step of one stands. */
type OutcomeState = JobState | RunStep['outcome'] | NonNullable<JobAttempt['outcome']>

/** Each has a form of its own, so that it can be told from the others without its colour. */
const outcomeLooks: Record<OutcomeState, { word: string; Icon: typeof Clock; ink: string }> = {
  queued: { word: 'Waiting', Icon: Clock, ink: 'text-soft' },
  waiting: { word: 'Waiting', Icon: Clock, ink: 'text-soft' },
  leased: { word: 'Handed out', Icon: CircleDashed, ink: 'text-water' },
  running: { word: 'Running', Icon: CirclePlay, ink: 'text-water' },
  succeeded: { word: 'Succeeded', Icon: CircleCheck, ink: 'text-go' },
  failed: { word: 'Failed', Icon: CircleX, ink: 'text-stop' },
  dead: { word: 'Dead', Icon: OctagonX, ink: 'text-stop' },
  lost: { word: 'Lost', Icon: Unplug, ink: 'text-stop' },
  skipped: { word: 'Skipped', Icon: CircleSlash, ink: 'text-muted' },
  cancelled: { word: 'Cancelled', Icon: Ban, ink: 'text-muted' },
  returned: { word: 'Given back', Icon: Undo2, ink: 'text-muted' },
}

export const outcomeLabel = (is: OutcomeState): string => outcomeLooks[is].word

/** How something stands, as a mark and a word. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeState }) {
  const { word, Icon, ink } = outcomeLooks[outcome]
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${ink}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {word}
    </span>
  )
}

/** The mark alone, on the line of a history. The word stands beside it. */
function OutcomeMark({ outcome }: { outcome: OutcomeState }) {
  const { Icon, ink } = outcomeLooks[outcome]
  return <Icon className={`size-6 ${ink}`} aria-hidden="true" />
}

/** What happened one after the other, on a line. */
export const History = ({ children }: { children: ReactNode }) => <ol className="mt-4">{children}</ol>

type Props = { outcome: OutcomeState; title: ReactNode; children?: ReactNode }

/** One thing of a history: its mark stands on the line. What is said below the title says the same in words. */
export function HistoryItem({ outcome, title, children }: Props) {
  return (
    <li className="group relative pb-6 pl-10 [overflow-wrap:anywhere] last:pb-0">
      <span
        className="absolute top-7 bottom-0 left-[0.6875rem] w-0.5 bg-line group-last:hidden"
        aria-hidden="true"
      />
      <span className="absolute top-0 left-0">
        <OutcomeMark outcome={outcome} />
      </span>
      <p className="label">{title}</p>
      {children}
    </li>
  )
}

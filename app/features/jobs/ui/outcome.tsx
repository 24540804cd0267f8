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
import { Chip } from '#app/ui/feedback/chip.tsx'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { JobAttempt, JobState } from '#app/features/jobs/schema.ts'

/** State of a job, attempt, run or step. */
export type OutcomeState = JobState | RunStep['outcome'] | NonNullable<JobAttempt['outcome']>

/** Labels and icons of the states. Each icon has a distinct shape, so that color is not the only cue. */
const outcomeLooks: Record<OutcomeState, { word: string; Icon: typeof Clock; ink: string }> = {
  queued: { word: 'Waiting', Icon: Clock, ink: 'text-soft' },
  waiting: { word: 'Waiting', Icon: Clock, ink: 'text-soft' },
  leased: { word: 'Assigned', Icon: CircleDashed, ink: 'text-water' },
  running: { word: 'Running', Icon: CirclePlay, ink: 'text-water' },
  succeeded: { word: 'Succeeded', Icon: CircleCheck, ink: 'text-go' },
  failed: { word: 'Failed', Icon: CircleX, ink: 'text-stop' },
  dead: { word: 'Dead', Icon: OctagonX, ink: 'text-stop' },
  lost: { word: 'Lost', Icon: Unplug, ink: 'text-stop' },
  skipped: { word: 'Skipped', Icon: CircleSlash, ink: 'text-muted' },
  cancelled: { word: 'Cancelled', Icon: Ban, ink: 'text-muted' },
  returned: { word: 'Returned', Icon: Undo2, ink: 'text-muted' },
}

/** Omits the attributes that the style of a chip sets, because a list repeats them in each row. */
const bare = {
  xmlns: undefined,
  width: undefined,
  height: undefined,
  fill: undefined,
  stroke: undefined,
  strokeWidth: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
}

/** Explanations of the states whose labels do not tell them apart. */
export const stateHelp: Partial<Record<JobState, string>> = {
  failed: 'Failed jobs are not retried automatically. Fix the cause, then retry.',
  dead: 'Dead jobs have used all their attempts.',
}

export const outcomeLabel = (is: OutcomeState): string => outcomeLooks[is].word

/** Renders a state as a chip with an icon and a word. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeState }) {
  const { word, Icon, ink } = outcomeLooks[outcome]
  return (
    <Chip ink={ink}>
      <Icon aria-hidden="true" {...bare} />
      {word}
    </Chip>
  )
}

/** Renders the icon of a timeline item. The visible text next to the icon names the state. */
function OutcomeMark({ outcome }: { outcome: OutcomeState }) {
  const { Icon, ink } = outcomeLooks[outcome]
  return <Icon className={`size-6 ${ink}`} aria-hidden="true" />
}

/** Renders a timeline of events in chronological order. */
export const History = ({ children }: { children: ReactNode }) => <ol className="mt-4">{children}</ol>

type Props = { outcome: OutcomeState; title: ReactNode; children?: ReactNode }

/** Renders a timeline item with its icon. The text below the title describes the outcome in words. */
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

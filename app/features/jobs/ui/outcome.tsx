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
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { JobAttempt, JobState } from '#app/features/jobs/schema.ts'

/** How a job, an attempt, a run or a step of one stands. */
export type Standing = JobState | RunStep['outcome'] | NonNullable<JobAttempt['outcome']>

/** Each has a form of its own, so that it can be told from the others without its colour. */
const looks: Record<Standing, { word: string; Icon: typeof Clock; ink: string }> = {
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

export const wordOf = (is: Standing): string => looks[is].word

/** How something stands, as a mark and a word. */
export function Outcome({ is }: { is: Standing }) {
  const { word, Icon, ink } = looks[is]
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${ink}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {word}
    </span>
  )
}

/** The mark alone, on the line of a history. The word stands beside it. */
export function OutcomeMark({ is }: { is: Standing }) {
  const { Icon, ink } = looks[is]
  return <Icon className={`size-6 ${ink}`} aria-hidden="true" />
}

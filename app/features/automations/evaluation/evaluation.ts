import type { Conditions } from '#app/features/actions/conditions.ts'
import type { Json } from '#app/primitives/json.ts'

/** Maximum total size of the patterns of one automation or command, in compiled instructions. */
export const MAX_INSTRUCTIONS = 1_000
/** Maximum processor time for the conditions of one automation per event, in milliseconds. */
export const EVENT_BUDGET_MS = 50
/** Maximum processor time for all conditions of one guild per batch of events, in milliseconds. */
export const BATCH_BUDGET_MS = 5_000

/**
 * Conditions to evaluate for events of some types or of any type. In a trial, every pattern is matched against every
 * text.
 */
export type Program = { conditions: Conditions; types: readonly string[] | null; trial?: boolean }

/** Request to the thread. `json` is null if the thread should have the list in its cache. */
export type EvaluationRequest = {
  id: number
  list: { key: string; json: Json<Program[]> | null }
  events: readonly object[]
  without: EvaluationFault[]
}

/** Reason why a program did not run: its pattern is invalid, too large or too slow. */
export type EvaluationFault = { program: number; reason: 'syntax' | 'size' | 'time' }

/** Messages that tell the guild's managers why conditions were not evaluated. */
export const slowReasons = {
  size: `The patterns have more than ${MAX_INSTRUCTIONS} instructions. Shorten the patterns, then enable the automation or command again.`,
  time: `The conditions took longer than ${EVENT_BUDGET_MS} ms for one event. Simplify the patterns, then enable the automation or command again.`,
  syntax: 'A pattern is invalid. Correct the pattern, then enable the automation or command again.',
} satisfies Record<EvaluationFault['reason'], string>

/** Response from the thread, with the programs that match each event and the programs that did not run. */
export type EvaluationResponse = {
  id: number
  hits: [program: number, event: number][]
  faults: EvaluationFault[]
}
/** Response from the thread if the list is not in its cache. */
export type UnknownListResponse = { id: number; unknown: true }

/** Positions in the shared memory: the progress, the current request and the current program. */
export const progress = { ticks: 0, ask: 1, program: 2, length: 3 }

export type EvaluationThread = { marks: SharedArrayBuffer }

import type { Conditions } from '#app/features/actions/conditions.ts'

/** How large the patterns of one automation or command may be together, in instructions of the compiled programs. */
export const MAX_INSTRUCTIONS = 1_000
/** How much processor time the conditions of one automation may take for one event, in milliseconds. */
export const EVENT_BUDGET_MS = 50
/** How much processor time all conditions of one guild may take for one batch of events, in milliseconds. */
export const BATCH_BUDGET_MS = 5_000

/** Conditions to evaluate for events of some types, or of any. On `trial`, every pattern reads every text. */
export type Program = { conditions: Conditions; types: readonly string[] | null; trial?: boolean }

/** To the thread. `json` is null when the thread should know the list by its key. */
export type EvaluationRequest = {
  id: number
  list: { key: string; json: string | null }
  events: readonly object[]
  without: EvaluationFault[]
}

/** Why a program did not run: its pattern is none, is too large, or took too long. */
export type EvaluationFault = { program: number; reason: 'syntax' | 'size' | 'time' }

/** From the thread: which programs hold for which events, and those that did not run. */
export type EvaluationResponse = {
  id: number
  hits: [program: number, event: number][]
  faults: EvaluationFault[]
}
/** From the thread: it does not know the list. */
export type UnknownListResponse = { id: number; unknown: true }

/** Positions in the memory that the thread shares: how far it is, with which request and which program. */
export const progress = { ticks: 0, ask: 1, program: 2, length: 3 }

export type EvaluationThread = { marks: SharedArrayBuffer }

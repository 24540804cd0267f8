import type { ActionType } from '#app/features/actions/schema.ts'
import { resolveAction } from '#app/features/actions/resolve-action.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

type FilledAction = {
  id: string
  type: ActionType
  /** With its templates filled in. */
  config: Record<string, unknown>
  delay_seconds: number
  on_error: 'stop' | 'continue'
}

/** The steps of a run before it begins. What an action lacks is known from the start, and makes it fail when its turn comes. */
export const initialSteps = (
  actions: FilledAction[],
  scene: { event: GatewayEvent; settings: GuildSettings },
): RunStep[] =>
  actions.map(({ id, type, config, delay_seconds, on_error }) => {
    const ready = resolveAction({ type, config }, scene)
    const input = 'config' in ready ? ready.config : config
    const error = 'problem' in ready ? { code: 'not_possible', message: ready.problem } : null
    const none = { output: null, job_id: null, attempts: 0, started_at: null, finished_at: null }
    return { id, type, outcome: 'waiting', delay_seconds, on_error, input, error, ...none }
  })

type RunError = { code: string; message: string; at: string }

/** Where a run stands: what comes next, null while a step is under way; or how it ended. */
export type Progress =
  | { outcome: 'running'; next: number | null }
  | { outcome: 'succeeded' }
  | { outcome: 'failed'; error: RunError }
  | { outcome: 'cancelled' }

/**
 * Says what comes after the steps that have ended, and marks what will not happen any more. A step that cannot be done
 * fails without a job; one that fails ends the run, unless its author wants it to go on.
 */
export function advanceSteps(steps: RunStep[], at: string): Progress {
  for (const [index, step] of steps.entries()) {
    if (step.outcome === 'running') return { outcome: 'running', next: null }
    if (step.outcome === 'waiting') {
      if (!step.error) return { outcome: 'running', next: index }
      step.outcome = 'failed'
      step.started_at = step.finished_at = at
    }
    if (step.outcome === 'cancelled') return skipAfter(steps, index, { outcome: 'cancelled' })
    if (step.outcome === 'failed' && step.on_error === 'stop') {
      return skipAfter(steps, index, { outcome: 'failed', error: firstError(steps, at)! })
    }
  }
  const error = firstError(steps, at)
  return error ? { outcome: 'failed', error } : { outcome: 'succeeded' }
}

function skipAfter(steps: RunStep[], index: number, progress: Progress): Progress {
  for (const step of steps.slice(index + 1)) if (step.outcome === 'waiting') step.outcome = 'skipped'
  return progress
}

function firstError(steps: RunStep[], at: string): RunError | undefined {
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  return failed && { code: failed.error!.code, message: failed.error!.message, at: failed.finished_at ?? at }
}

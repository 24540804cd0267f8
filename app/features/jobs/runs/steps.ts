import type { ActionType } from '#app/features/actions/action-types.ts'
import { awaitsMessage, resolveActions } from '#app/features/actions/resolve-action.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'

type FilledAction = {
  id: string
  type: ActionType
  /** Config after template variables are replaced. */
  config: Record<string, unknown>
  delay_seconds: number
  on_error: 'stop' | 'continue'
}

/**
 * Creates the steps of a run. An action that cannot be executed gets its error immediately, but its step fails only
 * when the run reaches it.
 */
export const initialSteps = (
  actions: FilledAction[],
  scene: { event: GatewayEvent; settings: GuildSettings },
): RunStep[] => {
  const resolved = resolveActions(actions, scene)
  return actions.map(({ id, type, config, delay_seconds, on_error }, index) => {
    const ready = resolved[index]!
    const input = 'config' in ready ? ready.config : config
    const error = 'problem' in ready ? notPossible(ready.problem) : null
    const none = { output: null, job_id: null, attempts: 0, started_at: null, finished_at: null }
    return { id, type, outcome: 'waiting', delay_seconds, on_error, input, error, ...none }
  })
}

const notPossible = (message: string) => ({ code: 'not_possible', message })

type RunError = { code: string; message: string; at: string }

/** Progress of a run: the next step (null while a step is running) or the outcome. */
export type Progress =
  | { outcome: 'running'; next: number | null }
  | { outcome: 'succeeded' }
  | { outcome: 'failed'; error: RunError }
  | { outcome: 'cancelled' }

/**
 * Returns the progress of a run and marks skipped steps. A step with an error fails without a job. A failed step ends
 * the run unless `on_error` is `continue`.
 */
export function advanceSteps(steps: RunStep[], at: string): Progress {
  for (const [index, step] of steps.entries()) {
    if (step.outcome === 'running') return { outcome: 'running', next: null }
    if (step.outcome === 'waiting') {
      if (!step.error) addSentMessage(step, steps.slice(0, index))
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

/** Adds the message of the last step that sent one to the step's channel, or the error if there is none. */
function addSentMessage(step: RunStep, earlier: RunStep[]): void {
  if (!awaitsMessage(step.type, step.input)) return
  const sent = earlier.findLast(
    ({ type, input }) => type === 'SEND_MESSAGE' && input.channel_id === step.input.channel_id,
  )
  if (sent?.outcome !== 'succeeded') {
    step.error = notPossible('The message of the earlier action was not sent.')
    return
  }
  // A runner reports the id, and another runner may get it.
  const reported = snowflake.safeParse((sent.output as { message_id?: unknown } | undefined)?.message_id)
  if (reported.success) step.input = { ...step.input, message_id: reported.data }
  else step.error = notPossible('The runner did not report the id of the sent message.')
}

function skipAfter(steps: RunStep[], index: number, progress: Progress): Progress {
  for (const step of steps.slice(index + 1)) if (step.outcome === 'waiting') step.outcome = 'skipped'
  return progress
}

function firstError(steps: RunStep[], at: string): RunError | undefined {
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  return failed && { code: failed.error!.code, message: failed.error!.message, at: failed.finished_at ?? at }
}

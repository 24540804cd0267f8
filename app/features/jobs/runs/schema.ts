import { z } from 'zod'
import { actionTypes } from '#app/features/actions/action-types.ts'
import { time } from '#app/primitives/schema.ts'

const fault = z.object({ code: z.string(), message: z.string() })

/**
 * Outcomes of a step. A `waiting` step has not started, a `running` step has a job, and a `skipped` step follows a
 * failed or cancelled step.
 */
const stepOutcomes = ['waiting', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const
export const runOutcomes = ['running', 'succeeded', 'failed', 'cancelled'] as const

/** Schema of one step of a run. */
const runStep = z
  .object({
    id: z.string().meta({ description: 'Id of the action.' }),
    type: z.enum(actionTypes),
    outcome: z.enum(stepOutcomes),
    delay_seconds: z.number().int(),
    on_error: z.enum(['stop', 'continue']),
    input: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Config after template variables are replaced.' }),
    output: z.unknown().meta({ description: 'Result of the runner.' }),
    error: fault.nullable(),
    job_id: z.string().nullable(),
    attempts: z.number().int().meta({ description: 'Number of attempts.' }),
    started_at: time.nullable().meta({ description: 'Time when the step was queued, before its delay.' }),
    finished_at: time.nullable(),
  })
  .meta({ id: 'RunStep', description: 'Result of one action in a run.' })

/** Schema of an automation run: the trigger event, the steps and the outcome. */
export const automationRun = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    event: z.record(z.string(), z.unknown()).meta({ description: 'Event that triggered the run.' }),
    outcome: z
      .enum(runOutcomes)
      .meta({ description: '`succeeded` if every step succeeded. `failed` if a step failed.' }),
    steps: z.array(runStep),
    error: fault.extend({ at: time }).nullable().meta({ description: 'Error of the first failed step.' }),
    started_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'AutomationRun', description: 'Run of an automation with its steps.' })

export type RunStep = z.output<typeof runStep>
export type AutomationRun = z.output<typeof automationRun>

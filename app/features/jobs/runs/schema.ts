import { z } from 'zod'
import { actionTypes } from '#app/features/actions/schema.ts'
import { time } from '#app/primitives/schema.ts'

const fault = z.object({ code: z.string(), message: z.string() })

/** How a step stands: `waiting` has not begun, `running` is a job, `skipped` comes after one that failed. */
const stepOutcomes = ['waiting', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const
const runOutcomes = ['running', 'succeeded', 'failed', 'cancelled'] as const

/** One action of a run. */
const runStep = z
  .object({
    id: z.string().meta({ description: 'Of the action, as its author called it.' }),
    type: z.enum(actionTypes),
    outcome: z.enum(stepOutcomes),
    delay_seconds: z.number().int(),
    on_error: z.enum(['stop', 'continue']),
    input: z.record(z.string(), z.unknown()).meta({ description: 'Its config, with the names filled in.' }),
    output: z.unknown().meta({ description: 'What the runner answered.' }),
    error: fault.nullable(),
    job_id: z.string().nullable(),
    attempts: z.number().int().meta({ description: 'How often it was tried.' }),
    started_at: time.nullable().meta({ description: 'When it was put into the queue, its delay included.' }),
    finished_at: time.nullable(),
  })
  .meta({ id: 'RunStep', description: 'What one action of a run did.' })

/** One time that an automation ran: what set it off, what each step did, and how it ended. */
export const automationRun = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    event: z.record(z.string(), z.unknown()).meta({ description: 'The event that set it off.' }),
    outcome: z
      .enum(runOutcomes)
      .meta({ description: '`succeeded` when every step did; `failed` when one did not.' }),
    steps: z.array(runStep),
    error: fault.extend({ at: time }).nullable().meta({ description: 'Of the first step that failed.' }),
    started_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'AutomationRun', description: 'One run of an automation, step by step.' })

export type RunStep = z.output<typeof runStep>
export type AutomationRun = z.output<typeof automationRun>

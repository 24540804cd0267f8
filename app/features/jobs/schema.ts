import { z } from 'zod'
import type { ResolvedConfig } from '#app/features/actions/resolve-action.ts'
import { type ActionType, actionTypes } from '#app/features/actions/action-types.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { integerParam, sortParams, type Sorted, time } from '#app/primitives/schema.ts'

/** States of a job. The last four states are final. */
export const jobStates = ['queued', 'leased', 'running', 'succeeded', 'failed', 'dead', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** Types of jobs. A job executes one action and has the action's type. */
export const jobTypes = actionTypes
export type JobType = ActionType

/** Source of a job: a step in a run of an automation or command, or a setting. Jobs of settings have no run. */
type JobSource = {
  kind: 'automation' | 'command' | 'setting'
  id: string
  name: string
  run_id: string | null
  step: number | null
}

/** Payload for a runner. Contains everything that the action needs, so the runner needs no further lookups. */
export type JobPayload = {
  guild_id: string
  config: ResolvedConfig
  source: JobSource
  event: GatewayEvent
}

/** Outcomes of an attempt. A `returned` attempt was not accepted or was returned to the queue, and is not counted. */
const attemptOutcomes = ['succeeded', 'failed', 'lost', 'returned', 'cancelled'] as const

const fault = z.object({ code: z.string(), message: z.string() })
const id = z.string().meta({ example: '01JDEM00000000000000000001' })

/** Schema of an attempt in the console and the API. `outcome` is null while the attempt is running. */
const jobAttempt = z
  .object({
    attempt: z.number().int(),
    outcome: z.enum(attemptOutcomes).nullable().meta({
      description: 'Null while in progress. `returned`: not accepted, and not counted as an attempt.',
    }),
    runner_id: z.string().nullable(),
    instance: z.string().nullable().meta({ description: 'Name of the runner.' }),
    leased_at: time,
    accepted_at: time.nullable(),
    ended_at: time.nullable(),
    error: fault.nullable(),
    late: z.unknown().meta({
      description: 'Result that arrived after the lease expired. The result has no effect.',
    }),
  })
  .meta({ id: 'JobAttempt', description: 'One attempt of a job.' })

const job = z
  .object({
    id,
    guild_id: z.string(),
    type: z.enum(jobTypes),
    state: z.enum(jobStates).meta({
      description:
        '`failed`: ended with a permanent error. `dead`: all attempts were used up. Both can be retried. `leased`: assigned to a runner, but not accepted yet.',
    }),
    source: z
      .object({
        kind: z.enum(['automation', 'command', 'setting']),
        id,
        name: z.string(),
        run_id: id.nullable().meta({ description: 'Null for the job of a setting, which has no run.' }),
        step: z.number().int().nullable().meta({ description: 'Index of the step in the run, or null.' }),
      })
      .meta({ description: 'Step of an automation or command, or the setting that caused the job.' }),
    priority: z.number().int(),
    attempt: z.number().int().meta({ description: 'Number of attempts.' }),
    max_attempts: z.number().int(),
    run_at: time.meta({ description: 'Earliest time of the next attempt.' }),
    deadline_at: time.nullable().meta({ description: 'Deadline. The job does not run after this time.' }),
    cancel_requested_at: time.nullable(),
    error: fault.extend({ at: time }).nullable(),
    created_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'Job', description: 'Action for a runner.' })

/** Schema of a job with all details. */
export const jobDetails = job
  .extend({
    config: z.record(z.string(), z.unknown()),
    result: z.unknown().meta({ description: 'Result of the runner.' }),
    attempts: z.array(jobAttempt).meta({ description: 'Attempts, oldest first.' }),
  })
  .meta({ id: 'JobDetails', description: 'Job with its attempts.' })

export type Job = z.output<typeof job>
export type JobDetails = z.output<typeof jobDetails>
export type JobAttempt = z.output<typeof jobAttempt>

/** Checks whether a job is in a final state. Only a replay can change a final state. */
export const isEnded = (state: string) => ['succeeded', 'failed', 'dead', 'cancelled'].includes(state)
/** Checks whether the state of a job allows a manual replay. */
export const isReplayable = (state: string) => state === 'failed' || state === 'dead' || state === 'cancelled'

/** Schema of the job filters and the page cursor. */
export const jobsQuery = z.object({
  state: z
    .enum(jobStates, { error: `Use one of: ${jobStates.join(', ')}.` })
    .optional()
    .meta({ description: 'Only jobs in this state.', example: 'dead' }),
  type: z
    .enum(jobTypes, { error: `Use one of: ${jobTypes.join(', ')}.` })
    .optional()
    .meta({ description: 'Only jobs with this action.', example: 'SEND_MESSAGE' }),
  before: z
    .string()
    .min(1, { error: 'Enter the id of a job.' })
    .max(100, { error: 'Enter the id of a job.' })
    .optional()
    .meta({
      description: 'Only jobs before the job with this id. Use `next_before` of the previous page.',
      example: '01JDEM00000000000000000009',
    }),
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of jobs.', example: 20 }),
})

export const jobsPage = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  jobs: z.array(job).max(100).meta({ description: 'Jobs, newest first.' }),
  next_before: z
    .string()
    .nullable()
    .meta({ description: 'Value of `before` for the next page. Null on the last page.' }),
  limit: z.number().int().meta({ example: 50 }),
})

/** Columns that sort the list of jobs in the console. */
export const jobSort = sortParams(['created_at', 'type', 'state'])

export type JobsQuery = z.output<typeof jobsQuery>
export type JobSort = Sorted<'created_at' | 'type' | 'state'>

import { z } from 'zod'
import type { ResolvedConfig } from '#app/features/actions/resolve-action.ts'
import { type ActionType, actionTypes } from '#app/features/actions/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { integerParam, time } from '#app/primitives/schema.ts'

/** Where a job stands. The last four are ends. */
export const jobStates = ['queued', 'leased', 'running', 'succeeded', 'failed', 'dead', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** A job is one action, and its type is the action’s. */
export const jobTypes = actionTypes
export type JobType = ActionType

/** What a job belongs to: a step of a run of an automation or of a command. */
type JobSource = {
  kind: 'automation' | 'command'
  id: string
  name: string
  run_id: string
  step: number
}

/** What a runner is told: everything that the action needs, with nothing left to be looked up. */
export type JobPayload = {
  guild_id: string
  config: ResolvedConfig
  source: JobSource
  event: GatewayEvent
}

/** How an attempt ended. `returned` was not taken on or was given back, and is not charged. */
const attemptOutcomes = ['succeeded', 'failed', 'lost', 'returned', 'cancelled'] as const

const fault = z.object({ code: z.string(), message: z.string() })
const id = z.string().meta({ example: '01JDEM00000000000000000001' })

/** One attempt as the console and the API show it; without `outcome` it is under way. */
const jobAttempt = z
  .object({
    attempt: z.number().int(),
    outcome: z.enum(attemptOutcomes).nullable().meta({
      description: 'Null while it is under way. `returned` was not taken on, and does not count as a try.',
    }),
    runner_id: z.string().nullable(),
    instance: z.string().nullable().meta({ description: 'What the runner calls itself.' }),
    leased_at: time,
    accepted_at: time.nullable(),
    ended_at: time.nullable(),
    error: fault.nullable(),
    late: z.unknown().meta({
      description: 'What the runner reported after its lease was over: it changed nothing.',
    }),
  })
  .meta({ id: 'JobAttempt', description: 'One try of a job.' })

const job = z
  .object({
    id,
    guild_id: z.string(),
    type: z.enum(jobTypes),
    state: z.enum(jobStates).meta({
      description:
        '`failed` ended for good, `dead` used up its attempts: both can be replayed. `leased` was given to a runner that has not taken it on yet.',
    }),
    source: z
      .object({
        kind: z.enum(['automation', 'command']),
        id,
        name: z.string(),
        run_id: id,
        step: z.number().int(),
      })
      .meta({ description: 'The step of the run that it is.' }),
    priority: z.number().int(),
    attempt: z.number().int().meta({ description: 'How often it was tried.' }),
    max_attempts: z.number().int(),
    run_at: time.meta({ description: 'Not before this time.' }),
    deadline_at: time.nullable().meta({ description: 'Not after this time.' }),
    cancel_requested_at: time.nullable(),
    error: fault.extend({ at: time }).nullable(),
    created_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'Job', description: 'One action that a runner has to do.' })

/** A job with all that is known of it. */
export const jobDetails = job
  .extend({
    config: z.record(z.string(), z.unknown()),
    result: z.unknown().meta({ description: 'What the runner answered.' }),
    attempts: z.array(jobAttempt).meta({ description: 'The oldest first.' }),
  })
  .meta({ id: 'JobDetails', description: 'A job, with every try of it.' })

export type Job = z.output<typeof job>
export type JobDetails = z.output<typeof jobDetails>
export type JobAttempt = z.output<typeof jobAttempt>

/** True for a job that nothing more happens to by itself. */
export const isEnded = (state: string) => ['succeeded', 'failed', 'dead', 'cancelled'].includes(state)
/** True for a job that may be tried again by hand. */
export const isReplayable = (state: string) => state === 'failed' || state === 'dead' || state === 'cancelled'

/** What the jobs of a guild can be narrowed by, and where a page of them begins. */
export const jobsQuery = z.object({
  state: z
    .enum(jobStates, { error: `One of ${jobStates.join(', ')}.` })
    .optional()
    .meta({ description: 'Only jobs that stand like this.', example: 'dead' }),
  type: z
    .enum(jobTypes, { error: `One of ${jobTypes.join(', ')}.` })
    .optional()
    .meta({ description: 'Only jobs that do this.', example: 'SEND_MESSAGE' }),
  before: z
    .string()
    .min(1, { error: 'The id of a job.' })
    .max(100, { error: 'The id of a job.' })
    .optional()
    .meta({
      description: 'Only jobs made before the one with this id: `next_before` of the page before.',
      example: '01JDEM00000000000000000009',
    }),
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of jobs.', example: 20 }),
})

export const jobsPage = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  jobs: z.array(job).max(100).meta({ description: 'The newest first.' }),
  next_before: z
    .string()
    .nullable()
    .meta({ description: 'What to send as `before` for the next page; null on the last one.' }),
  limit: z.number().int().meta({ example: 50 }),
})

export type JobsQuery = z.output<typeof jobsQuery>

import { z } from 'zod'
import { job, jobStates, jobTypes } from '#app/features/jobs/schema.ts'
import { integerParam } from '#app/primitives/query-values.ts'

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

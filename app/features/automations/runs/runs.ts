import { z } from 'zod'
import { automationRun, type AutomationRun, runOutcomes } from '#app/features/jobs/runs/schema.ts'
import { integerParam, sortParams } from '#app/primitives/schema.ts'

const id = z.string().min(1).max(100)

/** Filters, order and cursor of a guild's runs in the console. */
export const runsQuery = z.object({
  automation: id.optional(),
  outcome: z.enum(runOutcomes, { error: `Use one of: ${runOutcomes.join(', ')}.` }).optional(),
  ...sortParams(['started_at', 'name', 'outcome']),
  before: id.optional(),
  limit: integerParam(1, 100),
})

/** Query of the list of runs in the API. */
export const runListQuery = z.object({
  automation: id.optional().meta({
    description: 'Only runs of the automation with this id.',
    example: '01JDEM00000000000000000001',
  }),
  outcome: runsQuery.shape.outcome.meta({ description: 'Only runs with this outcome.', example: 'failed' }),
  before: id.optional().meta({
    description: 'Only runs before the run with this id. Use `next_before` of the previous page.',
    example: '01JDEM000000000000000R0001',
  }),
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of runs.', example: 20 }),
})

export const runsPage = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  runs: z.array(
    automationRun.omit({ steps: true }).extend({
      name: z.string().meta({ description: 'Name of the automation at the time of the run.' }),
      succeeded: z.number().int().meta({ description: 'Number of successful steps.' }),
      steps: z.number().int().meta({ description: 'Number of steps.' }),
    }),
  ),
  next_before: z
    .string()
    .nullable()
    .meta({ description: 'Value of `before` for the next page. Null on the last page.' }),
  limit: z.number().int().meta({ example: 50 }),
})

export type RunsQuery = z.output<typeof runsQuery>

/** Run in a list, without its steps and without the data of its event. */
export type ListedRun = Pick<
  AutomationRun,
  'id' | 'automation_id' | 'event' | 'outcome' | 'error' | 'started_at' | 'finished_at'
> & {
  /** Name of the automation at the time of the run. */
  name: string
  succeeded: number
  steps: number
}

import { z } from 'zod'
import { type AutomationRun, runOutcomes } from '#app/features/jobs/runs/schema.ts'
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

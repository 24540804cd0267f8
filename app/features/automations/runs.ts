import { z } from 'zod'

const time = z.string().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })

/** One time that an automation ran: what set it off, what each step did, and how it ended. */
export const automationRun = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    event: z.record(z.string(), z.unknown()).meta({ description: 'The event that set it off.' }),
    outcome: z.string().meta({ description: 'How it ended, such as `succeeded`, `failed` or `running`.' }),
    steps: z.array(z.record(z.string(), z.unknown())),
    error: z.object({ code: z.string(), message: z.string(), at: time }).nullable(),
    started_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'AutomationRun', description: 'One run of an automation, step by step.' })

export type AutomationRun = z.output<typeof automationRun>

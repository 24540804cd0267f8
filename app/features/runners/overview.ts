import { z } from 'zod'
import { time } from '#app/primitives/schema.ts'

const id = z.string().meta({ example: 'a1B2c3D4' })

/** Schema of a runner session with its last known state. */
const runnerInstance = z
  .object({
    session_id: z.string().meta({ example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }),
    name: z.string().meta({ description: 'Name of the process.', example: 'Home server' }),
    version: z.string().meta({ description: 'Reported version.', example: '1.0.0' }),
    connected: z
      .boolean()
      .meta({ description: 'False after a disconnect, or after 37.5 seconds without a heartbeat.' }),
    connected_at: time,
    disconnected_at: time.nullable(),
    last_seen_at: time,
    slots: z.number().int().meta({ description: 'Maximum number of unfinished jobs.', example: 10 }),
    load: z.number().int().meta({ description: 'Number of unfinished jobs.', example: 3 }),
  })
  .meta({ id: 'RunnerInstance', description: 'A runner process, as of its last heartbeat.' })

/** Schema of an active runner with its sessions. */
const runner = z
  .object({
    id,
    name: z.string().meta({ example: 'Harbour' }),
    guild_id: z.string().nullable().meta({
      description: 'Guild that it serves. Null for all.',
      example: null,
    }),
    created_at: time,
    last_seen_at: time.nullable(),
    instances: z.array(runnerInstance).meta({ description: 'Last active first.' }),
  })
  .meta({ id: 'Runner', description: 'A runner with a valid token, and its processes.' })

export const runnersOverview = z.object({
  runners: z.array(runner).meta({ description: 'Runners, oldest first. Revoked runners are omitted.' }),
  queue: z
    .object({
      running: z.int().meta({ description: 'Number of jobs assigned to runners.', example: 3 }),
      waiting: z
        .int()
        .meta({ description: 'Number of due jobs that are waiting for a runner.', example: 12 }),
      later: z.int().meta({ description: 'Number of jobs that are scheduled for later.', example: 4 }),
    })
    .meta({ description: 'Job counts for all guilds.' }),
})

export type Runner = z.output<typeof runner>
export type RunnerInstance = z.output<typeof runnerInstance>
export type RunnersOverview = z.output<typeof runnersOverview>

import { z } from 'zod'
import { time } from '#app/primitives/schema.ts'

const id = z.string().meta({ example: 'a1B2c3D4' })

/** One process of a runner, as it was last heard of. */
const runnerInstance = z
  .object({
    session_id: z.string().meta({ example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }),
    name: z.string().meta({ description: 'What it calls itself.', example: 'Home server' }),
    version: z.string().meta({ description: 'What it says its version is.', example: '1.0.0' }),
    connected: z.boolean().meta({ description: 'False once it has left, or was silent for 37.5 seconds.' }),
    connected_at: time,
    disconnected_at: time.nullable(),
    last_seen_at: time,
    slots: z.number().int().meta({ description: 'How many unfinished jobs it takes.', example: 10 }),
    load: z.number().int().meta({ description: 'How many unfinished jobs it has.', example: 3 }),
  })
  .meta({ id: 'RunnerInstance', description: 'One process of a runner, as it was last heard of.' })

/** A runner whose token holds, with its processes. */
const runner = z
  .object({
    id,
    name: z.string().meta({ example: 'Harbour' }),
    guild_id: z.string().nullable().meta({
      description: 'The one guild that it serves; null for all of them.',
      example: null,
    }),
    created_at: time,
    last_seen_at: time.nullable(),
    instances: z.array(runnerInstance).meta({ description: 'The one heard of last before the others.' }),
  })
  .meta({ id: 'Runner', description: 'A runner whose token holds, with its processes.' })

export const runnersOverview = z.object({
  runners: z.array(runner).meta({ description: 'The oldest first. Revoked ones are left out.' }),
  queue: z
    .object({
      running: z.int().meta({ description: 'How many jobs a runner has.', example: 3 }),
      waiting: z.int().meta({ description: 'How many jobs are due and wait for a runner.', example: 12 }),
      later: z.int().meta({ description: 'How many jobs are to be done later.', example: 4 }),
    })
    .meta({ description: 'How many jobs there are, over all guilds.' }),
})

export type Runner = z.output<typeof runner>
export type RunnerInstance = z.output<typeof runnerInstance>
export type RunnersOverview = z.output<typeof runnersOverview>

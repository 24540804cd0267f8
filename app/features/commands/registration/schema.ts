import { z } from 'zod'
import { snowflake, time } from '#app/primitives/schema.ts'

export const registerInput = z.strictObject({
  force: z
    .boolean()
    .default(false)
    .meta({ description: 'True asks Discord what it really has, instead of going by what was sent last.' }),
})

const names = z.array(z.string()).meta({ example: ['hello'] })
const change = { created: names, updated: names, deleted: names }
const guild_id = snowflake.meta({ example: '100000000000000001' })

/** What a registration did. */
export const registrationReport = z
  .object({
    guild_id,
    changed: z.boolean().meta({ description: 'False when Discord had everything as it stands here.' }),
    ...change,
    unchanged: names,
    registered_at: time.meta({ description: 'When Discord last took the commands of the guild.' }),
    total: z.number().int().meta({ description: 'How many commands Discord has now.', example: 12 }),
  })
  .meta({ id: 'RegistrationReport', description: 'What a registration did, by the names of the commands.' })

/** How the registration of a guild stands. */
export const registrationState = z
  .object({
    guild_id,
    registered_at: time.nullable(),
    total: z.number().int(),
    last_error: z
      .object({ code: z.string(), message: z.string(), at: time })
      .nullable()
      .meta({ description: 'Why the last one failed; null when it did not.' }),
    running: z.boolean().meta({ description: 'True while one is under way.' }),
    pending: z.object(change).meta({ description: 'What the next one would change, by what was sent last.' }),
  })
  .meta({ id: 'RegistrationState' })

export type RegistrationReport = z.output<typeof registrationReport>
export type RegistrationState = z.output<typeof registrationState>

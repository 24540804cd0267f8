import { z } from 'zod'
import { snowflake, time } from '#app/primitives/schema.ts'

export const registerInput = z.strictObject({
  force: z
    .boolean()
    .default(false)
    .meta({ description: 'True to compare with the commands in Discord instead of the last registration.' }),
})

const names = z.array(z.string()).meta({ example: ['hello'] })
const change = { created: names, updated: names, deleted: names }
const guild_id = snowflake.meta({ example: '100000000000000001' })

/** Result of a registration. */
export const registrationReport = z
  .object({
    guild_id,
    changed: z.boolean().meta({ description: 'False if Discord was up to date.' }),
    ...change,
    unchanged: names,
    registered_at: time.meta({ description: 'Time of the last registration.' }),
    total: z.number().int().meta({ description: 'Current number of commands in Discord.', example: 12 }),
  })
  .meta({ id: 'RegistrationReport', description: 'Result of a registration, by command name.' })

/** Registration state of a guild. */
export const registrationState = z
  .object({
    guild_id,
    registered_at: time.nullable(),
    total: z.number().int(),
    last_error: z
      .object({ code: z.string(), message: z.string(), at: time })
      .nullable()
      .meta({ description: 'Error of the last registration. Null if there was no error.' }),
    running: z.boolean().meta({ description: 'True while a registration runs.' }),
    pending: z.object(change).meta({ description: 'Pending changes that the next registration will send.' }),
  })
  .meta({ id: 'RegistrationState' })

export type RegistrationReport = z.output<typeof registrationReport>
export type RegistrationState = z.output<typeof registrationState>

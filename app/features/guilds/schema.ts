import { z } from 'zod'
import { snowflake, time, visibleLine } from '#app/primitives/schema.ts'

export const addGuildInput = z.strictObject({
  id: snowflake,
  name: visibleLine(
    z
      .string()
      .trim()
      .min(1, { error: 'Enter a name.' })
      .max(100, { error: 'Use at most 100 characters.', abort: true }),
  ),
})

/** Guild that uses this service. */
export const guild = z
  .object({
    id: z.string().meta({ example: '100000000000000001' }),
    name: z.string().meta({ example: 'Harbour' }),
    created_at: time,
  })
  .meta({ id: 'Guild', description: 'A guild that uses this service.' })

/** User who manages a guild, regardless of their role. */
export const manager = z
  .object({
    user_id: z.string().meta({ example: '01JDEM00000000000000000001' }),
    name: z.string().meta({ example: 'Ada' }),
    email: z.string().meta({ example: 'ada@example.org' }),
    created_at: time.meta({ description: 'Time at which the user became a manager.' }),
  })
  .meta({ id: 'GuildManager', description: 'A user who manages a guild, regardless of their role.' })

export type AddGuildInput = z.infer<typeof addGuildInput>
export type Guild = z.infer<typeof guild>
export type Manager = z.infer<typeof manager>

/** Data for the layout of a guild's sections. */
export type GuildFrame = {
  guild: Guild
  /** Whether the user can add and remove managers of the guild. */
  mayAssign: boolean
  /** True if the user is a demo visitor. */
  isDemo: boolean
}

/** Query of the guild list. */
export type GuildsQuery = { q?: string | undefined; limit: number; offset: number }

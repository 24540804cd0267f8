import { z } from 'zod'

/** Who reads what belongs to a guild: its managers and the administrators. */
export const reading = { session: 'guild:read' } as const
/** Who writes it: the same. */
export const writing = { session: 'guild:write' } as const

export const guildId = z
  .string()
  .meta({ description: 'The guild’s Discord id.', example: '100000000000000001' })
/** The path of what a guild has. */
export const guildParam = z.object({ guildId })
/** The path of one thing of a guild. */
export const itemParam = z.object({ guildId, id: z.string().meta({ example: '01JDEM00000000000000000001' }) })

/** What every answer with a part of a list says of the whole. */
export const paged = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() }

/** What the description of every versioned thing says. */
export const ofVersion =
  'The entity tag of the answer is the version that the next write names in `If-Match`.'

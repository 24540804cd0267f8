import { z } from 'zod'
import { operationsAt, streamed } from '#app/operations/operation.ts'

/** Read access to guild data, for managers of the guild and administrators. */
export const guildRead = { session: 'guild:read' } as const
/** Write access to guild data, for managers of the guild and administrators. */
export const guildWrite = { session: 'guild:write' } as const

export const guildId = z
  .string()
  .meta({ description: 'Discord id of the guild.', example: '100000000000000001' })
/** Path parameters of guild resources. */
export const guildParam = z.object({ guildId })
/** Path parameters of a single guild resource. */
export const itemParam = z.object({ guildId, id: z.string().meta({ example: '01JDEM00000000000000000001' }) })

/** Declares an operation on guild resources. */
export const inGuild = operationsAt('/api/guilds/{guildId}', { params: guildParam, refuses: [404] })
/** Declares an operation on a single guild resource. */
export const onGuildItem = operationsAt('/api/guilds/{guildId}', { params: itemParam, refuses: [404] })

/** Fields that every paginated response has. */
export const pageFields = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() }

/** Description shared by all versioned resources. */
export const versionDescription =
  'The entity tag of the response is the version to send in `If-Match` with the next write.'

/** Stream that reports changes until the client disconnects. */
export const changeStream = streamed({
  'text/event-stream': z.string().meta({
    description: 'Server-Sent Events of the `change` type, with the time as data.',
    example: 'event: change\ndata: {"at":"2026-11-21T09:30:00.000Z"}\n\n',
  }),
})

/** Description shared by all change streams. */
export const changeStreamDescription =
  'Each event reports a change without details, so read the resource again. The stream sends at most one event per second, and a comment every 15 seconds. The stream ends after five minutes, so clients must reconnect. A session can have five open streams. Opening a sixth stream returns 409.'

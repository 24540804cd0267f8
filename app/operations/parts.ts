import { z } from 'zod'
import { operationsAt, streamed } from '#app/operations/operation.ts'

/** Who reads what belongs to a guild: its managers and the administrators. */
export const guildRead = { session: 'guild:read' } as const
/** Who writes it: the same. */
export const guildWrite = { session: 'guild:write' } as const

export const guildId = z
  .string()
  .meta({ description: 'The guild’s Discord id.', example: '100000000000000001' })
/** The path of what a guild has. */
export const guildParam = z.object({ guildId })
/** The path of one thing of a guild. */
export const itemParam = z.object({ guildId, id: z.string().meta({ example: '01JDEM00000000000000000001' }) })

/** Declares an operation on what a guild has. */
export const inGuild = operationsAt('/api/guilds/{guildId}', { params: guildParam, refuses: [404] })
/** Declares an operation on one thing of a guild. */
export const onGuildItem = operationsAt('/api/guilds/{guildId}', { params: itemParam, refuses: [404] })

/** What every answer with a part of a list says of the whole. */
export const pageFields = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() }

/** What the description of every versioned thing says. */
export const versionDescription =
  'The entity tag of the answer is the version that the next write names in `If-Match`.'

/** The answer that tells of changes for as long as somebody listens. */
export const changeStream = streamed({
  'text/event-stream': z.string().meta({
    description: 'Server-Sent Events: `change`, whose data is the time.',
    example: 'event: change\ndata: {"at":"2026-11-21T09:30:00.000Z"}\n\n',
  }),
})

/** What the description of every such stream says. */
export const changeStreamDescription =
  'An event reports that something changed. It does not say what changed, so read the resource again. The stream sends at most one event per second, and a comment every 15 seconds. It ends after five minutes, and clients reconnect. A session can have five streams. A sixth returns 409.'

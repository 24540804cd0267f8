import { z } from 'zod'
import { eventTypes, gatewayEvent } from '#app/features/events/schema.ts'
import { integerParam, time } from '#app/primitives/schema.ts'

const id = (error: string) => z.string().min(1, { error }).max(100, { error })

/** What the log of events can be narrowed by, and where a page of it begins. */
export const eventsQuery = z.object({
  type: z
    .enum(eventTypes, { error: 'There is no such type of event.' })
    .optional()
    .meta({ description: 'Only events of this type.', example: 'MEMBER_JOIN' }),
  actor: id('The id of who did it, up to 100 characters.')
    .optional()
    .meta({ description: 'Only what the user or bot with this id did.', example: '200000000000000042' }),
  before: id('The id of an event, up to 100 characters.').optional().meta({
    description: 'Only what was before the event with this id: `next_before` of the page before.',
    example: '1310000000000000001',
  }),
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of events.', example: 20 }),
})

/** An event as it was reported, with the time at which it came. */
export const loggedEvent = z
  .object({
    ...gatewayEvent.shape,
    received_at: time,
  })
  .meta({ id: 'LoggedEvent', description: 'Something that happened in a guild.' })

export const eventsPage = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  events: z.array(loggedEvent).max(100).meta({ description: 'The newest first.' }),
  next_before: z
    .string()
    .nullable()
    .meta({ description: 'What to send as `before` for the next page; null on the last one.' }),
  limit: z.number().int().meta({ example: 50 }),
})

export type EventsQuery = z.infer<typeof eventsQuery>
export type LoggedEvent = z.infer<typeof loggedEvent>

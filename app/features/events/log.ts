import { z } from 'zod'
import { eventTypes, gatewayEvent } from '#app/features/events/schema.ts'
import { integerParam, sortParams, type Sorted, time } from '#app/primitives/schema.ts'

const id = (error: string) => z.string().min(1, { error }).max(100, { error })

/** Filters and cursor of the event log. */
export const eventsQuery = z.object({
  type: z
    .enum(eventTypes, { error: 'Use an event type from the list of events.' })
    .optional()
    .meta({ description: 'Only events of this type.', example: 'MEMBER_JOIN' }),
  actor: id('Enter the id of the actor in up to 100 characters.')
    .optional()
    .meta({ description: 'Only events of this user or bot.', example: '200000000000000042' }),
  before: id('Enter the id of an event in up to 100 characters.').optional().meta({
    description: 'Only events before the event with this id. Use `next_before` of the previous page.',
    example: '1310000000000000001',
  }),
  limit: integerParam(1, 100).default(50).meta({ description: 'Maximum number of events.', example: 20 }),
})

/** Event as reported, with its time of receipt. */
export const loggedEvent = z
  .object({
    ...gatewayEvent.shape,
    received_at: time,
  })
  .meta({ id: 'LoggedEvent', description: 'An event in a guild.' })

export const eventsPage = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  events: z.array(loggedEvent).max(100).meta({ description: 'Events, newest first.' }),
  next_before: z
    .string()
    .nullable()
    .meta({ description: 'Value of `before` for the next page. Null on the last page.' }),
  limit: z.number().int().meta({ example: 50 }),
})

/** Columns that sort the list of events in the console. */
export const eventSort = sortParams(['occurred_at', 'type'])

export type EventSort = Sorted<'occurred_at' | 'type'>
export type EventsQuery = z.infer<typeof eventsQuery>
export type LoggedEvent = z.infer<typeof loggedEvent>

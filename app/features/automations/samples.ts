import type { EventType } from '#app/features/events/labels.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { isObject } from '#app/primitives/objects.ts'

type Sample = Pick<GatewayEvent, 'actor' | 'target' | 'channel' | 'data'>

const member = { id: '200000000000000042', name: 'Ada', is_bot: false }
const general = { id: '300000000000000001', name: 'general' }
const lounge = { id: '300000000000000009', name: 'Lounge' }
const message = { id: '700000000000000001', kind: 'message', name: '' }
const role = { id: '400000000000000002', kind: 'role', name: 'Newcomer' }
const user = { id: '200000000000000077', kind: 'user', name: 'Bela' }
const channel = { id: '300000000000000010', kind: 'channel', name: 'new-ideas' }

const sampleData: Sample = { actor: null, target: null, channel: null, data: {} }
const by = (rest: Partial<Sample> = {}): Sample => ({ ...sampleData, actor: member, ...rest })
const inGeneral = (rest: Partial<Sample> = {}): Sample => by({ channel: general, ...rest })

/** Id of an event that is made for a run. Recorded events cannot have it. */
export const MADE_EVENT = 'manual:made'

/** Sample data of each event type, which defines the fields for conditions and templates. */
export const samples: Record<EventType, Sample> = {
  MEMBER_JOIN: by(),
  MEMBER_LEAVE: by(),
  MEMBER_UPDATE: by({ data: { nick: 'Countess' } }),
  MEMBER_BAN: { ...sampleData, target: user },
  MEMBER_UNBAN: { ...sampleData, target: user },
  MEMBER_ROLE_ADD: by({ target: role }),
  MEMBER_ROLE_REMOVE: by({ target: role }),
  MESSAGE_CREATE: inGeneral({ target: message, data: { content: 'Hello everyone!', length: 16 } }),
  MESSAGE_UPDATE: inGeneral({ target: message, data: { content: 'Hello, everybody!', length: 17 } }),
  MESSAGE_DELETE: { ...sampleData, channel: general, target: message },
  VOICE_JOIN: by({ channel: lounge }),
  VOICE_LEAVE: by({ channel: lounge }),
  VOICE_MOVE: by({ channel: lounge, data: { from_channel_id: '300000000000000012' } }),
  REACTION_ADD: inGeneral({ target: message, data: { emoji: '👍' } }),
  REACTION_REMOVE: inGeneral({ target: message, data: { emoji: '👍' } }),
  CHANNEL_CREATE: { ...sampleData, target: channel, channel: asChannel(channel) },
  CHANNEL_UPDATE: { ...sampleData, target: channel, channel: asChannel(channel) },
  CHANNEL_DELETE: { ...sampleData, target: channel, channel: asChannel(channel) },
  THREAD_CREATE: inGeneral({ target: { id: '300000000000000011', kind: 'thread', name: 'A question' } }),
  SCHEDULED_EVENT_CREATE: by({
    target: { id: '800000000000000001', kind: 'scheduled_event', name: 'Film night' },
    data: { starts_at: '2026-12-04T19:00:00.000Z' },
  }),
  COMMAND_USE: inGeneral({ data: { command: 'hello', failed: false, options: { topic: 'roles' } } }),
  BUTTON_CLICK: inGeneral({ data: { control: 'ticket', values: [] } }),
  SELECT_USE: inGeneral({ data: { control: 'colour', values: ['green'] } }),
  MODAL_SUBMIT: inGeneral({ data: { fields: { subject: 'My account', details: 'I cannot post.' } } }),
  ENTRY_PUBLISHED: {
    ...sampleData,
    target: { id: '01JDEM00000000000000000001', kind: 'entry', name: 'Opening hours' },
    data: {
      kind: 'post',
      title: 'Opening hours',
      description: 'When we are open this winter.',
      url: 'https://www.example.org/blog/opening-hours',
      image_url: 'https://www.example.org/share/blog/opening-hours.png',
      tags: 'news, winter',
    },
  },
  SCHEDULE: sampleData,
}

/** Creates a sample event of a type for a guild and a time. */
export const sampleEvent = (type: EventType, guildId: string, at: Date): GatewayEvent => ({
  id: `sample-${type}`,
  type,
  occurred_at: at.toISOString(),
  guild_id: guildId,
  ...samples[type],
})

/** Returns the field names of these event types for conditions, such as `actor.id`. */
export function eventFieldNames(types: readonly EventType[]): string[] {
  const names = types.flatMap((type) => ['type', ...leafPaths(samples[type], '')])
  return [...new Set(names)].sort()
}

function leafPaths(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (isObject(inner)) {
      return leafPaths(inner, `${path}${name}.`)
    }
    return inner === null ? [] : [`${path}${name}`]
  })
}

function asChannel({ id, name }: { id: string; name: string }) {
  return { id, name }
}

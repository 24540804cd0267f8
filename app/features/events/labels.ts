import type { GatewayEvent } from '#app/features/events/schema.ts'

export type EventType = GatewayEvent['type']

/**
 * Labels of an event: the name in lists, the title after the event, and the text after “When” if different from the
 * name.
 */
type Words = { name: string; title: string; when?: string }
type Labels = Partial<Record<EventType, Words>>

const members = {
  MEMBER_JOIN: { name: 'A member joins', title: 'A member joined' },
  MEMBER_LEAVE: { name: 'A member leaves', title: 'A member left' },
  MEMBER_UPDATE: { name: 'A member changes', title: 'A member changed' },
  MEMBER_BAN: { name: 'A user is banned', title: 'A user was banned' },
  MEMBER_UNBAN: { name: 'A user is unbanned', title: 'A user was unbanned' },
  MEMBER_ROLE_ADD: { name: 'A member gets a role', title: 'A role was added' },
  MEMBER_ROLE_REMOVE: { name: 'A member loses a role', title: 'A role was removed' },
} satisfies Labels

const messages = {
  MESSAGE_CREATE: { name: 'A message is sent', title: 'A message was sent' },
  MESSAGE_UPDATE: { name: 'A message is edited', title: 'A message was edited' },
  MESSAGE_DELETE: { name: 'A message is deleted', title: 'A message was deleted' },
  REACTION_ADD: {
    name: 'A reaction is added',
    title: 'A reaction was added',
    when: 'a user reacts to a message',
  },
  REACTION_REMOVE: { name: 'A reaction is removed', title: 'A reaction was removed' },
} satisfies Labels

const voice = {
  VOICE_JOIN: { name: 'A member joins a voice channel', title: 'Joined a voice channel' },
  VOICE_LEAVE: { name: 'A member leaves a voice channel', title: 'Left a voice channel' },
  VOICE_MOVE: { name: 'A member changes voice channels', title: 'Changed the voice channel' },
} satisfies Labels

const channels = {
  CHANNEL_CREATE: { name: 'A channel is created', title: 'A channel was created' },
  CHANNEL_UPDATE: { name: 'A channel changes', title: 'A channel changed' },
  CHANNEL_DELETE: { name: 'A channel is deleted', title: 'A channel was deleted' },
  THREAD_CREATE: { name: 'A thread is created', title: 'A thread was created' },
  SCHEDULED_EVENT_CREATE: { name: 'A server event is scheduled', title: 'A server event was scheduled' },
} satisfies Labels

const controls = {
  COMMAND_USE: { name: 'A command is used', title: 'A command was used' },
  BUTTON_CLICK: { name: 'A button is pressed', title: 'A button was pressed' },
  SELECT_USE: { name: 'A select is used', title: 'A select was used' },
  MODAL_SUBMIT: { name: 'A form is submitted', title: 'A form was submitted' },
} satisfies Labels

const site = {
  ENTRY_PUBLISHED: {
    name: 'An entry of the site is published',
    title: 'An entry was published',
    when: 'an entry of the site is published for the first time',
  },
} satisfies Labels

const clock = {
  SCHEDULE: { name: 'On a schedule', title: 'A schedule was due', when: 'its scheduled time comes' },
} satisfies Labels

/** All events, by display group. */
export const eventGroups: readonly { name: string; events: Labels }[] = [
  { name: 'Members', events: members },
  { name: 'Messages', events: messages },
  { name: 'Voice', events: voice },
  { name: 'Channels', events: channels },
  { name: 'Commands and controls', events: controls },
  { name: 'Site', events: site },
  { name: 'Schedule', events: clock },
]

/** Every event. A missing label is a compile error. */
const labels: Record<EventType, Words> = {
  ...members,
  ...messages,
  ...voice,
  ...channels,
  ...controls,
  ...site,
  ...clock,
}

/** Returns the labels of an event. The label of an unknown type is its name. */
export function eventLabel(type: string): Required<Words> {
  const { name, title, when } = Object.hasOwn(labels, type)
    ? labels[type as EventType]
    : { name: type, title: type, when: type }
  return { name, title, when: when ?? name.charAt(0).toLowerCase() + name.slice(1) }
}

/** All event types in the order of the groups. */
export const orderedEvents = Object.keys(labels) as EventType[]

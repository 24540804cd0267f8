import type { GatewayEvent } from '#app/features/events/schema.ts'

export type EventType = GatewayEvent['type']

/** What an event is called in a list, and how a sentence about it begins after “When”. */
type Words = { name: string; when: string }

/** Every event, in the groups in which people look for it. */
export const eventGroups: readonly { name: string; events: Partial<Record<EventType, Words>> }[] = [
  {
    name: 'Members',
    events: {
      MEMBER_JOIN: { name: 'A member joins', when: 'a member joins' },
      MEMBER_LEAVE: { name: 'A member leaves', when: 'a member leaves' },
      MEMBER_UPDATE: { name: 'A member changes', when: 'a member changes' },
      MEMBER_BAN: { name: 'Somebody is banned', when: 'somebody is banned' },
      MEMBER_UNBAN: { name: 'A ban is lifted', when: 'a ban is lifted' },
      MEMBER_ROLE_ADD: { name: 'A member gets a role', when: 'a member gets a role' },
      MEMBER_ROLE_REMOVE: { name: 'A member loses a role', when: 'a member loses a role' },
    },
  },
  {
    name: 'Messages',
    events: {
      MESSAGE_CREATE: { name: 'A message is written', when: 'a message is written' },
      MESSAGE_UPDATE: { name: 'A message is edited', when: 'a message is edited' },
      MESSAGE_DELETE: { name: 'A message is deleted', when: 'a message is deleted' },
      REACTION_ADD: { name: 'Somebody reacts', when: 'somebody reacts to a message' },
      REACTION_REMOVE: { name: 'A reaction is taken back', when: 'a reaction is taken back' },
    },
  },
  {
    name: 'Voice',
    events: {
      VOICE_JOIN: { name: 'Somebody joins a voice channel', when: 'somebody joins a voice channel' },
      VOICE_LEAVE: { name: 'Somebody leaves a voice channel', when: 'somebody leaves a voice channel' },
      VOICE_MOVE: { name: 'Somebody changes voice channels', when: 'somebody changes voice channels' },
    },
  },
  {
    name: 'Channels',
    events: {
      CHANNEL_CREATE: { name: 'A channel is made', when: 'a channel is made' },
      CHANNEL_UPDATE: { name: 'A channel changes', when: 'a channel changes' },
      CHANNEL_DELETE: { name: 'A channel is deleted', when: 'a channel is deleted' },
      THREAD_CREATE: { name: 'A thread is opened', when: 'a thread is opened' },
      SCHEDULED_EVENT_CREATE: { name: 'An event is planned', when: 'an event is planned' },
    },
  },
  {
    name: 'Commands and controls',
    events: {
      COMMAND_USE: { name: 'A command is used', when: 'a command is used' },
      BUTTON_CLICK: { name: 'A button is pressed', when: 'a button is pressed' },
      SELECT_USE: { name: 'Something is selected', when: 'something is selected from a list' },
      MODAL_SUBMIT: { name: 'A form is sent', when: 'a form is sent' },
    },
  },
  {
    name: 'The clock',
    events: { SCHEDULE: { name: 'At set times', when: 'its time comes' } },
  },
]

const eventLabels = Object.assign({}, ...eventGroups.map(({ events }) => events)) as Record<EventType, Words>

/** What an event is called; a type that is not known is called by its word. */
export const eventLabel = (type: string): Words =>
  Object.hasOwn(eventLabels, type) ? eventLabels[type as EventType] : { name: type, when: type }

/** Every type of event, in the order of the groups. */
export const orderedEvents = Object.keys(eventLabels) as EventType[]

/** What happened, for people. A type without its words does not compile. */
export const eventTitles: Record<GatewayEvent['type'], string> = {
  MEMBER_JOIN: 'A member joined',
  MEMBER_LEAVE: 'A member left',
  MEMBER_UPDATE: 'A member changed',
  MEMBER_BAN: 'A member was banned',
  MEMBER_UNBAN: 'A ban was lifted',
  MEMBER_ROLE_ADD: 'A role was given',
  MEMBER_ROLE_REMOVE: 'A role was taken',
  MESSAGE_CREATE: 'A message was written',
  MESSAGE_UPDATE: 'A message was changed',
  MESSAGE_DELETE: 'A message was deleted',
  VOICE_JOIN: 'Joined a voice channel',
  VOICE_LEAVE: 'Left a voice channel',
  VOICE_MOVE: 'Changed the voice channel',
  REACTION_ADD: 'A reaction was added',
  REACTION_REMOVE: 'A reaction was taken back',
  CHANNEL_CREATE: 'A channel was made',
  CHANNEL_UPDATE: 'A channel changed',
  CHANNEL_DELETE: 'A channel was deleted',
  THREAD_CREATE: 'A thread was opened',
  SCHEDULED_EVENT_CREATE: 'An event was planned',
  COMMAND_USE: 'A command was used',
  BUTTON_CLICK: 'A button was pressed',
  SELECT_USE: 'Something was selected',
  MODAL_SUBMIT: 'A form was sent',
  SCHEDULE: 'A schedule came due',
}

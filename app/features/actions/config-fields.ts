import type { ActionType } from '#app/features/actions/schema.ts'

/** How a field of a config is asked for. */
export type ConfigField = {
  name: string
  label: string
  kind: 'id' | 'line' | 'text' | 'number' | 'choice' | 'embed' | 'headers'
  required?: true
  hint?: string
  options?: readonly { value: string | number; name: string }[]
}

const templates = 'Names such as {user.mention} and {channel.name} are filled in.'
const content: ConfigField = { name: 'content', label: 'Text', kind: 'text', hint: templates }
const embed: ConfigField = {
  name: 'embed',
  label: 'Embed',
  kind: 'embed',
  hint: 'JSON as Discord has it, such as {"title": "Rules", "description": "Be kind."}. Leave it empty for none.',
}
const reason: ConfigField = {
  name: 'reason',
  label: 'Reason',
  kind: 'line',
  hint: 'Stands in Discord’s own audit log.',
}
const user: ConfigField = {
  name: 'user_id',
  label: 'User id',
  kind: 'id',
  hint: 'Who caused the event when empty.',
}
const role: ConfigField = { name: 'role_id', label: 'Role id', kind: 'id', required: true }
const channel: ConfigField = { name: 'channel_id', label: 'Channel id', kind: 'id' }
const channelOrEventChannel: ConfigField = { ...channel, hint: 'The channel of the event when empty.' }
const message: ConfigField = {
  name: 'message_id',
  label: 'Message id',
  kind: 'id',
  hint: 'The message of the event when empty.',
}

/** What each action is told, in the order in which it is asked for. `actionConfigs` says what is allowed in it. */
export const configFields: Record<ActionType, readonly ConfigField[]> = {
  SEND_MESSAGE: [{ ...channel, required: true }, content, embed],
  SEND_DM: [user, content, embed],
  ADD_ROLE: [role, user, reason],
  REMOVE_ROLE: [role, user, reason],
  TIMEOUT_MEMBER: [
    {
      name: 'duration_seconds',
      label: 'For how long, in seconds',
      kind: 'number',
      required: true,
      hint: '600 is ten minutes, 86400 a day. At most 28 days.',
    },
    user,
    reason,
  ],
  KICK_MEMBER: [user, reason],
  BAN_MEMBER: [
    user,
    reason,
    {
      name: 'delete_message_seconds',
      label: 'Delete messages of the last seconds',
      kind: 'number',
      hint: '604800, a week, at most. Nothing is deleted when empty.',
    },
  ],
  DELETE_MESSAGE: [message, channelOrEventChannel, reason],
  CREATE_THREAD: [
    { name: 'name', label: 'Name of the thread', kind: 'line', required: true, hint: templates },
    channelOrEventChannel,
    message,
    {
      name: 'auto_archive_duration',
      label: 'Hide it after silence of',
      kind: 'choice',
      options: [
        { value: '', name: 'as the channel has it' },
        { value: 60, name: 'an hour' },
        { value: 1440, name: 'a day' },
        { value: 4320, name: 'three days' },
        { value: 10080, name: 'a week' },
      ],
    },
    reason,
  ],
  ADD_REACTION: [
    {
      name: 'emoji',
      label: 'Emoji',
      kind: 'line',
      required: true,
      hint: 'A character such as 👍, or name:id of an emoji of the guild.',
    },
    channelOrEventChannel,
    message,
  ],
  LOG_TO_CHANNEL: [
    { ...content, required: true },
    { ...channel, hint: 'The log channel of the settings when empty.' },
  ],
  CALL_WEBHOOK: [
    {
      name: 'url',
      label: 'Address',
      kind: 'line',
      required: true,
      hint: 'Begins with https://. Private addresses are refused when it is called.',
    },
    {
      name: 'method',
      label: 'Method',
      kind: 'choice',
      options: ['POST', 'PUT', 'PATCH', 'GET'].map((value) => ({ value, name: value })),
    },
    {
      name: 'headers',
      label: 'Headers',
      kind: 'headers',
      hint: 'One a line, such as Authorization: Bearer abc.',
    },
    { name: 'body', label: 'Body', kind: 'text', hint: `The event as JSON when empty. ${templates}` },
  ],
}

/** What each action is called in a list, and how a sentence says it. */
export const actionLabels: Record<ActionType, { name: string; does: string }> = {
  SEND_MESSAGE: { name: 'Send a message', does: 'send a message' },
  SEND_DM: { name: 'Send a direct message', does: 'send a direct message' },
  ADD_ROLE: { name: 'Add a role', does: 'add a role' },
  REMOVE_ROLE: { name: 'Remove a role', does: 'remove a role' },
  TIMEOUT_MEMBER: { name: 'Time a member out', does: 'time the member out' },
  KICK_MEMBER: { name: 'Kick a member', does: 'kick the member' },
  BAN_MEMBER: { name: 'Ban a member', does: 'ban the member' },
  DELETE_MESSAGE: { name: 'Delete a message', does: 'delete the message' },
  CREATE_THREAD: { name: 'Open a thread', does: 'open a thread' },
  ADD_REACTION: { name: 'Add a reaction', does: 'add a reaction' },
  LOG_TO_CHANNEL: { name: 'Write to the log channel', does: 'write to the log channel' },
  CALL_WEBHOOK: { name: 'Call a webhook', does: 'call a webhook' },
}

export const orderedActions = Object.keys(configFields) as ActionType[]

/** Gives an action another type and keeps the fields that both types have. */
export function withActionType<A extends { type: ActionType; config: Record<string, unknown> }>(
  action: A,
  type: ActionType,
): A {
  const names = new Set(configFields[type].map(({ name }) => name))
  const kept = Object.entries(action.config).filter(([name]) => names.has(name))
  return { ...action, type, config: { ...emptyConfig(type), ...Object.fromEntries(kept) } }
}

/** Returns what the config of a new action begins with. */
export const emptyConfig = (type: ActionType): Record<string, unknown> =>
  type === 'CALL_WEBHOOK' ? { method: 'POST' } : {}

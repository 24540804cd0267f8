import type { ActionType } from '#app/features/actions/action-types.ts'
import type { DirectoryKind, DirectoryNeed } from '#app/ui/forms/directory.tsx'

/** Form field for an action's config value. */
export type ConfigField = {
  name: string
  label: string
  kind: 'id' | 'line' | 'text' | 'number' | 'choice' | 'embed' | 'headers'
  /** Kind of object that the id identifies, if a picker can offer it. */
  picks?: DirectoryKind
  /** Permission that the bot needs for the picked object. */
  needs?: DirectoryNeed
  /** True if placeholders in the text are replaced. */
  fills?: true
  required?: true
  /** True if the field is required unless another field has a value. The hint names that field. */
  isConditional?: true
  hint?: string
  options?: readonly { value: string | number; name: string }[]
}

const content: ConfigField = { name: 'content', label: 'Text', kind: 'text', fills: true }
const messageText: ConfigField = {
  ...content,
  isConditional: true,
  hint: 'Can be empty if the message has an embed.',
}
const embed: ConfigField = {
  name: 'embed',
  label: 'Embed',
  kind: 'embed',
}
const reason: ConfigField = {
  name: 'reason',
  label: 'Reason',
  kind: 'line',
  fills: true,
  hint: 'Shown in Discord’s audit log.',
}
const user: ConfigField = {
  name: 'user_id',
  label: 'Member',
  kind: 'id',
  picks: 'user',
  hint: 'Default: the member who caused the event.',
}
const role: ConfigField = {
  name: 'role_id',
  label: 'Role',
  kind: 'id',
  picks: 'role',
  needs: 'assign',
  required: true,
}
const channel: ConfigField = { name: 'channel_id', label: 'Channel', kind: 'id', picks: 'channel' }
const channelOrEventChannel: ConfigField = { ...channel, hint: 'Default: the channel of the event.' }
const message: ConfigField = {
  name: 'message_id',
  label: 'Message id',
  kind: 'id',
  hint: 'Default: the message of the event, or the last message that an earlier action sends.',
}

/** Config fields of each action, in form order. `actionConfigs` defines the valid values. */
export const configFields: Record<ActionType, readonly ConfigField[]> = {
  SEND_MESSAGE: [{ ...channel, needs: 'write', required: true }, messageText, embed],
  SEND_DM: [user, messageText, embed],
  ADD_ROLE: [role, user, reason],
  REMOVE_ROLE: [role, user, reason],
  TIMEOUT_MEMBER: [
    {
      name: 'duration_seconds',
      label: 'Duration in seconds',
      kind: 'number',
      required: true,
      hint: 'For example, 600 is ten minutes and 86,400 is one day. Maximum 28 days.',
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
      label: 'Delete recent messages (seconds)',
      kind: 'number',
      hint: 'Maximum 604,800 (one week). Leave empty to keep all messages.',
    },
  ],
  DELETE_MESSAGE: [message, { ...channelOrEventChannel, needs: 'delete' }, reason],
  CREATE_THREAD: [
    { name: 'name', label: 'Thread name', kind: 'line', required: true, fills: true },
    { ...channelOrEventChannel, needs: 'thread' },
    { ...message, hint: 'Leave empty for a thread without a message.' },
    {
      name: 'auto_archive_duration',
      label: 'Archive after inactivity of',
      kind: 'choice',
      options: [
        { value: '', name: 'the channel’s default' },
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
      picks: 'emoji',
      required: true,
      hint: 'An emoji such as 👍, or a custom emoji of the server.',
    },
    { ...channelOrEventChannel, needs: 'react' },
    message,
  ],
  LOG_TO_CHANNEL: [
    { ...content, required: true },
    { ...channel, needs: 'write', hint: 'Default: the log channel in the settings.' },
  ],
  CALL_WEBHOOK: [
    {
      name: 'url',
      label: 'URL',
      kind: 'line',
      required: true,
      hint: 'Must begin with https://. Calls to private addresses are rejected.',
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
      hint: 'One header per line, such as Authorization: Bearer abc.',
    },
    { name: 'body', label: 'Body', kind: 'text', fills: true, hint: 'Default: the event as JSON.' },
  ],
}

/** Returns the label of a config field in forms, with “(optional)” if not required. */
export const labelOfField = ({ label, required, isConditional }: ConfigField) =>
  required || isConditional ? label : `${label} (optional)`

/** Labels for each action, in lists and in sentences. */
export const actionLabels: Record<ActionType, { name: string; does: string }> = {
  SEND_MESSAGE: { name: 'Send a message', does: 'send a message' },
  SEND_DM: { name: 'Send a direct message', does: 'send a direct message' },
  ADD_ROLE: { name: 'Add a role', does: 'add a role' },
  REMOVE_ROLE: { name: 'Remove a role', does: 'remove a role' },
  TIMEOUT_MEMBER: { name: 'Time out a member', does: 'time out the member' },
  KICK_MEMBER: { name: 'Kick a member', does: 'kick the member' },
  BAN_MEMBER: { name: 'Ban a member', does: 'ban the member' },
  DELETE_MESSAGE: { name: 'Delete a message', does: 'delete the message' },
  CREATE_THREAD: { name: 'Open a thread', does: 'open a thread' },
  ADD_REACTION: { name: 'Add a reaction', does: 'add a reaction' },
  LOG_TO_CHANNEL: { name: 'Write to the log channel', does: 'write to the log channel' },
  CALL_WEBHOOK: { name: 'Call a webhook', does: 'call a webhook' },
}

export const orderedActions = Object.keys(configFields) as ActionType[]

/** Changes the type of an action and keeps the config fields that both types have. */
export function withActionType<A extends { type: ActionType; config: Record<string, unknown> }>(
  action: A,
  type: ActionType,
): A {
  const names = new Set(configFields[type].map(({ name }) => name))
  const kept = Object.entries(action.config).filter(([name]) => names.has(name))
  return { ...action, type, config: { ...emptyConfig(type), ...Object.fromEntries(kept) } }
}

/** Returns the initial config of a new action. */
export const emptyConfig = (type: ActionType): Record<string, unknown> =>
  type === 'CALL_WEBHOOK' ? { method: 'POST' } : {}

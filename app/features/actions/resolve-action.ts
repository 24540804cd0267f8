import type { ActionType } from '#app/features/actions/action-types.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

type Message = { content?: string; embed?: object }

/** Config of each action after its templates and omitted fields are filled in. */
export type ResolvedConfigs = {
  SEND_MESSAGE: { channel_id: string } & Message
  SEND_DM: { user_id: string } & Message
  ADD_ROLE: { user_id: string; role_id: string; reason?: string }
  REMOVE_ROLE: { user_id: string; role_id: string; reason?: string }
  TIMEOUT_MEMBER: { user_id: string; duration_seconds: number; reason?: string }
  KICK_MEMBER: { user_id: string; reason?: string }
  BAN_MEMBER: { user_id: string; delete_message_seconds?: number; reason?: string }
  DELETE_MESSAGE: { channel_id: string; message_id: string; reason?: string }
  CREATE_THREAD: {
    channel_id: string
    name: string
    message_id?: string
    auto_archive_duration?: number
    reason?: string
  }
  ADD_REACTION: { channel_id: string; message_id: string; emoji: string }
  LOG_TO_CHANNEL: { channel_id: string; content: string }
  CALL_WEBHOOK: { url: string; method: string; headers?: Record<string, string>; body?: string }
}
export type ResolvedConfig = ResolvedConfigs[ActionType]

type Config = Record<string, unknown>
type ResolveContext = {
  event: GatewayEvent
  settings: GuildSettings
  /** Channel of each message that an earlier action of the same run sends, in order. */
  sentTo?: readonly string[]
}
type Missing = { problem: string }

/** Config of an action that can be executed, or the reason why it cannot be executed. */
export type Resolution = { config: ResolvedConfig } | Missing

/** Value that each action takes from the event or the settings. A member is a user who must still be in the guild. */
const filledIn = {
  SEND_MESSAGE: 'nothing',
  SEND_DM: 'user',
  ADD_ROLE: 'member',
  REMOVE_ROLE: 'member',
  TIMEOUT_MEMBER: 'member',
  KICK_MEMBER: 'member',
  BAN_MEMBER: 'user',
  DELETE_MESSAGE: 'message',
  CREATE_THREAD: 'channel',
  ADD_REACTION: 'message',
  LOG_TO_CHANNEL: 'log channel',
  CALL_WEBHOOK: 'body',
} as const satisfies Record<ActionType, string>

/**
 * Resolves the actions of a run in their order. An action on a message can refer to the message that an earlier action
 * sends. Its `message_id` is then omitted until that message is sent.
 */
export function resolveActions(
  actions: readonly { type: ActionType; config: Config }[],
  scene: Omit<ResolveContext, 'sentTo'>,
): Resolution[] {
  const sentTo: string[] = []
  return actions.map((action) => {
    const resolved = resolveAction(action, { ...scene, sentTo })
    if ('config' in resolved && action.type === 'SEND_MESSAGE')
      sentTo.push((resolved.config as ResolvedConfigs['SEND_MESSAGE']).channel_id)
    return resolved
  })
}

/** Checks whether an action needs the id of a message that was not known when its run started. */
export const awaitsMessage = (type: ActionType, config: Config): boolean =>
  filledIn[type] === 'message' && config.message_id === undefined

/**
 * Fills in omitted config fields from the event and the settings, so that the executor needs no further data. Templates
 * must already be filled in. If a value is missing, returns a sentence in `problem`.
 */
export function resolveAction(
  { type, config }: { type: ActionType; config: Config },
  scene: ResolveContext,
): Resolution {
  const ready = fillIn(type, config, scene)
  if (typeof ready === 'string') return { problem: ready }
  if (/^SEND_/.test(type) && !hasContent(ready)) {
    return { problem: 'The text is empty after the placeholders are filled in. Add fixed text.' }
  }
  return { config: ready as ResolvedConfig }
}

function fillIn(
  type: ActionType,
  config: Config,
  { event, settings, sentTo }: ResolveContext,
): Config | string {
  switch (filledIn[type]) {
    case 'nothing':
      return config
    case 'user':
    case 'member':
      return withUser(type, config, event)
    case 'channel':
      return withChannel(config, event)
    case 'message':
      return withMessage(config, event, sentTo)
    case 'log channel':
      return withLog(config, settings)
    case 'body':
      return withBody(config, event)
  }
}

function withUser(type: ActionType, config: Config, { actor, type: event }: GatewayEvent): Config | string {
  if (config.user_id) return config
  if (!actor) return 'The event has no user. Set a user id.'
  if (type === 'SEND_DM' && actor.is_bot) return 'Bots cannot receive direct messages from bots.'
  if (event === 'MEMBER_LEAVE' && filledIn[type] === 'member')
    return 'The user has left the server and is no longer a member.'
  return { ...config, user_id: actor.id }
}

function withChannel(config: Config, { channel }: GatewayEvent): Config | string {
  const channel_id = config.channel_id ?? channel?.id
  return channel_id ? { ...config, channel_id } : 'The event has no channel. Set a channel id.'
}

/**
 * Adds the message of the event. If the event has no message, adds only the channel of the last message that an earlier
 * action sends. An action that names its channel refers to a message in that channel.
 */
function withMessage(config: Config, event: GatewayEvent, sentTo: readonly string[] = []): Config | string {
  const given = config.message_id ?? messageOf(event)
  if (!given) {
    const channel_id = sentTo.findLast((id) => !config.channel_id || id === config.channel_id)
    if (channel_id) return { ...config, channel_id }
  }
  const placed = withChannel(config, event)
  if (typeof placed === 'string' || config.message_id) return placed
  if (event.type === 'MESSAGE_DELETE') return 'The message was already deleted.'
  return given
    ? { ...placed, message_id: given }
    : 'The event has no message. Set a message id, or send a message first.'
}

/** Returns the id of the message that an event is about, or undefined. */
function messageOf({ target, data }: GatewayEvent): string | undefined {
  if (target?.kind === 'message') return target.id
  return typeof data.message_id === 'string' ? data.message_id : undefined
}

function withLog(config: Config, settings: GuildSettings): Config | string {
  if (!settings.modules.logging)
    return 'Logging is disabled in the settings of this server. Enable the “Log channel” module first.'
  if (config.channel_id) return config
  if (!settings.log_channel_id) return 'The settings have no log channel. Set a channel id.'
  if (!settings.logging_enabled)
    return 'Logging to a channel is disabled in the settings of this server. Enable “Log to a channel” first.'
  return { ...config, channel_id: settings.log_channel_id }
}

/** Adds the event as the default body, except for GET requests. */
function withBody({ body, ...config }: Config, event: GatewayEvent): Config {
  const method = config.method ?? 'POST'
  return method === 'GET'
    ? { ...config, method }
    : { ...config, method, body: body === undefined ? JSON.stringify(event) : body }
}

const hasContent = ({ content, embed }: Config) =>
  (typeof content === 'string' && content.trim() !== '') || Boolean(embed)

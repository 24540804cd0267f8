import type { ActionType } from '#app/features/actions/schema.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

type Message = { content?: string; embed?: object }

/** The config of each action once its templates are filled in and the event has supplied what was left out. */
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
type ResolveContext = { event: GatewayEvent; settings: GuildSettings }
type Missing = { problem: string }

const memberActionTypes: readonly ActionType[] = ['ADD_ROLE', 'REMOVE_ROLE', 'TIMEOUT_MEMBER', 'KICK_MEMBER']
const userActionTypes: readonly ActionType[] = [...memberActionTypes, 'SEND_DM', 'BAN_MEMBER']
const channelActionTypes: readonly ActionType[] = ['DELETE_MESSAGE', 'CREATE_THREAD', 'ADD_REACTION']
const messageActionTypes: readonly ActionType[] = ['DELETE_MESSAGE', 'ADD_REACTION']

/**
 * Takes what the config of an action leaves out from the event and the settings, so that whoever does the action has
 * nothing to look up. `config` has its templates filled in. Where something is missing, `problem` says so in a sentence.
 */
export function resolveAction(
  { type, config }: { type: ActionType; config: Config },
  scene: ResolveContext,
): { config: ResolvedConfig } | Missing {
  let ready: Config | string = config
  if (userActionTypes.includes(type)) ready = withUser(type, config, scene.event)
  else if (channelActionTypes.includes(type)) ready = withMessage(type, config, scene.event)
  else if (type === 'LOG_TO_CHANNEL') ready = withLog(config, scene.settings)
  else if (type === 'CALL_WEBHOOK') ready = withBody(config, scene.event)
  if (typeof ready === 'string') return { problem: ready }
  if (/^SEND_/.test(type) && !hasContent(ready)) {
    return { problem: 'Nothing is left to say once the names are filled in.' }
  }
  return { config: ready as ResolvedConfig }
}

function withUser(type: ActionType, config: Config, { actor, type: event }: GatewayEvent): Config | string {
  if (config.user_id) return config
  if (!actor) return 'There is no user: the event has none, and no user id is given.'
  if (type === 'SEND_DM' && actor.is_bot) return 'Bots take no direct messages from bots.'
  if (event === 'MEMBER_LEAVE' && memberActionTypes.includes(type))
    return 'Whoever has left is no member any more.'
  return { ...config, user_id: actor.id }
}

function withMessage(type: ActionType, config: Config, event: GatewayEvent): Config | string {
  const channel_id = config.channel_id ?? event.channel?.id
  if (!channel_id) return 'There is no channel: the event has none, and no channel id is given.'
  if (!messageActionTypes.includes(type) || config.message_id) return { ...config, channel_id }
  if (event.type === 'MESSAGE_DELETE') return 'The message is deleted already.'
  const message_id = messageOf(event)
  return message_id
    ? { ...config, channel_id, message_id }
    : 'There is no message: the event has none, and no message id is given.'
}

/** The message that an event is about. */
function messageOf({ target, data }: GatewayEvent): string | undefined {
  if (target?.kind === 'message') return target.id
  return typeof data.message_id === 'string' ? data.message_id : undefined
}

function withLog(config: Config, settings: GuildSettings): Config | string {
  if (!settings.modules.logging) return 'Logging is switched off in the settings of this guild.'
  if (config.channel_id) return config
  if (!settings.log_channel_id)
    return 'There is no channel: the settings name no log channel, and none is given.'
  if (!settings.logging_enabled) return 'The log channel is not in use: logging is not on in the settings.'
  return { ...config, channel_id: settings.log_channel_id }
}

/** A call that may have a body sends the event unless it says otherwise. */
function withBody({ body, ...config }: Config, event: GatewayEvent): Config {
  const method = config.method ?? 'POST'
  return method === 'GET'
    ? { ...config, method }
    : { ...config, method, body: body === undefined ? JSON.stringify(event) : body }
}

const hasContent = ({ content, embed }: Config) =>
  (typeof content === 'string' && content.trim() !== '') || Boolean(embed)

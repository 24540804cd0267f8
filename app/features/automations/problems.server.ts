import { BlockList, isIP } from 'node:net'
import type { ActionType } from '#app/features/automations/actions.ts'
import type { Facts } from '#app/features/commands/template.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { GatewayEvent } from '#app/features/stats/schema.ts'

type Planned = {
  type: ActionType
  /** As its author wrote it. */
  written: Record<string, unknown>
  /** With its templates filled in. */
  filled: Record<string, unknown>
}
type Scene = { event: GatewayEvent; settings: GuildSettings; facts: Facts }

const toMembers: readonly ActionType[] = ['ADD_ROLE', 'REMOVE_ROLE', 'TIMEOUT_MEMBER', 'KICK_MEMBER']
const toUsers: readonly ActionType[] = [...toMembers, 'SEND_DM', 'BAN_MEMBER']
const inChannels: readonly ActionType[] = ['DELETE_MESSAGE', 'CREATE_THREAD', 'ADD_REACTION']
const toMessages: readonly ActionType[] = ['DELETE_MESSAGE', 'ADD_REACTION']

/** What would make an action fail with an event, one sentence each. Whether the bot has the permission is Discord’s to say. */
export function problemsOf(action: Planned, scene: Scene): string[] {
  const { type, written: config } = action
  const { event, settings } = scene
  const problems: (string | false | null)[] = [
    !settings.modules.automations && 'Automations are switched off in the settings of this guild.',
    toUsers.includes(type) && userProblem(type, config, event),
    inChannels.includes(type) &&
      !config.channel_id &&
      !event.channel &&
      'There is no channel: the event has none, and no channel id is given.',
    toMessages.includes(type) && !config.message_id && messageProblem(event),
    type === 'LOG_TO_CHANNEL' && logProblem(config, settings),
    type === 'CALL_WEBHOOK' && webhookProblem(config),
    /^SEND_/.test(type) && !says(action.filled) && 'Nothing is left to say once the names are filled in.',
    ...unknownNames(config, scene.facts).map((name) => `{${name}} stands for nothing with this event.`),
  ]
  return problems.filter((problem): problem is string => Boolean(problem))
}

function userProblem(
  type: ActionType,
  { user_id }: Planned['written'],
  { actor, type: event }: GatewayEvent,
) {
  if (user_id) return null
  if (!actor) return 'There is no user: the event has none, and no user id is given.'
  if (type === 'SEND_DM' && actor.is_bot) return 'Bots take no direct messages from bots.'
  const isGone = event === 'MEMBER_LEAVE' && toMembers.includes(type)
  return isGone ? 'Whoever has left is no member any more.' : null
}

/** The message that an event is about. */
const messageOf = ({ target, data }: GatewayEvent) =>
  target?.kind === 'message' || typeof data.message_id === 'string'

function messageProblem(event: GatewayEvent) {
  if (event.type === 'MESSAGE_DELETE') return 'The message is deleted already.'
  return messageOf(event) ? null : 'There is no message: the event has none, and no message id is given.'
}

function logProblem({ channel_id }: Planned['written'], settings: GuildSettings) {
  if (!settings.modules.logging) return 'Logging is switched off in the settings of this guild.'
  if (channel_id) return null
  if (!settings.log_channel_id)
    return 'There is no channel: the settings name no log channel, and none is given.'
  return settings.logging_enabled ? null : 'The log channel is not in use: logging is not on in the settings.'
}

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

function webhookProblem({ url, method, body }: Planned['written']) {
  const host = new URL(String(url)).hostname.replace(/^\[|\]$/g, '')
  const kind = isIP(host)
  if (
    /(^|\.)(localhost|local|internal)$/i.test(host) ||
    (kind && inside.check(host, kind === 6 ? 'ipv6' : 'ipv4'))
  )
    return 'This is a private address, which is refused when it is called.'
  return method === 'GET' && body ? 'A GET takes no body: it is not sent.' : null
}

const says = ({ content, embed }: Planned['filled']) =>
  (typeof content === 'string' && content.trim() !== '') || Boolean(embed)

/** What a template names. */
const name = /\{((?:user|channel|guild|target|event|option|field|control)\.[\w.-]{1,190})\}/g

/** The names in the texts of a config that nothing stands for. */
function unknownNames(config: unknown, facts: Facts): string[] {
  const texts = textsIn(config)
  const names = texts.flatMap((text) => [...text.matchAll(name)].map(([, found]) => found!))
  return [...new Set(names)].filter((found) => !facts.has(found))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

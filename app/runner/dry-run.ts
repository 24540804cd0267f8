import type { JobType } from '#app/features/jobs/schema.ts'
import { ellipsize } from '#app/primitives/text.ts'
import type { ResolvedConfigs } from '#app/features/actions/resolve-action.ts'
import type { Executor, Log } from '#app/runner/protocol.ts'

type Sentences = { [T in JobType]: (config: ResolvedConfigs[T]) => string }
type Said = { content?: string; embed?: object }

const text = ({ content, embed }: Said) => ellipsize(content || (embed ? 'an embed' : 'nothing'), 100)
const reasonSuffix = ({ reason }: { reason?: string }) =>
  reason ? `, because of “${ellipsize(reason, 100)}”` : ''

/** Description of each action, as the words after “would”. */
const actionDescriptions: Sentences = {
  SEND_MESSAGE: (config) => `send a message to channel ${config.channel_id}: ${text(config)}`,
  SEND_DM: (config) => `send a direct message to user ${config.user_id}: ${text(config)}`,
  ADD_ROLE: (config) => `give role ${config.role_id} to member ${config.user_id}${reasonSuffix(config)}`,
  REMOVE_ROLE: (config) =>
    `remove role ${config.role_id} from member ${config.user_id}${reasonSuffix(config)}`,
  TIMEOUT_MEMBER: (config) =>
    `time out member ${config.user_id} for ${config.duration_seconds} seconds${reasonSuffix(config)}`,
  KICK_MEMBER: (config) => `kick member ${config.user_id} from the guild${reasonSuffix(config)}`,
  BAN_MEMBER: (config) => `ban user ${config.user_id}${reasonSuffix(config)}`,
  DELETE_MESSAGE: (config) =>
    `delete message ${config.message_id} in channel ${config.channel_id}${reasonSuffix(config)}`,
  CREATE_THREAD: (config) =>
    `create a thread “${config.name}” ${config.message_id ? `from message ${config.message_id} ` : ''}in channel ${config.channel_id}${reasonSuffix(config)}`,
  ADD_REACTION: (config) =>
    `react with ${config.emoji} to message ${config.message_id} in channel ${config.channel_id}`,
  LOG_TO_CHANNEL: (config) => `write to log channel ${config.channel_id}: ${ellipsize(config.content, 100)}`,
  // A webhook path grants access, so only the host is named.
  CALL_WEBHOOK: (config) => `call a webhook at ${new URL(config.url).host} with ${config.method}`,
}

/** Describes the effect of an action, as the words after “would”. */
export const describeEffect = <T extends JobType>(type: T, config: ResolvedConfigs[T]): string =>
  actionDescriptions[type](config)

/** Message id in the result of a message that was not sent. A later action can refer to the message. */
const NO_MESSAGE = '0'

/** Creates an executor that only logs the actions, for a bot without a token. */
export function makeDryRun(log: Log): Executor {
  return {
    async run({ type, payload }) {
      const would = describeEffect(type, payload.config as never)
      log.info({ type, guild: payload.guild_id }, `dry run: would ${would}`)
      const sent = type === 'SEND_MESSAGE' ? { message_id: NO_MESSAGE } : {}
      return { status: 'succeeded', output: { dry_run: true, would, ...sent } }
    },
    async close() {},
  }
}

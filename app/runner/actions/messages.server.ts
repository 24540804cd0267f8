import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DiscordError, type DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { JobPayload } from '#app/features/jobs/schema.ts'
import type { Action, Tools } from '#app/runner/protocol.ts'

const message = z.object({ id: z.string(), channel_id: z.string() })
const channel = z.object({ id: z.string() })

/** Users that a message can mention. */
type MentionOptions = { users: string[] }
const noMentions: MentionOptions = { users: [] }

/** Derives the nonce from the job, so that Discord posts a message only once, even after several attempts. */
const nonceOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 25)

/**
 * Returns the allowed mentions: the actor of an automation's event. User text in a message cannot mention anyone else.
 */
function mentionsOf({ source, event }: JobPayload): MentionOptions {
  const id = event.actor?.id
  return source.kind === 'automation' && id && /^\d{17,20}$/.test(id) ? { users: [id] } : noMentions
}

type MessageBody = { content?: string; embed?: object }

async function post(
  discord: DiscordClient,
  to: string,
  said: MessageBody,
  told: MentionOptions,
  key: string,
  signal: AbortSignal,
) {
  const sent = await discord.request({
    method: 'POST',
    path: `/channels/${to}/messages`,
    body: {
      ...(said.content ? { content: said.content } : {}),
      ...(said.embed ? { embeds: [said.embed] } : {}),
      allowed_mentions: { parse: [], ...told },
      nonce: nonceOf(key),
      enforce_nonce: true,
    },
    signal,
    answer: message,
  })
  return { message_id: sent.id, channel_id: sent.channel_id }
}

async function openDirectChannel({ discord, dms }: Tools, user: string, signal: AbortSignal) {
  const known = dms.get(user)
  if (known) return known
  const { id } = await discord.request({
    method: 'POST',
    path: '/users/@me/channels',
    body: { recipient_id: user },
    signal,
    answer: channel,
  })
  dms.set(user, id)
  return id
}

const sendMessage: Action<'SEND_MESSAGE'> = ({ discord }, { config, payload, idempotencyKey, signal }) =>
  post(discord, config.channel_id, config, mentionsOf(payload), idempotencyKey, signal)

const logToChannel: Action<'LOG_TO_CHANNEL'> = ({ discord }, { config, idempotencyKey, signal }) =>
  post(discord, config.channel_id, config, noMentions, idempotencyKey, signal)

const sendDm: Action<'SEND_DM'> = async (tools, { config, payload, idempotencyKey, signal }) => {
  const to = await openDirectChannel(tools, config.user_id, signal)
  return post(tools.discord, to, config, mentionsOf(payload), idempotencyKey, signal)
}

const deleteMessage: Action<'DELETE_MESSAGE'> = async ({ discord }, { config, signal }) => {
  const { channel_id, message_id, reason } = config
  const path = `/channels/${channel_id}/messages/${message_id}` as const
  const gone = await ignoreCode(10008, () =>
    discord.request({ method: 'DELETE', path, reason, signal, answer: z.unknown() }),
  )
  return { status: 'deleted', ...gone }
}

const addReaction: Action<'ADD_REACTION'> = async ({ discord }, { config, signal }) => {
  const { channel_id, message_id, emoji } = config
  // Accepts an emoji in the format copied from Discord or in the API's format.
  const [, custom] = /^<a?:(\w+:\d+)>$/.exec(emoji) ?? []
  const name = encodeURIComponent(custom ?? emoji)
  const path = `/channels/${channel_id}/messages/${message_id}/reactions/${name}/@me` as const
  await discord.request({ method: 'PUT', path, signal, answer: z.unknown() })
  return { status: 'reacted' }
}

/** Treats a Discord error code as success, because the desired state already exists. */
export async function ignoreCode(code: number, work: () => Promise<unknown>): Promise<{ already?: true }> {
  try {
    await work()
    return {}
  } catch (error) {
    if (error instanceof DiscordError && 'code' in error.trouble && error.trouble.code === code)
      return { already: true }
    throw error
  }
}

export const messageActions = {
  SEND_MESSAGE: sendMessage,
  SEND_DM: sendDm,
  LOG_TO_CHANNEL: logToChannel,
  DELETE_MESSAGE: deleteMessage,
  ADD_REACTION: addReaction,
}

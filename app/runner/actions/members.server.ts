import { z } from 'zod'
import type { DiscordClient } from '#app/platform/outside/discord.server.ts'
import { ignoreCode } from '#app/runner/actions/messages.server.ts'
import type { Action } from '#app/runner/protocol.ts'

const thread = z.object({ id: z.string() })

/** Type of a public thread without a message. */
const PUBLIC_THREAD = 11

const createThread: Action<'CREATE_THREAD'> = async ({ discord }, { config, signal }) => {
  const { channel_id, message_id, name, auto_archive_duration, reason } = config
  const wanted = { name, ...(auto_archive_duration ? { auto_archive_duration } : {}) }
  const call = { method: 'POST', reason, signal, answer: thread } as const
  if (!message_id) {
    const body = { ...wanted, type: PUBLIC_THREAD }
    const { id } = await discord.request({ ...call, path: `/channels/${channel_id}/threads`, body })
    return { thread_id: id }
  }
  const path = `/channels/${channel_id}/messages/${message_id}/threads` as const
  const there = await ignoreCode(160004, () => discord.request({ ...call, path, body: wanted }))
  // A thread under a message has the message's id.
  return { thread_id: message_id, ...there }
}

export const channelActions = { CREATE_THREAD: createThread }

type Call = { method: 'PUT' | 'PATCH' | 'DELETE'; body?: object; reason?: string; signal: AbortSignal }

/** Sends Discord a request about a member and ignores the response body. */
const memberCall = (discord: DiscordClient, path: `/${string}`, { reason, ...call }: Call) =>
  discord.request({ ...call, path, reason, answer: z.unknown() })

const member = (guild: string, user: string) => `/guilds/${guild}/members/${user}` as const

const addRole: Action<'ADD_ROLE'> = async ({ discord }, { config, payload, signal }) => {
  const path = `${member(payload.guild_id, config.user_id)}/roles/${config.role_id}` as const
  await memberCall(discord, path, { method: 'PUT', signal, ...reasonHeader(config) })
  return { status: 'added' }
}

const removeRole: Action<'REMOVE_ROLE'> = async ({ discord }, { config, payload, signal }) => {
  const path = `${member(payload.guild_id, config.user_id)}/roles/${config.role_id}` as const
  await memberCall(discord, path, { method: 'DELETE', signal, ...reasonHeader(config) })
  return { status: 'removed' }
}

const timeOut: Action<'TIMEOUT_MEMBER'> = async ({ discord, now }, { config, payload, signal }) => {
  const until = new Date(now() + config.duration_seconds * 1000).toISOString()
  const body = { communication_disabled_until: until }
  const path = member(payload.guild_id, config.user_id)
  await memberCall(discord, path, { method: 'PATCH', body, signal, ...reasonHeader(config) })
  return { status: 'timed_out', until }
}

const kick: Action<'KICK_MEMBER'> = async ({ discord }, { config, payload, signal }) => {
  const path = member(payload.guild_id, config.user_id)
  const gone = await ignoreCode(10007, () =>
    memberCall(discord, path, { method: 'DELETE', signal, ...reasonHeader(config) }),
  )
  return { status: 'kicked', ...gone }
}

const ban: Action<'BAN_MEMBER'> = async ({ discord }, { config, payload, signal }) => {
  const { user_id, delete_message_seconds } = config
  const body = delete_message_seconds === undefined ? {} : { delete_message_seconds }
  const path = `/guilds/${payload.guild_id}/bans/${user_id}` as const
  await memberCall(discord, path, { method: 'PUT', body, signal, ...reasonHeader(config) })
  return { status: 'banned' }
}

const reasonHeader = ({ reason }: { reason?: string }) => (reason ? { reason } : {})

export const memberActions = {
  ADD_ROLE: addRole,
  REMOVE_ROLE: removeRole,
  TIMEOUT_MEMBER: timeOut,
  KICK_MEMBER: kick,
  BAN_MEMBER: ban,
}

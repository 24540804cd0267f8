import { z } from 'zod'
import type { Discord } from '#app/platform/outside/discord.server.ts'
import { orAlready } from '#app/runner/actions/messages.server.ts'
import type { Action } from '#app/runner/protocol.ts'

type Call = { method: 'PUT' | 'PATCH' | 'DELETE'; body?: object; reason?: string; signal: AbortSignal }

/** A call about a member whose answer nobody needs. */
const about = (discord: Discord, path: `/${string}`, { reason, ...call }: Call) =>
  discord.ask({ ...call, path, reason, answer: z.unknown() })

const member = (guild: string, user: string) => `/guilds/${guild}/members/${user}` as const

const addRole: Action<'ADD_ROLE'> = async ({ discord }, { config, payload, signal }) => {
  const path = `${member(payload.guild_id, config.user_id)}/roles/${config.role_id}` as const
  await about(discord, path, { method: 'PUT', signal, ...because(config) })
  return { status: 'added' }
}

const removeRole: Action<'REMOVE_ROLE'> = async ({ discord }, { config, payload, signal }) => {
  const path = `${member(payload.guild_id, config.user_id)}/roles/${config.role_id}` as const
  await about(discord, path, { method: 'DELETE', signal, ...because(config) })
  return { status: 'removed' }
}

const timeOut: Action<'TIMEOUT_MEMBER'> = async ({ discord, now }, { config, payload, signal }) => {
  const until = new Date(now() + config.duration_seconds * 1000).toISOString()
  const body = { communication_disabled_until: until }
  const path = member(payload.guild_id, config.user_id)
  await about(discord, path, { method: 'PATCH', body, signal, ...because(config) })
  return { status: 'timed_out', until }
}

const kick: Action<'KICK_MEMBER'> = async ({ discord }, { config, payload, signal }) => {
  const path = member(payload.guild_id, config.user_id)
  const gone = await orAlready(10007, () =>
    about(discord, path, { method: 'DELETE', signal, ...because(config) }),
  )
  return { status: 'kicked', ...gone }
}

const ban: Action<'BAN_MEMBER'> = async ({ discord }, { config, payload, signal }) => {
  const { user_id, delete_message_seconds } = config
  const body = delete_message_seconds === undefined ? {} : { delete_message_seconds }
  const path = `/guilds/${payload.guild_id}/bans/${user_id}` as const
  await about(discord, path, { method: 'PUT', body, signal, ...because(config) })
  return { status: 'banned' }
}

const because = ({ reason }: { reason?: string }) => (reason ? { reason } : {})

export const memberActions = {
  ADD_ROLE: addRole,
  REMOVE_ROLE: removeRole,
  TIMEOUT_MEMBER: timeOut,
  KICK_MEMBER: kick,
  BAN_MEMBER: ban,
}

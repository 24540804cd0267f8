import { z } from 'zod'
import { orAlready } from '#app/runner/actions/messages.server.ts'
import type { Action } from '#app/runner/protocol.ts'

const thread = z.object({ id: z.string() })

/** A thread that is not under a message, which everybody may read. */
const PUBLIC_THREAD = 11

const createThread: Action<'CREATE_THREAD'> = async ({ discord }, { config, signal }) => {
  const { channel_id, message_id, name, auto_archive_duration, reason } = config
  const wanted = { name, ...(auto_archive_duration ? { auto_archive_duration } : {}) }
  const call = { method: 'POST', reason, signal, answer: thread } as const
  if (!message_id) {
    const body = { ...wanted, type: PUBLIC_THREAD }
    const { id } = await discord.ask({ ...call, path: `/channels/${channel_id}/threads`, body })
    return { thread_id: id }
  }
  const path = `/channels/${channel_id}/messages/${message_id}/threads` as const
  const there = await orAlready(160004, () => discord.ask({ ...call, path, body: wanted }))
  // The thread under a message has the id of the message.
  return { thread_id: message_id, ...there }
}

export const channelActions = { CREATE_THREAD: createThread }

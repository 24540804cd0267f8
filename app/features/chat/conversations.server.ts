import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import { finalizeLost, finalizeAnswer } from '#app/features/chat/finalize.server.ts'
import type { Conversation, ListQuery } from '#app/features/chat/schema.ts'
import {
  conversationRow,
  type ConversationRow,
  conversationRows,
  countConversations,
  insertConversation,
  lockChatUser,
  removeConversation,
  setTitle,
} from '#app/features/chat/store.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'

const UNTITLED = 'New conversation'

/** There is none, or it is somebody else’s, which is the same to who asks. */
export const noConversation = () => new NotFound('There is no such conversation.')

/** What cannot be an id is not looked for: not every database takes every text. */
export const isId = (id: string): boolean => /^[0-9A-Z]{26}$/.test(id)

const present = ({ user_id: _, ...row }: ConversationRow): Conversation => row

/** One’s own conversations, the one in which something happened last first. */
export async function listConversations(ctx: Context, query: ListQuery) {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  await finalizeLost(ctx)
  const rows = await conversationRows(ctx.db, userId, query)
  return { conversations: rows.map(present), total: await countConversations(ctx.db, userId), ...query }
}

/** One of one’s own conversations. Throws `NotFound`. */
export async function readConversation(ctx: Context, { id }: { id: string }): Promise<Conversation> {
  allow(ctx, 'chat:use')
  const row = isId(id) ? await conversationRow(ctx.db, requireUser(ctx).userId, id) : undefined
  if (!row) throw noConversation()
  return present(row)
}

/** Opens an empty conversation. Throws `Conflict` when there are too many: none is ever deleted to make room. */
export async function createConversation(
  ctx: Context,
  { title = UNTITLED }: { title?: string | undefined },
): Promise<Conversation> {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  const id = await inTransaction(ctx, async (inner) => {
    await lockChatUser(inner.db, userId)
    return openConversation(inner, userId, title)
  })
  return readConversation(ctx, { id })
}

/** The same for who holds the lock of the person, in a transaction of theirs. */
export async function openConversation(ctx: Context, userId: string, title: string): Promise<string> {
  if ((await countConversations(ctx.db, userId)) >= chatLimits.conversations) {
    throw new Conflict(
      `You have ${chatLimits.conversations} conversations, which is the most. Delete one first.`,
    )
  }
  const [id, at] = [ulid(), ctx.now().toISOString()]
  await insertConversation(ctx.db, { id, user_id: userId, title, created_at: at, updated_at: at })
  return id
}

/** Gives a conversation another title. Throws `NotFound`. */
export async function renameConversation(
  ctx: Context,
  { id, title }: { id: string; title: string },
): Promise<Conversation> {
  allow(ctx, 'chat:use')
  if (!isId(id) || !(await setTitle(ctx.db, requireUser(ctx).userId, id, title))) throw noConversation()
  return readConversation(ctx, { id })
}

/** Deletes a conversation with all that was said in it; an answer that is being written ends. Throws `NotFound`. */
export async function deleteConversation(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  const { running_message_id } = await readConversation(ctx, { id })
  if (!(await removeConversation(ctx.db, userId, id))) throw noConversation()
  if (running_message_id) {
    await ctx.signals.publish('chat_stop', { message: running_message_id })
    await ctx.signals.publish('chat', { message: running_message_id })
  }
}

/**
 * Ends the answer that is being written in one of one’s own conversations, wherever it is written, with what was sent of it.
 * Where none is, nothing happens. Throws `NotFound`.
 */
export async function stopAnswer(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'chat:use')
  const { running_message_id } = await readConversation(ctx, { id })
  if (!running_message_id) return
  await finalizeAnswer(ctx, running_message_id, { status: 'stopped' })
  await ctx.signals.publish('chat_stop', { message: running_message_id })
}

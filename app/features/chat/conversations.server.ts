import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import { finalizeLost, finalizeAnswer } from '#app/features/chat/finalize.server.ts'
import type { Conversation, ListQuery } from '#app/features/chat/schema.ts'
import * as store from '#app/features/chat/store.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'

const UNTITLED = 'New conversation'

/** Creates the same error for a missing conversation and for another user's conversation. */
export const noConversation = () =>
  new NotFound('This conversation does not exist. Choose a conversation from your list.')

/** Checks the format of an id before a query, because not every database accepts every text. */
export const isId = (id: string): boolean => /^[0-9A-Z]{26}$/.test(id)

const present = ({ user_id: _, ...row }: store.ConversationRow): Conversation => row

/** Returns the actor's conversations, most recently active first. */
export async function listConversations(ctx: Context, query: ListQuery) {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  await finalizeLost(ctx)
  const rows = await store.conversationRows(ctx.db, userId, query)
  return { conversations: rows.map(present), total: await store.countConversations(ctx.db, userId), ...query }
}

/** Returns one of the actor's conversations. Throws `NotFound`. */
export async function readConversation(ctx: Context, { id }: { id: string }): Promise<Conversation> {
  allow(ctx, 'chat:use')
  const row = isId(id) ? await store.conversationRow(ctx.db, requireUser(ctx).userId, id) : undefined
  if (!row) throw noConversation()
  return present(row)
}

/**
 * Creates an empty conversation. Throws `Conflict` at the limit, because conversations are never deleted automatically.
 */
export async function createConversation(
  ctx: Context,
  { title = UNTITLED }: { title?: string | undefined },
): Promise<Conversation> {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  const id = await inTransaction(ctx, async (inner) => {
    await store.lockChatUser(inner.db, userId)
    return openConversation(inner, userId, title)
  })
  return readConversation(ctx, { id })
}

/** Creates an empty conversation in a transaction that has locked the user. Returns its id. */
export async function openConversation(ctx: Context, userId: string, title: string): Promise<string> {
  if ((await store.countConversations(ctx.db, userId)) >= chatLimits.conversations) {
    throw new Conflict(
      `You have ${chatLimits.conversations} conversations, which is the maximum. Delete a conversation first.`,
    )
  }
  const [id, at] = [ulid(), ctx.now().toISOString()]
  await store.insertConversation(ctx.db, { id, user_id: userId, title, created_at: at, updated_at: at })
  return id
}

/** Changes the title of a conversation. Throws `NotFound`. */
export async function renameConversation(
  ctx: Context,
  { id, title }: { id: string; title: string },
): Promise<Conversation> {
  allow(ctx, 'chat:use')
  if (!isId(id) || !(await store.setTitle(ctx.db, requireUser(ctx).userId, id, title))) throw noConversation()
  return readConversation(ctx, { id })
}

/** Deletes a conversation with its messages and stops its running answer. Throws `NotFound`. */
export async function deleteConversation(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  const { running_message_id } = await readConversation(ctx, { id })
  if (!(await store.removeConversation(ctx.db, userId, id))) throw noConversation()
  if (running_message_id) {
    await ctx.signals.publish('chat_stop', { message: running_message_id })
    await ctx.signals.publish('chat', { message: running_message_id })
  }
}

/**
 * Stops the running answer in the actor's conversation, on any instance, and keeps the text so far. Does nothing if no
 * answer is running. Throws `NotFound`.
 */
export async function stopAnswer(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'chat:use')
  const { running_message_id } = await readConversation(ctx, { id })
  if (!running_message_id) return
  await finalizeAnswer(ctx, running_message_id, { status: 'stopped' })
  await ctx.signals.publish('chat_stop', { message: running_message_id })
}

import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { isId, readConversation } from '#app/features/chat/conversations.server.ts'
import { assemble, finalizeLost } from '#app/features/chat/finalize.server.ts'
import * as store from '#app/features/chat/store.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { ListQuery, Message } from '#app/features/chat/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Converts a row to the message that its owner sees. Adds the text so far to a running answer. */
async function present(ctx: Pick<Context, 'db'>, row: store.MessageRow): Promise<Message> {
  const { position: _, alive_at: __, last_event, error, usage, citations, ...message } = row
  const written = row.status === 'streaming' ? await store.eventsAfter(ctx.db, row.id, 0) : null
  return {
    ...message,
    ...(written ? assemble(written) : { citations: fromJson(citations) }),
    error: fromJson(error),
    usage: fromJson(usage),
    last_event_id: written ? (written.at(-1)?.seq ?? null) : last_event,
  }
}

/** Returns the messages in one of the actor's conversations, in order. Throws `NotFound`. */
export async function listMessages(ctx: Context, { id, limit, offset }: { id: string } & ListQuery) {
  allow(ctx, 'chat:use')
  await readConversation(ctx, { id })
  await finalizeLost(ctx)
  const rows = await store.messageRows(ctx.db, id, { limit, offset })
  const { total } = await store.conversationExtent(ctx.db, id)
  return { messages: await Promise.all(rows.map((row) => present(ctx, row))), total, limit, offset }
}

/** Returns one of the actor's conversations with all messages. Throws `NotFound`. */
export async function readFullConversation(ctx: Context, { id }: { id: string }) {
  const { messages } = await listMessages(ctx, { id, limit: chatLimits.messages, offset: 0 })
  return { conversation: await readConversation(ctx, { id }), messages }
}

/** Returns the row of an answer in one of the actor's conversations. Throws `NotFound`. */
export async function ownAnswer(ctx: Context, id: string): Promise<store.MessageRow> {
  allow(ctx, 'chat:use')
  const row = isId(id) ? await store.messageRow(ctx.db, requireUser(ctx).userId, id) : undefined
  if (row?.role !== 'assistant') throw new NotFound('This answer does not exist. Reload the conversation.')
  return row
}

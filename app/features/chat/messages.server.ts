import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { isId, readConversation } from '#app/features/chat/conversations.server.ts'
import { assemble, finalizeLost } from '#app/features/chat/finalize.server.ts'
import {
  eventsAfter,
  conversationExtent,
  messageRow,
  messageRows,
  type MessageRow,
} from '#app/features/chat/store.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Citation, Fault, ListQuery, Message, Usage } from '#app/features/chat/schema.ts'

/** A message as its owner sees it; of one that is being written as much as there is. */
async function present(ctx: Pick<Context, 'db'>, row: MessageRow): Promise<Message> {
  const { position: _, alive_at: __, last_event, error, usage, citations, ...message } = row
  const written = row.status === 'streaming' ? await eventsAfter(ctx.db, row.id, 0) : null
  return {
    ...message,
    ...(written ? assemble(written) : { citations: JSON.parse(citations) as Citation[] }),
    error: error && (JSON.parse(error) as Fault),
    usage: usage && (JSON.parse(usage) as Usage),
    last_event_id: written ? (written.at(-1)?.seq ?? null) : last_event,
  }
}

/** What was said in one of one’s own conversations, in its order. Throws `NotFound`. */
export async function listMessages(ctx: Context, { id, limit, offset }: { id: string } & ListQuery) {
  allow(ctx, 'chat:use')
  await readConversation(ctx, { id })
  await finalizeLost(ctx)
  const rows = await messageRows(ctx.db, id, { limit, offset })
  const { total } = await conversationExtent(ctx.db, id)
  return { messages: await Promise.all(rows.map((row) => present(ctx, row))), total, limit, offset }
}

/** All of it, with the conversation. Throws `NotFound`. */
export async function readFullConversation(ctx: Context, { id }: { id: string }) {
  const { messages } = await listMessages(ctx, { id, limit: chatLimits.messages, offset: 0 })
  return { conversation: await readConversation(ctx, { id }), messages }
}

/** An answer in one of one’s own conversations, as it is kept. Throws `NotFound`. */
export async function ownAnswer(ctx: Context, id: string): Promise<MessageRow> {
  allow(ctx, 'chat:use')
  const row = isId(id) ? await messageRow(ctx.db, requireUser(ctx).userId, id) : undefined
  if (row?.role !== 'assistant') throw new NotFound('There is no such answer.')
  return row
}

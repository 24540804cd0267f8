import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, TryLater } from '#app/errors.ts'
import { recordAgentCall } from '#app/features/audit/audit.server.ts'
import {
  readIdempotencyNote,
  writeIdempotencyNote,
  type IdempotentCall,
} from '#app/features/idempotency/idempotency.server.ts'
import { isDraining, startAnswer } from '#app/features/chat/answer.server.ts'
import {
  isId,
  noConversation,
  openConversation,
  readConversation,
} from '#app/features/chat/conversations.server.ts'
import { finalizeLost, numberEvents, piece } from '#app/features/chat/finalize.server.ts'
import {
  conversationExtent,
  insertEvents,
  insertMessages,
  lockChatUser,
  removeMessage,
  runningOf,
  touchConversation,
} from '#app/features/chat/store.server.ts'
import { ownAnswer } from '#app/features/chat/messages.server.ts'
import { listModels, findModel } from '#app/features/chat/models.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Ask, Model } from '#app/features/chat/schema.ts'
import { ellipsizeWords } from '#app/primitives/text.ts'

/** An answer that has begun, and where. */
export type StartedAnswer = { messageId: string; conversationId: string }

/** The most characters of a question that name the conversation until somebody gives it another title. */
const TITLE = 80

/**
 * Asks a question, or has the last answer of a conversation made anew. The answer goes on being written by itself, whether
 * anybody reads it or not. Throws `NotFound`, `Invalid`, and `Conflict` while the conversation or the user waits for other
 * answers, or has as much as there may be. What was asked before as the same `repeat` is not asked again: it gives the
 * answer that began then.
 */
export async function ask(
  ctx: Context,
  input: Ask,
  repeat: IdempotentCall | null = null,
): Promise<StartedAnswer> {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  const first = repeat && (await startedBefore(ctx, repeat))
  if (first) return first
  if (isDraining(ctx)) throw new TryLater('unavailable', 'The service goes away. Ask again in a moment.', 2)
  const before = input.retry_of === undefined ? null : await ownAnswer(ctx, input.retry_of)
  const model = await findModel(ctx, input.model ?? (await sameModel(ctx, before?.model)))
  await finalizeLost(ctx)
  const begun = await inTransaction(ctx, async (inner) => {
    await lockChatUser(inner.db, userId)
    // Who came at the same moment with the same key has begun it meanwhile.
    const same = repeat && (await startedBefore(inner, repeat))
    if (same) return { ...same, position: null }
    const anew = before
      ? await regenerate(inner, userId, before.id, model)
      : await question(inner, userId, input.conversation_id, input.message!, model)
    if (repeat) await writeIdempotencyNote(inner, repeat, JSON.stringify(startedAnswerOf(anew)))
    await recordAgentCall(inner, 'askChat')
    return anew
  })
  if (begun.position !== null) startAnswer(ctx, { ...begun, model: model.id })
  return startedAnswerOf(begun)
}

const startedAnswerOf = ({ messageId, conversationId }: StartedAnswer): StartedAnswer => ({
  messageId,
  conversationId,
})

/** The answer that a call began before this repeat of it; null when none did. Throws `NotFound` where it was deleted. */
async function startedBefore(ctx: Context, repeat: IdempotentCall): Promise<StartedAnswer | null> {
  const noted = await readIdempotencyNote(ctx, repeat)
  if (noted === null) return null
  const begun = JSON.parse(noted) as StartedAnswer
  await ownAnswer(ctx, begun.messageId)
  return begun
}

/** The model that answered before, unless it is no longer there. */
async function sameModel(ctx: Context, id: string | null | undefined) {
  return (await listModels(ctx)).find((model) => model.id === id)?.id
}

async function question(ctx: Context, userId: string, id: string | undefined, text: string, model: Model) {
  if (id !== undefined && !isId(id)) throw noConversation()
  const conversationId =
    id ?? (await openConversation(ctx, userId, ellipsizeWords(text.replace(/\s+/g, ' ').trim(), TITLE)))
  await readConversation(ctx, { id: conversationId })
  await requireNoRunningAnswer(ctx, userId, conversationId)
  const { total, last } = await conversationExtent(ctx.db, conversationId)
  if (total + 2 > chatLimits.messages) {
    throw new Conflict(`A conversation has ${chatLimits.messages} messages at most. Begin another one.`)
  }
  const at = ctx.now().toISOString()
  await insertMessages(ctx.db, [
    {
      ...blank(conversationId, at),
      position: last + 1,
      role: 'user',
      content: text,
      status: 'complete',
      finished_at: at,
    },
  ])
  return insertAnswer(ctx, conversationId, last + 2, model)
}

async function regenerate(ctx: Context, userId: string, id: string, model: Model) {
  // Read anew: what was the last answer when it was asked for may not be it any more.
  const { conversation_id, position } = await ownAnswer(ctx, id)
  await requireNoRunningAnswer(ctx, userId, conversation_id)
  const { last } = await conversationExtent(ctx.db, conversation_id)
  if (position !== last) throw new Conflict('Only the last answer of a conversation can be tried again.')
  await removeMessage(ctx.db, id)
  return insertAnswer(ctx, conversation_id, position, model)
}

async function requireNoRunningAnswer({ db }: Context, userId: string, conversationId: string) {
  const running = await runningOf(db, userId)
  if (running.some(({ conversation_id }) => conversation_id === conversationId)) {
    throw new Conflict('An answer is being written in this conversation. Wait for it, or stop it.')
  }
  if (running.length >= chatLimits.running) {
    throw new Conflict(`${chatLimits.running} answers are being written for you. Wait for one, or stop it.`)
  }
}

async function insertAnswer(ctx: Context, conversationId: string, position: number, model: Model) {
  const at = ctx.now().toISOString()
  const row = blank(conversationId, at)
  await insertMessages(ctx.db, [
    {
      ...row,
      position,
      role: 'assistant',
      model: model.id,
      content: '',
      status: 'streaming',
      finished_at: null,
    },
  ])
  const start = piece('message.start', { message_id: row.id, conversation_id: conversationId })
  await insertEvents(ctx.db, numberEvents(row.id, 0, [start]))
  await touchConversation(ctx.db, conversationId, at)
  return { messageId: row.id, conversationId, position }
}

const blank = (conversation_id: string, at: string) => ({
  id: ulid(),
  conversation_id,
  model: null,
  citations: '[]',
  error: null,
  usage: null,
  last_event: null,
  created_at: at,
  alive_at: at,
})

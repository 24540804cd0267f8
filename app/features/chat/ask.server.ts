import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { fromJson } from '#app/primitives/json.ts'
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
import * as store from '#app/features/chat/store.server.ts'
import { ownAnswer } from '#app/features/chat/messages.server.ts'
import { listModels, findModel } from '#app/features/chat/models.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Ask, Model } from '#app/features/chat/schema.ts'
import { ellipsizeWords } from '#app/primitives/text.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Ids of a started answer and its conversation. */
export type StartedAnswer = { messageId: string; conversationId: string }

/** Maximum length of a conversation's default title, taken from the first question. */
const TITLE = 80

/**
 * Asks a question or regenerates the last answer, and writes the answer in the background. A call with the same
 * `repeat` returns the answer from the first call. Throws `NotFound`, `Invalid`, and `Conflict` at a limit.
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
  if (isDraining(ctx)) throw new TryLater('unavailable', 'The service is shutting down. Try again soon.', 2)
  const before = input.retry_of === undefined ? null : await ownAnswer(ctx, input.retry_of)
  const model = await findModel(ctx, input.model ?? (await sameModel(ctx, before?.model)))
  await finalizeLost(ctx)
  const begun = await inTransaction(ctx, async (inner) => {
    await store.lockChatUser(inner.db, userId)
    // A concurrent call with the same key could have started the answer in the meantime.
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

/** Returns the answer from an earlier call with the same key, or null. Throws `NotFound` if that answer was deleted. */
async function startedBefore(ctx: Context, repeat: IdempotentCall): Promise<StartedAnswer | null> {
  const noted = await readIdempotencyNote(ctx, repeat)
  if (noted === null) return null
  const begun = fromJson<StartedAnswer>(noted)
  await ownAnswer(ctx, begun.messageId)
  return begun
}

/** Returns the previous model, unless it was removed. */
async function sameModel(ctx: Context, id: string | null | undefined) {
  return (await listModels(ctx)).find((model) => model.id === id)?.id
}

async function question(ctx: Context, userId: string, id: string | undefined, text: string, model: Model) {
  if (id !== undefined && !isId(id)) throw noConversation()
  const conversationId =
    id ?? (await openConversation(ctx, userId, ellipsizeWords(text.replace(/\s+/g, ' ').trim(), TITLE)))
  await readConversation(ctx, { id: conversationId })
  await requireNoRunningAnswer(ctx, userId, conversationId)
  const { total, last } = await store.conversationExtent(ctx.db, conversationId)
  if (total + 2 > chatLimits.messages) {
    throw new Conflict(
      `A conversation can have at most ${formatInteger(chatLimits.messages)} messages. Start a new conversation.`,
    )
  }
  const at = ctx.now().toISOString()
  await store.insertMessages(ctx.db, [
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
  // Reads the answer again, because a newer message could have followed it.
  const { conversation_id, position } = await ownAnswer(ctx, id)
  await requireNoRunningAnswer(ctx, userId, conversation_id)
  const { last } = await store.conversationExtent(ctx.db, conversation_id)
  if (position !== last)
    throw new Conflict(
      'Only the last answer in a conversation can be retried. Reload the page to see the last answer.',
    )
  await store.removeMessage(ctx.db, id)
  return insertAnswer(ctx, conversation_id, position, model)
}

async function requireNoRunningAnswer({ db }: Context, userId: string, conversationId: string) {
  const running = await store.runningOf(db, userId)
  if (running.some(({ conversation_id }) => conversation_id === conversationId)) {
    throw new Conflict('An answer is in progress in this conversation. Wait for the answer, or stop it.')
  }
  if (running.length >= chatLimits.running) {
    throw new Conflict(
      `${chatLimits.running} of your answers are in progress. Wait until one of the answers is complete, or stop one of the answers.`,
    )
  }
}

async function insertAnswer(ctx: Context, conversationId: string, position: number, model: Model) {
  const at = ctx.now().toISOString()
  const row = blank(conversationId, at)
  await store.insertMessages(ctx.db, [
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
  await store.insertEvents(ctx.db, numberEvents(row.id, 0, [start]))
  await store.touchConversation(ctx.db, conversationId, at)
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

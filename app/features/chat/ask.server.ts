import { ulid } from 'ulid'
import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, TryLater } from '#app/errors.ts'
import { recordAgent } from '#app/features/audit/audit.server.ts'
import { notedOnce, noteOnce, type Repeat } from '#app/features/idempotency/idempotency.server.ts'
import { isDraining, startWriting } from '#app/features/chat/answer.server.ts'
import {
  isId,
  noConversation,
  openConversation,
  readConversation,
} from '#app/features/chat/conversations.server.ts'
import { endLost, inPlace, piece } from '#app/features/chat/finalize.server.ts'
import {
  extentOf,
  insertEvents,
  insertMessages,
  lockPerson,
  removeMessage,
  runningOf,
  touchConversation,
} from '#app/features/chat/store.server.ts'
import { ownAnswer } from '#app/features/chat/messages.server.ts'
import { listModels, modelNamed } from '#app/features/chat/models.server.ts'
import { bounds } from '#app/platform/config/chat-limits.ts'
import type { Ask, Model } from '#app/features/chat/schema.ts'
import { ellipsizeWords } from '#app/primitives/text.ts'

/** An answer that has begun, and where. */
export type Begun = { messageId: string; conversationId: string }

/** The most characters of a question that name the conversation until somebody gives it another title. */
const TITLE = 80

/**
 * Asks a question, or has the last answer of a conversation made anew. The answer goes on being written by itself, whether
 * anybody reads it or not. Throws `NotFound`, `Invalid`, and `Conflict` while the conversation or the user waits for other
 * answers, or has as much as there may be. What was asked before as the same `repeat` is not asked again: it gives the
 * answer that began then.
 */
export async function ask(ctx: Context, input: Ask, repeat: Repeat | null = null): Promise<Begun> {
  allow(ctx, 'chat:use')
  const { userId } = requireUser(ctx)
  const first = repeat && (await begunBefore(ctx, repeat))
  if (first) return first
  if (isDraining(ctx)) throw new TryLater('unavailable', 'The service goes away. Ask again in a moment.', 2)
  const before = input.retry_of === undefined ? null : await ownAnswer(ctx, input.retry_of)
  const model = await modelNamed(ctx, input.model ?? (await sameModel(ctx, before?.model)))
  await endLost(ctx)
  const begun = await inTransaction(ctx, async (inner) => {
    await lockPerson(inner.db, userId)
    // Who came at the same moment with the same key has begun it meanwhile.
    const same = repeat && (await begunBefore(inner, repeat))
    if (same) return { ...same, position: null }
    const anew = before
      ? await again(inner, userId, before.id, model)
      : await question(inner, userId, input.conversation_id, input.message!, model)
    if (repeat) await noteOnce(inner, repeat, JSON.stringify(begunOf(anew)))
    await recordAgent(inner, 'askChat')
    return anew
  })
  if (begun.position !== null) startWriting(ctx, { ...begun, model: model.id })
  return begunOf(begun)
}

const begunOf = ({ messageId, conversationId }: Begun): Begun => ({ messageId, conversationId })

/** The answer that a call began before this repeat of it; null when none did. Throws `NotFound` where it was deleted. */
async function begunBefore(ctx: Context, repeat: Repeat): Promise<Begun | null> {
  const noted = await notedOnce(ctx, repeat)
  if (noted === null) return null
  const begun = JSON.parse(noted) as Begun
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
  await onlyOne(ctx, userId, conversationId)
  const { total, last } = await extentOf(ctx.db, conversationId)
  if (total + 2 > bounds.messages) {
    throw new Conflict(`A conversation has ${bounds.messages} messages at most. Begin another one.`)
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
  return begin(ctx, conversationId, last + 2, model)
}

async function again(ctx: Context, userId: string, id: string, model: Model) {
  // Read anew: what was the last answer when it was asked for may not be it any more.
  const { conversation_id, position } = await ownAnswer(ctx, id)
  await onlyOne(ctx, userId, conversation_id)
  const { last } = await extentOf(ctx.db, conversation_id)
  if (position !== last) throw new Conflict('Only the last answer of a conversation can be tried again.')
  await removeMessage(ctx.db, id)
  return begin(ctx, conversation_id, position, model)
}

async function onlyOne({ db }: Context, userId: string, conversationId: string) {
  const running = await runningOf(db, userId)
  if (running.some(({ conversation_id }) => conversation_id === conversationId)) {
    throw new Conflict('An answer is being written in this conversation. Wait for it, or stop it.')
  }
  if (running.length >= bounds.running) {
    throw new Conflict(`${bounds.running} answers are being written for you. Wait for one, or stop it.`)
  }
}

async function begin(ctx: Context, conversationId: string, position: number, model: Model) {
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
  await insertEvents(ctx.db, inPlace(row.id, 0, [start]))
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

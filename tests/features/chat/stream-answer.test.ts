import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { waitForAnswer } from '#app/features/chat/answer.server.ts'
import { ask } from '#app/features/chat/ask.server.ts'
import { deleteConversation, readConversation, stopAnswer } from '#app/features/chat/conversations.server.ts'
import { finalizeLost, purgeChat } from '#app/features/chat/finalize.server.ts'
import { askAndStream, streamAnswer } from '#app/features/chat/stream-answer.server.ts'
import { readFullConversation } from '#app/features/chat/messages.server.ts'
import {
  withOwnStreams,
  startedIds,
  eventsIn,
  collectAfter,
  askAndCollect,
  lastOf,
  textOf,
  type StreamedEvent,
} from '#tests/support/db/chat.ts'
import { oneEngine } from '#tests/support/engines.ts'
import { aUser, NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import {
  aModel,
  chunkOf,
  done,
  hangsAfter,
  inTwo,
  lastChunk,
  says,
  type FakeModel,
} from '#tests/mocks/fake-model.ts'
import { actingAs } from '#tests/support/db/people.ts'

const after = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString()

/** The first answer of a process waits for the index of the search. */
const SOON = 10_000

describe.each(oneEngine)('%s', (engine) => {
  let it: TestApp
  let model: FakeModel
  beforeAll(async () => {
    model = await aModel()
    it = await openTestApp(engine, { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'fake' })
  })
  afterAll(async () => {
    await it.close()
    await model.close()
  })
  const somebody = async () => actingAs(it, await aUser(it))

  /** An answer of which a few words have come, and no more do. */
  async function halfAnswer(ctx: Context) {
    model.answers(hangsAfter(chunkOf('Half'), chunkOf(' an answer')))
    const begun = await ask(ctx, { message: 'How do I back up the database?', model: 'fake' })
    await vi.waitFor(async () => {
      const { messages } = await readFullConversation(ctx, { id: begun.conversationId })
      expect(messages[1]).toMatchObject({ status: 'streaming', content: 'Half an answer' })
    }, SOON)
    return begun
  }

  test('who comes in the middle hears all of it, and goes on where another left', async () => {
    const ctx = await somebody()
    const { messageId, conversationId } = await halfAnswer(ctx)
    const [, answer] = (await readFullConversation(ctx, { id: conversationId })).messages
    const late = collectAfter(ctx, messageId)
    const later = collectAfter(ctx, messageId, answer!.last_event_id!)
    await stopAnswer(ctx, { id: conversationId })
    const heard = await late
    expect(textOf(heard)).toBe('Half an answer')
    expect(lastOf(heard)).toMatchObject({ event: 'message.end', data: { status: 'stopped' } })
    expect(await later).toEqual(heard.filter(({ id }) => id! > answer!.last_event_id!))
  })

  test('a stop ends the answer and the model request at once, and keeps what was sent', async () => {
    const ctx = await somebody()
    const { messageId, conversationId } = await halfAnswer(ctx)
    const open = model.open.size
    await stopAnswer(ctx, { id: conversationId })
    const { conversation, messages } = await readFullConversation(ctx, { id: conversationId })
    expect(conversation.running_message_id).toBe(null)
    expect(messages[1]).toMatchObject({ status: 'stopped', content: 'Half an answer', error: null })
    await vi.waitFor(() => expect(model.open.size).toBe(open - 1), SOON)
    await waitForAnswer(ctx, messageId, 5_000)
    expect((await readFullConversation(ctx, { id: conversationId })).messages[1]).toEqual(messages[1])
    await stopAnswer(ctx, { id: conversationId })
  })

  test('a conversation waits for one answer at a time, and a user for three', async () => {
    const ctx = await somebody()
    const open = [await halfAnswer(ctx)]
    const again = { message: 'x', conversation_id: open[0]!.conversationId }
    expect(await refusalOf(() => ask(ctx, again))).toMatchObject({ status: 409 })
    expect(await refusalOf(() => ask(ctx, { retry_of: open[0]!.messageId }))).toMatchObject({ status: 409 })
    const tries = Array.from({ length: 5 }, () => ask(ctx, { message: 'x', model: 'fake' }))
    const begun = (await Promise.allSettled(tries)).flatMap((one) =>
      one.status === 'fulfilled' ? one.value : [],
    )
    expect(begun).toHaveLength(2)
    for (const { conversationId } of [...open, ...begun]) await stopAnswer(ctx, { id: conversationId })
    model.answers(says('Fine.'))
    expect(textOf(await askAndCollect(ctx, { ...again, model: 'fake' }))).toBe('Fine.')
  })

  test('an answer whose writer is silent for thirty seconds fails and keeps its text', async () => {
    const ctx = await somebody()
    const { messageId, conversationId } = await halfAnswer(ctx)
    const dead = { ...ctx, now: () => new Date(after(30_000)) }
    await finalizeLost(dead)
    expect((await readConversation(ctx, { id: conversationId })).running_message_id).toBe(messageId)
    const following = collectAfter(ctx, messageId)
    // Whoever looks ends it: here a list of what was said.
    const { messages } = await readFullConversation(
      { ...ctx, now: () => new Date(after(30_001)) },
      { id: conversationId },
    )
    expect(messages[1]).toMatchObject({
      status: 'failed',
      content: 'Half an answer',
      error: { code: 'interrupted' },
    })
    const heard = await following
    expect(heard.slice(-2)).toMatchObject([
      { event: 'error', data: { code: 'interrupted', error: expect.stringContaining('Try again') } },
      { event: 'message.end', data: { status: 'failed' } },
    ])
    expect(textOf(heard)).toBe('Half an answer')
    model.answers(says('Whole.'))
    expect(textOf(await askAndCollect(ctx, { retry_of: messageId }))).toBe('Whole.')
  })

  test('whoever was given up for dead adds nothing to an answer that has ended', async () => {
    const ctx = await somebody()
    const { answer, goOn } = inTwo([chunkOf('First')], [chunkOf(' second'), lastChunk, done])
    model.answers(answer)
    const { messageId, conversationId } = await ask(ctx, { message: 'x', model: 'fake' })
    const read = async () => (await readFullConversation(ctx, { id: conversationId })).messages[1]!
    await vi.waitFor(async () => expect(await read()).toMatchObject({ content: 'First' }), SOON)
    await finalizeLost({ ...ctx, now: () => new Date(after(31_000)) })
    goOn()
    await waitForAnswer(ctx, messageId, 10_000)
    expect(await read()).toMatchObject({ status: 'failed', content: 'First' })
    expect(textOf(await collectAfter(ctx, messageId))).toBe('First')
  })

  test('deleting the conversation ends its answer and whoever hears it', async () => {
    const ctx = await somebody()
    const { messageId, conversationId } = await halfAnswer(ctx)
    const following = collectAfter(ctx, messageId)
    await deleteConversation(ctx, { id: conversationId })
    expect((await following).map(({ event }) => event)).not.toContain('message.end')
    await waitForAnswer(ctx, messageId, 10_000)
  })

  test('an hour after its end, an answer is replayed as a single piece', async () => {
    const ctx = await somebody()
    const heard = await askAndCollect(ctx, { message: 'How do I back up the database?' })
    const { messageId } = startedIds(heard)
    await purgeChat({ ...it.ctx(), now: () => new Date(after(3_600_000)) })
    expect(await collectAfter(ctx, messageId)).toEqual(heard)
    await purgeChat({ ...it.ctx(), now: () => new Date(after(3_600_001)) })
    const again = await collectAfter(ctx, messageId, 3)
    expect(again[0]).toMatchObject({ event: 'message.start', data: heard[0]!.data })
    expect(textOf(again)).toBe(textOf(heard))
    expect(lastOf(again)).toEqual(lastOf(heard))
    const citations = (all: StreamedEvent[]) =>
      all.filter(({ event }) => event === 'citation').map(({ data }) => data)
    expect(citations(again)).toEqual(citations(heard))
    expect(await collectAfter(ctx, messageId, lastOf(heard).id!)).toEqual([])
    expect(await refusalOf(() => purgeChat(it.ctx(userWith('member'))))).toMatchObject({ status: 403 })
  })

  test('who goes away in the middle leaves nothing open, and the answer goes on', async () => {
    const ctx = withOwnStreams(await somebody())
    const { answer, goOn } = inTwo([chunkOf('One')], [chunkOf(' two'), lastChunk, done])
    model.answers(answer)
    const { chunks } = await askAndStream(ctx, { message: 'x', model: 'fake' })
    const pieces = chunks[Symbol.asyncIterator]()
    expect((await pieces.next()).value).toMatch(/^retry: \d+\n\n$/)
    const [start] = eventsIn((await pieces.next()).value as string)
    await pieces.return!()
    goOn()
    const { messageId } = startedIds([start!])
    expect(textOf(await collectAfter(ctx, messageId))).toBe('One two')
  })

  test('a session has five streams at most, and nothing is asked past them', async () => {
    const ctx = withOwnStreams(await somebody())
    const { messageId, conversationId } = await halfAnswer(ctx)
    const open = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const pieces = (await streamAnswer(ctx, { id: messageId, after: 0 })).chunks[Symbol.asyncIterator]()
        await pieces.next()
        return pieces
      }),
    )
    const { chunks } = await askAndStream(ctx, { message: 'x' })
    const refusal = await refusalOf(() => chunks[Symbol.asyncIterator]().next())
    expect(refusal).toMatchObject({ status: 409, code: 'too_many_connections' })
    for (const pieces of open) await pieces.return!()
    await stopAnswer(ctx, { id: conversationId })
  })
})

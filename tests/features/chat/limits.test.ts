import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { ask } from '#app/features/chat/ask.server.ts'
import { createConversation } from '#app/features/chat/conversations.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import { askInput } from '#app/features/chat/schema.ts'
import { startedIds, askAndCollect } from '#tests/support/db/chat.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

const userIdOf = (ctx: Context) => requireUser(ctx).userId

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const somebody = async () => actingAs(it, await aUser(it))
  const asked = async (ctx: Context) => startedIds(await askAndCollect(ctx, { message: 'How do I back up?' }))

  test('there are so many conversations and no more, also when many are begun at once', async () => {
    const ctx = await somebody()
    const row = { user_id: userIdOf(ctx), title: 'x', created_at: NOON, updated_at: NOON }
    const rows = Array.from({ length: chatLimits.conversations - 2 }, () => ({ ...row, id: ulid() }))
    await it.app.db.insertInto('chat_conversations').values(rows).execute()
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => createConversation(ctx, {})))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refusal = await refusalOf(() => ask(ctx, { message: 'x' }))
    expect(refusal).toMatchObject({
      status: 409,
      message: expect.stringContaining('Delete a conversation first'),
    })
  })

  test('a conversation takes so many messages and no more', async () => {
    const ctx = await somebody()
    const { conversationId, messageId } = await asked(ctx)
    const [row] = await it.app.db
      .selectFrom('chat_messages')
      .selectAll()
      .where('id', '=', messageId)
      .execute()
    const more = Array.from({ length: chatLimits.messages - 3 }, (_, index) => ({
      ...row!,
      id: ulid(),
      position: index + 3,
    }))
    for (let at = 0; at < more.length; at += 50) {
      await it.app.db
        .insertInto('chat_messages')
        .values(more.slice(at, at + 50))
        .execute()
    }
    const refusal = await refusalOf(() => ask(ctx, { message: 'x', conversation_id: conversationId }))
    expect(refusal).toMatchObject({
      status: 409,
      message: expect.stringContaining('Start a new conversation'),
    })
  })
})

test.each([
  [{}, 'message'],
  [{ message: '  \n ' }, 'message'],
  [{ message: 'x'.repeat(4001) }, 'message'],
  [{ message: 'x', retry_of: 'y' }, 'message'],
  [{ retry_of: 'y', conversation_id: 'z' }, 'conversation_id'],
  [{ message: 1 }, 'message'],
])('%o is no question', (input, path) => {
  expect(askInput.safeParse(input).error?.issues[0]?.path).toEqual([path])
})

test('a question is kept as it was written, but for signs that no text has', () => {
  expect(askInput.parse({ message: ' a\r\nb\0\u0007\tc\ud800 🗝 ' }).message).toBe('a\nb\tc 🗝')
})

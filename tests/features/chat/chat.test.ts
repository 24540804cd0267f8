import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import {
  createConversation,
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
  stopAnswer,
} from '#app/features/chat/conversations.server.ts'
import { exportConversation } from '#app/features/chat/export.server.ts'
import { listMessages, readFullConversation } from '#app/features/chat/messages.server.ts'
import { listModels } from '#app/features/chat/models.server.ts'
import { conversation, message } from '#app/features/chat/schema.ts'
import { startedIds, collectAfter, askAndCollect, lastOf, textOf } from '#tests/support/db/chat.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anonymous,
  aUser,
  keyOf,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

const all = { limit: 100, offset: 0 }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const somebody = async () => actingAs(it, await aUser(it))
  const asked = async (ctx: Context, text = 'How do I back up the database?', conversation_id?: string) =>
    startedIds(await askAndCollect(ctx, { message: text, conversation_id }))

  test('a question is answered as events with numbers, and both are kept', async () => {
    const ctx = await somebody()
    const heard = await askAndCollect(ctx, { message: 'How do I back up the database?' })
    expect(heard.map(({ id }) => id)).toEqual(heard.map((_, index) => index + 1))
    expect(heard[0]!.event).toBe('message.start')
    expect(lastOf(heard)).toMatchObject({ event: 'message.end', data: { status: 'complete', usage: null } })
    const { messageId, conversationId } = startedIds(heard)
    const { conversation: kept, messages } = await readFullConversation(ctx, { id: conversationId })
    expect(conversation.parse(kept)).toMatchObject({
      title: 'How do I back up the database?',
      message_count: 2,
      running_message_id: null,
    })
    for (const one of messages) message.parse(one)
    const [question, answer] = messages
    expect(question).toMatchObject({ role: 'user', content: 'How do I back up the database?', model: null })
    expect(answer).toMatchObject({
      id: messageId,
      role: 'assistant',
      model: 'site-search',
      status: 'complete',
    })
    expect(answer!.content).toBe(textOf(heard))
    expect(answer!.citations).toEqual(
      heard.filter(({ event }) => event === 'citation').map(({ data }) => data),
    )
    expect(answer!.last_event_id).toBe(lastOf(heard).id)
  })

  test('an answer is heard again from any event on, and once it has ended from none', async () => {
    const ctx = await somebody()
    const heard = await askAndCollect(ctx, { message: 'How do I create an API key?' })
    const { messageId } = startedIds(heard)
    for (const after of [0, 1, 3, heard.length - 1, heard.length]) {
      expect(await collectAfter(ctx, messageId, after)).toEqual(heard.slice(after))
    }
  })

  test('a conversation goes on, and an answer knows the question before it', async () => {
    const ctx = await somebody()
    const { conversationId } = await asked(ctx, 'Is a failed job tried again?')
    const heard = await askAndCollect(ctx, { message: 'and how often?', conversation_id: conversationId })
    expect(JSON.stringify(heard)).toContain('/docs/jobs')
    const { messages, total } = await listMessages(ctx, { id: conversationId, limit: 3, offset: 1 })
    expect([messages.map(({ role }) => role), total]).toEqual([['assistant', 'user', 'assistant'], 4])
  })

  test('conversations are listed by last activity, and are named, renamed and deleted', async () => {
    const ctx = await somebody()
    const first = await createConversation(ctx, { title: 'First' })
    it.at('2026-11-21T12:00:01.000Z')
    const { conversationId } = await asked(ctx, `Tell me about ${'very '.repeat(30)}long questions`)
    it.at('2026-11-21T12:00:02.000Z')
    await asked(ctx, 'How do I create an API key?', first.id)
    it.at(NOON)
    const { conversations, total } = await listConversations(ctx, all)
    expect([conversations.map(({ id }) => id), total]).toEqual([[first.id, conversationId], 2])
    expect(conversations[1]!.title).toMatch(/^Tell me about (very )+…$/)
    expect(conversations[1]!.title.length).toBeLessThanOrEqual(80)
    expect(await renameConversation(ctx, { id: first.id, title: 'Keys' })).toMatchObject({ title: 'Keys' })
    await deleteConversation(ctx, { id: first.id })
    expect((await listConversations(ctx, all)).total).toBe(1)
    expect(await refusalOf(() => readConversation(ctx, first))).toMatchObject({ status: 404 })
    expect(
      await it.app.db
        .selectFrom('chat_messages')
        .select('id')
        .where('conversation_id', '=', first.id)
        .execute(),
    ).toEqual([])
  })

  test('what is somebody else’s is not there, whatever is asked of it', async () => {
    const [mine, theirs] = [await somebody(), await somebody()]
    const { conversationId: id, messageId } = await asked(mine)
    const calls: ((ctx: Context) => unknown)[] = [
      (ctx) => readConversation(ctx, { id }),
      (ctx) => renameConversation(ctx, { id, title: 'x' }),
      (ctx) => deleteConversation(ctx, { id }),
      (ctx) => listMessages(ctx, { id, ...all }),
      (ctx) => exportConversation(ctx, { id, format: 'json' }),
      (ctx) => stopAnswer(ctx, { id }),
      (ctx) => askAndCollect(ctx, { message: 'x', conversation_id: id }),
      (ctx) => askAndCollect(ctx, { retry_of: messageId }),
      (ctx) => collectAfter(ctx, messageId),
    ]
    for (const call of calls) {
      expect(await refusalOf(() => call(theirs)), String(call)).toMatchObject({ status: 404 })
      expect(await refusalOf(() => call(it.ctx(anonymous))), String(call)).toMatchObject({ status: 401 })
      expect(await refusalOf(() => call(it.ctx(keyOf('1')))), String(call)).toMatchObject({ status: 403 })
    }
    expect((await listConversations(theirs, all)).total).toBe(0)
    expect((await readFullConversation(mine, { id })).messages).toHaveLength(2)
    for (const wrong of ['', 'x', '\0', '0'.repeat(26), messageId]) {
      expect(await refusalOf(() => readConversation(mine, { id: wrong }))).toMatchObject({ status: 404 })
    }
  })

  test('the last answer is made anew in its place; one before it is not', async () => {
    const ctx = await somebody()
    const first = await asked(ctx)
    const heard = await askAndCollect(ctx, { retry_of: first.messageId })
    const second = startedIds(heard)
    expect(second.conversationId).toBe(first.conversationId)
    const { messages } = await readFullConversation(ctx, { id: first.conversationId })
    expect(messages.map(({ id }) => id)).toEqual([messages[0]!.id, second.messageId])
    expect(messages[1]!.content).toContain('DATA_DIR/backups')
    expect(await refusalOf(() => askAndCollect(ctx, { retry_of: first.messageId }))).toMatchObject({
      status: 404,
    })
    expect(await refusalOf(() => askAndCollect(ctx, { retry_of: messages[0]!.id }))).toMatchObject({
      status: 404,
    })
    await asked(ctx, 'And on SQLite?', first.conversationId)
    expect(await refusalOf(() => askAndCollect(ctx, { retry_of: second.messageId }))).toMatchObject({
      status: 409,
    })
  })

  test('without a model elsewhere there is the site’s own, and no other may be asked for', async () => {
    const ctx = await somebody()
    expect(await listModels(ctx)).toMatchObject([{ id: 'site-search', default: true, is_external: false }])
    const refusal = await refusalOf(() => askAndCollect(ctx, { message: 'x', model: 'gpt-9' }))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'model' }] })
    expect((await listConversations(ctx, all)).total).toBe(0)
  })

  test('a conversation becomes a file to read and one for programs', async () => {
    const ctx = await somebody()
    const { conversationId: id } = await asked(ctx)
    await renameConversation(ctx, { id, title: 'Back-ups *and* more' })
    const fileOf = async (format: 'markdown' | 'json') => {
      const { name, type, chunks } = await exportConversation(ctx, { id, format })
      let text = ''
      for await (const piece of chunks) text += piece
      return { name, type, text }
    }
    const markdown = await fileOf('markdown')
    expect(markdown.name).toBe(`conversation-2026-11-21-${id.toLowerCase()}.md`)
    expect(markdown.text).toMatch(/^# Back-ups \\\*and\\\* more\n\n## Question\n\nHow do I back up/)
    expect(markdown.text).toMatch(
      /^1\. \[Backups: Back up the database\]\(http:\/\/[^)]+#back-up-the-database\)$/m,
    )
    const json = JSON.parse((await fileOf('json')).text) as object
    expect(json).toMatchObject({
      format: 'signpost-conversation',
      version: 1,
      ...(await readFullConversation(ctx, { id })),
    })
  })

  test('an account’s export has its conversations, and they go with the account', async () => {
    const ctx = await somebody()
    const { conversationId: id } = await asked(ctx)
    const { conversations } = await exportAccount(ctx)
    const { conversation: own, messages } = await readFullConversation(ctx, { id })
    expect(conversations).toEqual([{ ...own, messages }])
    await deleteAccount(ctx, { password: 'correct horse battery' })
    for (const table of ['chat_conversations', 'chat_messages', 'chat_events', 'chat_people'] as const) {
      const left = await it.app.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(left)).not.toContain(id)
    }
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteConversation } from '#app/features/chat/conversations.server.ts'
import { aCaller, refusalText, type Call } from '#tests/support/http/route-client.ts'
import { startedIds, eventsIn, lastOf } from '#tests/support/db/chat.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

const question = { message: 'How do I back up the database?' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let user: Awaited<ReturnType<typeof aCaller>>['user']
  let call: Call
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => void ({ user, call } = await aCaller(it, 'member')))
  afterAll(() => it.close())

  const ask = (body: object = question, headers = {}, who = call) =>
    who('POST', '/api/chat/stream', {
      body,
      headers: { 'Idempotency-Key': 'a-question-of-mine', ...headers },
    })
  const heard = async (response: Response | Promise<Response>) => eventsIn(await (await response).text())
  const messages = () =>
    it.app.db
      .selectFrom('chat_messages')
      .innerJoin('chat_conversations', 'chat_conversations.id', 'conversation_id')
      .select('chat_messages.id')
      .where('user_id', '=', user.id)
      .execute()

  test('a repeated question is not asked again, and gets the first answer in full', async () => {
    const first = await heard(ask())
    const again = await heard(ask())
    expect(again).toEqual(first)
    expect(lastOf(again)).toMatchObject({ event: 'message.end', data: { status: 'complete' } })
    expect(await messages()).toHaveLength(2)
  })

  test('many at once ask once, and all hear the one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => heard(ask())))
    expect(new Set(answers.map((events) => startedIds(events).messageId)).size).toBe(1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await messages()).toHaveLength(2)
  })

  test('another question under the same key is a conflict, and keys are per user', async () => {
    const { messageId } = startedIds(await heard(ask()))
    const words = expect.stringMatching(/^This Idempotency-Key was used for another request\. /)
    expect(await refusalText(await ask({ message: 'Something else?' }))).toEqual([409, 'conflict', words])
    const other = startedIds(await heard(ask(question, {}, (await aCaller(it, 'member')).call)))
    expect(other.messageId).not.toBe(messageId)
  })

  test('an answer that was tried again is followed like any other', async () => {
    const { messageId } = startedIds(await heard(ask()))
    const retry = () => ask({ retry_of: messageId }, { 'Idempotency-Key': 'another-key' })
    const second = await heard(retry())
    expect(startedIds(second).messageId).not.toBe(messageId)
    expect(await heard(retry())).toEqual(second)
    expect(await messages()).toHaveLength(2)
  })

  test('a question that was refused leaves the key free', async () => {
    expect((await ask({ ...question, conversation_id: 'nothing' })).status).toBe(404)
    expect(lastOf(await heard(ask()))).toMatchObject({ event: 'message.end' })
  })

  test('an answer that was deleted since is not asked for again', async () => {
    const { conversationId } = startedIds(await heard(ask()))
    await deleteConversation(actingAs(it, user), { id: conversationId })
    expect((await ask()).status).toBe(404)
    expect(await messages()).toEqual([])
  })

  test('a browser tool that asks leaves one audit row, however often it repeats', async () => {
    const marked = { 'Agent-Tool': 'ask_chat' }
    await heard(ask(question, marked))
    await heard(ask(question, marked))
    const rows = it.app.db.selectFrom('audit').select(['action', 'agent_tool', 'details'])
    expect(await rows.where('actor_id', '=', user.id).execute()).toEqual([
      { action: 'agent.wrote', agent_tool: 'ask_chat', details: '{"operation":"askChat"}' },
    ])
  })

  test('without a key every question is asked', async () => {
    const bare = () => call('POST', '/api/chat/stream', { body: question })
    const [one, two] = [await heard(bare()), await heard(bare())]
    expect(startedIds(one).messageId).not.toBe(startedIds(two).messageId)
  })
})

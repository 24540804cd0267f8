import { expect, test, vi } from 'vitest'
import { drainAnswers } from '#app/features/chat/answer.server.ts'
import { ask } from '#app/features/chat/ask.server.ts'
import { readFullConversation } from '#app/features/chat/messages.server.ts'
import { listModels } from '#app/features/chat/models.server.ts'
import { reportIntegrations } from '#app/features/integrations/integrations.server.ts'
import { askAndCollect } from '#tests/support/db/chat.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aUser, keyOf, openTestApp, refusalOf } from '#tests/support/factories.ts'
import { aModel, chunkOf, hangsAfter, says, sends } from '#tests/mocks/fake-model.ts'
import { shortenTimers } from '#tests/support/hurry.ts'
import { actingAs } from '#tests/support/db/people.ts'

test.each(engineNames)(
  'how it stands with a model elsewhere is that of its last answer, on %s',
  async (engine) => {
    const model = await aModel()
    const it = await openTestApp(engine, { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'fake' })
    const ctx = actingAs(it, await aUser(it))
    const { id } = await aGuild(it)
    const status = () => reportIntegrations(it.ctx(keyOf(id)), { slug: 'chat' })
    const soon = (expected: object) => vi.waitFor(async () => expect(await status()).toMatchObject(expected))
    await soon({ status: 'unknown', last_heartbeat_at: null, last_error: null })
    await askAndCollect(ctx, { message: 'How do I create an API key?' })
    await soon({ status: 'unknown' })
    model.answers(says('Fine.'))
    await askAndCollect(ctx, { message: 'x', model: 'fake' })
    await soon({ status: 'online', last_heartbeat_at: '2026-11-21T12:00:00.000Z', last_error: null })
    model.answers(sends())
    it.at('2026-11-21T12:00:10.000Z')
    await askAndCollect(ctx, { message: 'x', model: 'fake' })
    await soon({ status: 'degraded', last_error: { code: 'provider_cut', at: '2026-11-21T12:00:10.000Z' } })
    expect(await reportIntegrations(it.ctx(keyOf(id)), {})).toMatchObject({
      checked_at: '2026-11-21T12:00:10.000Z',
    })
    model.answers(says('Fine.'))
    it.at('2026-11-21T12:00:20.000Z')
    await askAndCollect(ctx, { message: 'x', model: 'fake' })
    await soon({ status: 'online', last_heartbeat_at: '2026-11-21T12:00:20.000Z', last_error: null })
    await it.close()
    await model.close()
  },
)

test('a process that shuts down starts no answers and ends its own as interrupted', async () => {
  const model = await aModel()
  const it = await openTestApp(engineNames[0]!, { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'fake' })
  const ctx = actingAs(it, await aUser(it))
  model.answers(hangsAfter(chunkOf('Half')))
  const { conversationId } = await ask(ctx, { message: 'x', model: 'fake' })
  await vi.waitFor(() => expect(model.asked).toHaveLength(1))
  shortenTimers(20)
  await drainAnswers(ctx)
  const { messages } = await readFullConversation(ctx, { id: conversationId })
  expect(messages[1]).toMatchObject({ status: 'failed', content: 'Half', error: { code: 'interrupted' } })
  expect(await refusalOf(() => ask(ctx, { message: 'x' }))).toMatchObject({ status: 503 })
  await it.close()
  await model.close()
})

test('who may ask is told that questions leave the server', async () => {
  const it = await openTestApp(engineNames[0]!, {
    CHAT_BASE_URL: 'http://127.0.0.1:9/v1',
    CHAT_MODEL: 'fake',
  })
  expect(await listModels(actingAs(it, await aUser(it)))).toMatchObject([
    { id: 'site-search', default: true, is_external: false },
    { id: 'fake', default: false, is_external: true, description: expect.stringContaining('127.0.0.1:9') },
  ])
  await it.close()
})

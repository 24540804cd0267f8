import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startedIds, eventsIn, lastOf, textOf, type StreamedEvent } from '#tests/support/db/chat.ts'
import { secondInstance, type SecondInstance } from '#tests/support/http/second-instance.ts'
import { anEmail, cookieOf, json } from '#tests/support/http/client.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { aModel, chunkOf, hangsAfter, says, type FakeModel } from '#tests/mocks/fake-model.ts'
import { cliJson, startServer, type Env, type RunningServer } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Two servers with the same stores, and a model that both ask. */
let model: FakeModel
let env: Env
let servers: RunningServer[]
let store: SecondInstance
let cookie: string
const undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const engine = await openEngine(engineNames.at(-1)!)
  model = await aModel()
  env = {
    ...engine.env,
    CHAT_BASE_URL: model.baseUrl,
    CHAT_MODEL: 'fake',
    EXPECT_USERS: 'yes',
  }
  const login = { email: anEmail(), password: 'correct horse battery' }
  const owner = ['--role', 'owner', '--name', 'Ada', '--email', login.email, '--password', login.password]
  await cliJson(env, ['users', 'create', ...owner])
  servers = [await startServer(env), await startServer(env)]
  store = await secondInstance(env)
  cookie = cookieOf(await fetch(`${servers[0]!.url}/api/auth/login`, json(login)))
  undo.push(() => store.close(), ...servers.map(({ stop }) => stop), model.close, engine.remove)
})
afterAll(async () => {
  for (const step of undo) await step()
})

const ask = (server: RunningServer, body: object) =>
  fetch(`${server.url}/api/chat/stream`, json({ model: 'fake', ...body }, { Cookie: cookie }))
const at = (server: RunningServer, path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/chat/${path}`, {
    ...init,
    headers: { Cookie: cookie, ...(init.headers as Record<string, string>) },
  })

/** Reads a stream until enough of it has come, and leaves it. */
async function readUntil(
  response: Response,
  isEnough: (heard: StreamedEvent[]) => boolean,
): Promise<StreamedEvent[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value
    if (isEnough(eventsIn(text))) break
  }
  await reader.cancel().catch(() => {})
  return eventsIn(text)
}

/** An answer of which the first words have come through one of the servers. */
async function half(server: RunningServer) {
  model.answers(hangsAfter(chunkOf('Half an answer')))
  const heard = await readUntil(await ask(server, { message: 'x' }), (all) => textOf(all) !== '')
  return { heard, ...startedIds(heard) }
}

test('another instance goes on with an answer where a reload left it, and stops it', async () => {
  const [one, two] = servers as [RunningServer, RunningServer]
  const { heard, messageId, conversationId } = await half(one)
  const path = `messages/${messageId}/stream`
  const rest = at(two, path, { headers: { 'Last-Event-ID': String(lastOf(heard).id) } })
  const whole = at(two, path)
  const busy = await ask(two, { message: 'x', conversation_id: conversationId })
  expect(busy.status).toBe(409)
  await vi.waitFor(() => expect(model.open.size).toBe(1))
  expect((await at(two, `conversations/${conversationId}/stop`, { method: 'POST' })).status).toBe(204)
  await vi.waitFor(() => expect(model.open.size).toBe(0), 10_000)
  expect(eventsIn(await (await rest).text())).toMatchObject([
    { event: 'message.end', data: { status: 'stopped' } },
  ])
  expect(textOf(eventsIn(await (await whole).text()))).toBe('Half an answer')
})

test('when its instance is killed, an answer keeps its text and is retried elsewhere', async () => {
  const [, two] = servers as [RunningServer, RunningServer]
  const third = await startServer(env)
  const { heard, messageId, conversationId } = await half(third)
  third.child.kill('SIGKILL')
  const rest = at(two, `messages/${messageId}/stream`, {
    headers: { 'Last-Event-ID': String(lastOf(heard).id) },
  })
  const stands = async () => {
    const { messages } = (await (await at(two, `conversations/${conversationId}/messages`)).json()) as {
      messages: { status: string; content: string }[]
    }
    return messages[1]
  }
  expect(await stands()).toMatchObject({ status: 'streaming', content: 'Half an answer' })
  // Half a minute is made to pass.
  await vi.waitFor(async () => {
    const past = new Date(Date.now() - 31_000).toISOString()
    await store.app.db
      .updateTable('chat_messages')
      .set({ alive_at: past })
      .where('id', '=', messageId)
      .execute()
    expect(await stands()).toMatchObject({ status: 'failed', content: 'Half an answer' })
  }, 10_000)
  expect(eventsIn(await (await rest).text())).toMatchObject([
    { event: 'error', data: { code: 'interrupted' } },
    { event: 'message.end', data: { status: 'failed' } },
  ])
  model.answers(says('Whole.'))
  const again = await readUntil(await ask(two, { retry_of: messageId }), () => false)
  expect([startedIds(again).conversationId, textOf(again)]).toEqual([conversationId, 'Whole.'])
})

test('a server that stops ends what it writes, and does not wait for the model', async () => {
  const third = await startServer(env)
  const { messageId } = await half(third)
  const started = Date.now()
  expect(await third.stop()).toBe(0)
  expect(Date.now() - started).toBeLessThan(9_000)
  const heard = eventsIn(await (await at(servers[0]!, `messages/${messageId}/stream`)).text())
  expect(textOf(heard)).toBe('Half an answer')
  expect(heard.slice(-2)).toMatchObject([
    { event: 'error', data: { code: 'interrupted' } },
    { event: 'message.end', data: { status: 'failed' } },
  ])
})

test('nothing that a server says of itself has the question, the answer or the key', async () => {
  const secret = await startServer({ ...env, CHAT_API_KEY: 'sk-very-secret', LOG_LEVEL: 'trace' })
  model.answers((response) => void response.writeHead(401).end('sk-very-secret is wrong'))
  const heard = await readUntil(await ask(secret, { message: 'What about zanzibar?' }), () => false)
  expect(heard.at(-2)).toMatchObject({ data: { code: 'provider_unauthorized' } })
  expect(await secret.stop()).toBe(0)
  expect(secret.output()).toContain('the model of the chat rejected the request')
  expect(secret.output()).not.toMatch(/sk-very-secret|zanzibar/)
})

import { createDocument } from '@mixmark-io/domino'
import { describe, expect, test } from 'vitest'
import { startedIds, eventsIn, lastOf, textOf } from '#tests/support/db/chat.ts'
import { oneServer, client, json, signUp, type ErrorBody } from '#tests/support/http/client.ts'

const question = { message: 'How do I back up the database?' }

describe.each(oneServer())('chat on $name', (server) => {
  const ask = (cookie: string, body: object) =>
    client(server)('/api/chat/stream', json(body, { Cookie: cookie }))
  const get = (cookie: string, path: string, headers = {}, method = 'GET') =>
    client(server)(`/api/chat/${path}`, { method, headers: { Cookie: cookie, ...headers } })

  test('an answer is a stream of numbered events that nothing on the way keeps back', async () => {
    const { cookie } = await signUp(server)
    const response = await ask(cookie, question)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '19',
    })
    const heard = eventsIn(await response.text())
    expect(heard.map(({ id }) => id)).toEqual(heard.map((_, index) => index + 1))
    expect(textOf(heard)).toContain(`](${server.url}/docs/backups#back-up-the-database)`)
    expect(lastOf(heard)).toMatchObject({ event: 'message.end', data: { status: 'complete' } })
  })

  test('the rest of an answer is heard from the event that Last-Event-ID names', async () => {
    const { cookie } = await signUp(server)
    const heard = eventsIn(await (await ask(cookie, question)).text())
    const path = `messages/${startedIds(heard).messageId}/stream`
    for (const [header, after] of [
      ['2', 2],
      ['0', 0],
      ['x', 0],
      ['-1', 0],
      ['9999999999', 0],
    ] as const) {
      const rest = await get(cookie, path, { 'Last-Event-ID': header })
      expect(eventsIn(await rest.text()), header).toEqual(heard.slice(after))
    }
    expect(eventsIn(await (await get(cookie, path)).text())).toEqual(heard)
    const head = await get(cookie, path, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('conversations are created, named, exported and deleted by their owner alone', async () => {
    const [{ cookie }, other] = [await signUp(server), await signUp(server)]
    const made = await client(server)(
      '/api/chat/conversations',
      json({ title: 'Back-ups' }, { Cookie: cookie }),
    )
    expect(made.status).toBe(201)
    const { conversation } = (await made.json()) as { conversation: { id: string } }
    const path = `conversations/${conversation.id}`
    await (await ask(cookie, { ...question, conversation_id: conversation.id })).text()
    const send = (method: string, body?: object) =>
      client(server)(`/api/chat/${path}`, { ...json(body ?? {}, { Cookie: cookie }), method })
    expect(await (await send('PATCH', { title: 'Kept' })).json()).toMatchObject({
      conversation: { title: 'Kept' },
    })
    expect(await (await get(cookie, 'conversations?limit=1')).json()).toMatchObject({
      conversations: [{ id: conversation.id, title: 'Kept', message_count: 2 }],
      total: 1,
      limit: 1,
      offset: 0,
    })
    const file = await get(cookie, `${path}/export`)
    expect(file.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
    expect(file.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="conversation-[\w-]+\.md"$/,
    )
    expect(await file.text()).toMatch(/^# Kept\n\n## Question\n\nHow do I back up/)
    expect(await (await get(cookie, `${path}/export?format=json`)).json()).toMatchObject({ version: 1 })
    expect((await get(cookie, `${path}/export?format=pdf`)).status).toBe(400)
    for (const rest of ['', '/messages', '/export'])
      expect([rest, (await get(other.cookie, path + rest)).status]).toEqual([rest, 404])
    expect((await get(other.cookie, `${path}/stop`, {}, 'POST')).status).toBe(404)
    expect((await get('', path)).status).toBe(401)
    expect((await get(cookie, `${path}/stop`, {}, 'POST')).status).toBe(204)
    expect((await send('DELETE')).status).toBe(204)
    expect((await get(cookie, path)).status).toBe(404)
  })

  test('a user asks twenty questions a minute, wherever they ask from', async () => {
    const { cookie } = await signUp(server)
    const statuses = []
    for (let count = 0; count < 21; count++) {
      const response = await ask(cookie, { message: 'hello' })
      if (response.status === 429) expect(((await response.json()) as ErrorBody).code).toBe('rate_limited')
      else await response.text()
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect((await get(cookie, 'models')).status).toBe(200)
  })

  test('without scripts a form asks, and the page that it leads to has the answer', async () => {
    const { cookie } = await signUp(server)
    const page = client(server)
    const anonymous = await page('/chat')
    expect([anonymous.status, anonymous.headers.get('Location')]).toEqual([302, '/login?redirect_to=%2Fchat'])
    const headers = { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' }
    const post = (path: string, fields: Record<string, string>) =>
      page(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
    const asked = await post('/chat?index', { intent: 'ask', ...question })
    const there = asked.headers.get('Location')!
    expect([asked.status, there]).toEqual([302, expect.stringMatching(/^\/chat\/\w+#latest$/)])
    const path = there.split('#')[0]!
    const read = async () => createDocument(await (await page(path, { headers: { Cookie: cookie } })).text())
    expect((await read()).querySelector('#latest .answer')!.textContent).toContain('DATA_DIR/backups')
    expect((await post(path, { intent: 'rename', title: 'Kept' })).status).toBe(302)
    expect((await read()).querySelector('h1')!.textContent).toBe('Kept')
    expect((await post(path, { intent: 'ask', message: ' ' })).status).toBe(400)
    expect((await post(path, { intent: 'delete' })).status).toBe(400)
    expect((await post(path, { intent: 'delete', sure: 'yes' })).headers.get('Location')).toBe('/chat')
    expect((await page(path, { headers: { Cookie: cookie } })).status).toBe(404)
    expect((await page('/chat/nothing', { headers: { Cookie: cookie } })).status).toBe(404)
  })
})

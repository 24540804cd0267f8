import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delay, http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/platform/config/config.server.ts'
import { createDiscordClient, type DiscordError } from '#app/platform/outside/discord.server.ts'
import { refusalOf } from '#tests/support/factories.ts'
import { botEnv, discordRest } from '#tests/mocks/discord-rest.ts'

const guild = '100000000000000009'
const path = `/applications/${botEnv.DISCORD_APPLICATION_ID}/guilds/${guild}/commands` as const
const url = `https://discord.com/api/v10${path}`
const rest = discordRest()
const world = setupServer(...rest.handlers)
beforeAll(() => world.listen({ onUnhandledRequest: 'error' }))
afterEach(() => world.resetHandlers())
afterAll(() => world.close())

const patience = { attempt: 300, wait: 200, call: 2_000 }
const open = (env: Record<string, string> = {}, over: Partial<typeof patience> = {}) =>
  createDiscordClient(readConfig({ ...botEnv, ...env }), { ...patience, ...over })
const list = { method: 'GET', path, answer: z.array(z.object({ name: z.string() })) } as const
const put = (body: unknown) => ({ ...list, method: 'PUT', body }) as const
const failure = async (call: () => unknown) => (await refusalOf(call)) as DiscordError

test('calls carry the token of the bot and our name, and what they read is checked', async () => {
  const discord = open({ SITE_URL: 'https://bots.example.org' })
  expect(await discord.request(put([{ name: 'ping', description: 'Pings' }]))).toEqual([{ name: 'ping' }])
  expect(await discord.request(list)).toEqual([{ name: 'ping' }])
  expect(rest.asked.at(-1)).toMatchObject({
    path: `/api/v10${path}`,
    userAgent: 'DiscordBot (https://bots.example.org, 1.0.0)',
  })
})

test('what is proved by its address goes without the token, also where there is none', async () => {
  const headers: (string | null)[] = []
  const address = '/webhooks/900000000000000001/aW50ZXJhY3Rpb24/messages/@original' as const
  world.use(
    http.patch(`https://discord.com/api/v10${address}`, ({ request }) => {
      headers.push(request.headers.get('Authorization'))
      return HttpResponse.json({})
    }),
  )
  const call = {
    method: 'PATCH',
    path: address,
    body: { content: 'x' },
    bot: false,
    answer: z.unknown(),
  } as const
  await open().request(call)
  await open({ DISCORD_BOT_TOKEN: '' }).request(call)
  expect(headers).toEqual([null, null])
})

test('without a token, the error says how to connect a bot, and no request is sent', async () => {
  world.use(http.all('*', () => HttpResponse.error()))
  const refusal = await failure(() => open({ DISCORD_BOT_TOKEN: '' }).request(list))
  expect(refusal).toMatchObject({ status: 503, trouble: { reason: 'not_set_up' } })
  expect(refusal.message).toContain('DISCORD_BOT_TOKEN')
})

test('the address of the API can be another', async () => {
  world.use(http.get(`http://127.0.0.1:9/discord/v10${path}`, () => HttpResponse.json([{ name: 'there' }])))
  expect(await open({ DISCORD_API_URL: 'http://127.0.0.1:9/discord/' }).request(list)).toEqual([
    { name: 'there' },
  ])
})

const says = (status: number, body: object | string = {}, headers: Record<string, string> = {}) =>
  http.get(url, () =>
    typeof body === 'string'
      ? HttpResponse.text(body, { status, headers })
      : HttpResponse.json(body as Record<string, string>, { status, headers }),
  )

test.each([
  ['a wrong token', says(401, { message: '401: Unauthorized', code: 0 }), 503, 'token', 'DISCORD_BOT_TOKEN'],
  [
    'a closed guild',
    says(403, { message: 'Missing Access', code: 50001 }),
    409,
    'forbidden',
    'Add the bot to the server',
  ],
  ['a strange guild', says(404, { message: 'Unknown Guild', code: 10004 }), 409, 'unknown', 'cannot find'],
  ['a refusal of the edge', says(403, '<html>'), 409, 'forbidden', 'does not allow'],
  ['an odd refusal', says(405, {}), 503, 'down', 'returned 405'],
  ['an outage', says(500, {}), 503, 'down', 'returned 500'],
  ['another shape', says(200, { commands: [] }), 503, 'down', 'unexpected response'],
  ['no JSON', says(200, '[', { 'Content-Type': 'application/json' }), 503, 'down', 'unexpected response'],
  ['no end', says(200, 'x'.repeat(9_000_000)), 503, 'down', 'cannot be reached'],
  ['no network', http.get(url, () => HttpResponse.error()), 503, 'down', 'cannot be reached'],
  ['silence', http.get(url, () => delay('infinite')), 503, 'down', 'in time'],
] as const)('%s is told in a sentence and without a secret', async (_, handler, status, reason, words) => {
  world.use(handler)
  const refusal = await failure(() => open().request(list))
  expect(refusal).toMatchObject({ status, trouble: { reason } })
  expect(refusal.message).toContain(words)
  expect(JSON.stringify({ ...refusal, message: refusal.message, stack: refusal.stack })).not.toMatch(
    /secret-of-tests|https:/,
  )
  expect(Number(refusal.headers['Retry-After']) > 0).toBe(status === 503)
})

test('a body that does not end counts as silence', async () => {
  const slow = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/json' }).write('[')
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  world.use(http.get(`${own}/*`, () => passthrough()))
  expect(
    (await failure(() => open({ DISCORD_API_URL: own }, { attempt: 100 }).request(list))).message,
  ).toContain('in time')
  await new Promise((resolve) => slow.close(resolve).closeAllConnections())
})

test('what is wrong with a body comes with its place', async () => {
  expect((await failure(() => open().request(put([{ name: 'A b' }])))).trouble).toMatchObject({
    reason: 'invalid',
    message: 'Invalid Form Body',
    errors: { 0: { name: { _errors: [{ message: 'Command name is invalid' }] } } },
  })
})

test('an outage is retried once, and a refused token may be accepted the next time', async () => {
  let calls = 0
  const discord = open()
  world.use(http.get(url, () => ((calls += 1), HttpResponse.json({}, { status: 502 }))))
  await failure(() => discord.request(list))
  expect(calls).toBe(2)
  world.use(http.get(url, () => HttpResponse.json({}, { status: 401 }), { once: true }))
  expect((await failure(() => discord.request(list))).trouble.reason).toBe('token')
  world.resetHandlers()
  expect(await discord.request(list)).toEqual([{ name: 'ping' }])
})

const limited = (seconds: number, body: object = {}) =>
  HttpResponse.json(body as Record<string, string>, {
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  })

test('a short wait is waited out, a long one is handed on in seconds', async () => {
  const discord = open()
  world.use(http.get(url, () => limited(0.1), { once: true }))
  expect(await discord.request(list)).toEqual([{ name: 'ping' }])
  world.use(http.get(url, () => limited(41.5)))
  const refusal = await failure(() => open().request(list))
  expect(refusal).toMatchObject({ status: 503, trouble: { reason: 'rate_limited', seconds: 42 } })
  expect(refusal.headers['Retry-After']).toBe('42')
})

test('repeated requests to wait do not extend a call beyond its limit', async () => {
  let calls = 0
  world.use(http.get(url, () => ((calls += 1), limited(0.1))))
  const refusal = await failure(() => open({}, { call: 500 }).request(list))
  expect(refusal.trouble).toEqual({ reason: 'down', how: 'did not respond in time' })
  expect(calls).toBeLessThan(8)
})

test('a limit that does not say for how long is not asked again at once', async () => {
  let calls = 0
  world.use(http.get(url, () => ((calls += 1), HttpResponse.json({}, { status: 429 }))))
  expect((await failure(() => open().request(list))).trouble).toMatchObject({ reason: 'rate_limited' })
  expect(calls).toBe(1)
})

import { getRequestListener } from '@hono/node-server'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { LoadContext } from '#app/context.server.ts'
import { Conflict } from '#app/errors.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { exportStats } from '#app/features/stats/export.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { createMetrics } from '#app/platform/log/metrics.server.ts'
import { operation, streamed } from '#app/operations/operation.ts'
import { aGuild, anEvent, openTestApp, runner, userWith, type TestApp } from '#tests/support/factories.ts'

const told = operation('told', 'GET /told', {
  access: 'public',
  limit: null,
  answers: { 200: streamed({ 'text/plain': z.string() }) },
  summary: 'Told piece by piece',
})

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

/** Serves the pieces over a socket; `log` has what was logged. */
async function serve(pieces: () => AsyncIterable<string>) {
  const log: string[] = []
  const note = { error: (_: object, message: string) => log.push(message), child: () => note }
  const answer = endpoint({ GET: [told, async () => ({ type: 'text/plain', chunks: pieces() })] })
  const server: Server = createServer((incoming, outgoing) => {
    const context = {
      app: { log: note, metrics: createMetrics(), config: { siteUrl: 'https://signpost.test' } },
      facts: { requestId: 'r' },
      abortResponse: () => void outgoing.destroy(),
    } as unknown as LoadContext
    void getRequestListener((request) => answer({ request, params: {}, context }))(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return { port: (server.address() as AddressInfo).port, log }
}

const get = (port: number, method = 'GET') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1', method }, resolve).once('error', reject).end()
  })

const piece = 'x'.repeat(64 * 1024)

test('a body is sent piece by piece, whole, under its media type', async () => {
  const { port } = await serve(async function* () {
    for (let number = 0; number < 5; number++) yield `${number}${piece}`
  })
  const response = await get(port)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain'])
  const text = Buffer.concat(await response.toArray()).toString()
  expect(text).toBe([0, 1, 2, 3, 4].map((number) => `${number}${piece}`).join(''))
})

test('a slow reader holds back the source, which stops when the reader leaves', async () => {
  let made = 0
  let ended = false
  const { port, log } = await serve(async function* () {
    try {
      for (; made < 10_000; made++) yield piece
    } finally {
      ended = true
    }
  })
  const socket = connect(port, '127.0.0.1').pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  // What the sockets of both sides hold; when it no longer grows, the reader holds the maker up.
  let before = -1
  await expect
    .poll(() => [made > 0 && made === before, (before = made)][0], { interval: 300, timeout: 10_000 })
    .toBe(true)
  expect(made).toBeLessThan(200)
  socket.destroy()
  await expect.poll(() => ended).toBe(true)
  expect(made).toBeLessThan(202)
  expect(log).toEqual([])
})

test('a reader who leaves before the end is not logged', async () => {
  let finish = () => {}
  const { port, log } = await serve(async function* () {
    yield piece
    await new Promise<void>((resolve) => (finish = resolve))
  })
  const response = await get(port)
  response.once('error', () => {})
  await new Promise((resolve) => response.once('data', resolve))
  response.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  finish()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(log).toEqual([])
})

test('an error halfway ends the connection, so that nobody takes half for the whole', async () => {
  const { port, log } = await serve(async function* () {
    yield piece
    throw new Error('the disk is gone')
  })
  const response = await get(port)
  expect(response.statusCode).toBe(200)
  await expect(response.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(log).toEqual(['a response was interrupted'])
})

test('what fails before the first piece is refused like anything else', async () => {
  const { port } = await serve(async function* () {
    yield* []
    throw new Conflict('Not now.')
  })
  const response = await get(port)
  expect([response.statusCode, response.headers['content-type']]).toEqual([409, 'application/json'])
  const body = Buffer.concat(await response.toArray()).toString()
  expect(JSON.parse(body)).toMatchObject({ code: 'conflict', error: 'Not now.' })
})

test('a question about the headers alone makes nothing', async () => {
  let made = 0
  const { port } = await serve(async function* () {
    made++
    yield piece
  })
  const response = await get(port, 'HEAD')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain'])
  expect([await response.toArray(), made]).toEqual([[], 0])
})

/** Counts what is asked of the days of an app. */
function counting(it: TestApp) {
  let reads = 0
  const db = it.app.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('daily_stats')) reads++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ctx: { ...it.ctx(userWith('admin')), db }, reads: () => reads }
}

test('ten years are read a page at a time, as the reader takes them', async () => {
  const it = await openTestApp('sqlite, memory')
  undo.push(it.close)
  const { id } = await aGuild(it)
  const occurred_at = '2016-11-24T00:00:00Z'
  await recordEvents(it.ctx(runner()), { events: [anEvent({ guild_id: id, occurred_at })] })
  const { ctx, reads } = counting(it)
  const { chunks } = await exportStats(ctx, { guildId: id, format: 'json' })
  const before = reads()
  const pieces = chunks[Symbol.asyncIterator]()
  let longest = 0
  const take = async () => {
    const { value = '', done } = await pieces.next()
    longest = Math.max(longest, (value as string).length)
    return !done
  }
  for (let number = 0; number < 4; number++) await take()
  expect(reads() - before).toBe(3)
  while (await take());
  expect(reads() - before).toBe(Math.ceil(3650 / 128))
  expect(longest).toBeLessThan(128 * 1024)

  const left = (await exportStats(ctx, { guildId: id, format: 'csv' })).chunks[Symbol.asyncIterator]()
  await left.next()
  const after = reads()
  await left.return!()
  expect([(await left.next()).done, reads()]).toEqual([true, after])
})

import { connect } from 'node:net'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { signInAs } from '#tests/support/http/client.ts'
import { askRaw } from '#tests/support/http/raw-request.ts'
import { cliJson, startServer, type RunningServer } from '#tests/support/http/server.ts'

/** A server of its own, whose data goes away with it. */
async function ownServer(env: Record<string, string> = {}) {
  const folder = await dataFolder()
  const server = await startServer({ DATA_DIR: folder.path, ...env })
  return { folder, server }
}

const signed = (server: RunningServer) => ({
  name: '',
  url: server.url,
  env: server.env,
  setup: server.setup!,
})

/** Waits until so many requests have been read and not answered: the one that asks for it is one of them. */
const hasOpen = (server: RunningServer, count: number) =>
  expect
    .poll(async () => (await fetch(`${server.url}/metrics`)).text())
    .toContain(`\nsignpost_http_requests_in_flight ${count}\n`)

/** Waits until a server takes no new connections. */
const turnsAway = (server: RunningServer) =>
  expect
    .poll(() =>
      fetch(server.url).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused')

/** A request whose body comes in two parts, the second when `finish` is called. */
async function slowly(url: string, path: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{"email":`,
  )
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return { socket, ended, finish: () => socket.write('"a@b.example"   }') }
}

test('a server told to stop takes no new work, finishes what it has, and exits with 0', async () => {
  const { folder, server } = await ownServer()
  const cookie = await signInAs(signed(server), 'admin')
  const { guild_id } = await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
  const idleEnded = new Promise((resolve) => idle.once('close', resolve))
  const stream = await fetch(`${server.url}/api/guilds/${guild_id}/live`, { headers: { Cookie: cookie } })
  expect(stream.headers.get('Content-Type')).toBe('text/event-stream')
  const told = stream.text()
  const open = await slowly(server.url, '/api/auth/password-reset')
  // The head has been read once the route waits for the body.
  await hasOpen(server, 3)

  const code = server.stop()
  expect(await told).toMatch(/^retry: \d+$/m)
  await idleEnded
  await turnsAway(server)
  open.finish()
  const answer = await open.ended
  expect(answer).toMatch(/^HTTP\/1\.1 202 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await code).toBe(0)
  await expect(stat(join(folder.path, 'signpost.db-wal'))).rejects.toThrow('ENOENT')
  await folder.remove()
})

test('a stopping server tells balancers so on open connections', async () => {
  const { folder, server } = await ownServer()
  const open = await slowly(server.url, '/api/auth/password-reset')
  await hasOpen(server, 2)
  const second = connect(Number(new URL(server.url).port), '127.0.0.1')
  await new Promise((resolve) => second.once('connect', resolve))
  // Half of a head keeps the connection from being idle, once it has been read: what comes later is answered later.
  second.write('GET /readyz HTTP/1.1\r\nHost: x\r\n')
  for (let round = 0; round < 3; round += 1) await (await fetch(`${server.url}/healthz`)).text()
  const code = server.stop()
  await turnsAway(server)
  let text = ''
  second.on('data', (bytes) => (text += bytes.toString()))
  second.write('\r\n')
  await expect.poll(() => text).toContain('"draining"')
  expect(text).toMatch(/^HTTP\/1\.1 503 /)
  open.finish()
  expect(await code).toBe(0)
  await folder.remove()
})

test('a second signal ends it at once', async () => {
  const { folder, server } = await ownServer()
  const open = await slowly(server.url, '/api/auth/password-reset')
  await hasOpen(server, 2)
  const code = server.stop()
  await turnsAway(server)
  server.child.kill('SIGINT')
  expect(await code).toBe(1)
  await open.ended
  await folder.remove()
})

test('what is no HTTP, and a head that is too large, are answered in the one shape', async () => {
  const { folder, server } = await ownServer()
  const large = await askRaw(server.url, {
    method: 'GET',
    target: '/',
    headers: { 'X-Large': 'x'.repeat(20_000) },
  })
  expect([large.status, large.type, JSON.parse(large.body)]).toEqual([
    431,
    'application/json',
    {
      code: 'headers_too_large',
      error: expect.any(String),
      request_id: expect.any(String),
      doc_url: `${server.url}/docs/errors#headers_too_large`,
    },
  ])
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.write('hello\r\n\r\n')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'invalid_request' })
  await server.stop()
  await folder.remove()
})

import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Invalid } from '#app/errors.ts'
import { containErrors, containUpgradeErrors } from '#app/http/protocol/contained.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
beforeEach(async () => {
  it = await openTestApp('sqlite, memory')
})
afterEach(() => it.close())

async function serving(listener: RequestListener) {
  const server = createServer(containErrors(it.app, listener))
  const upgrade = containUpgradeErrors(it.app, async ({ url }, socket) => {
    if (url === '/throws') throw new Error('a bug')
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  server.on('upgrade', upgrade).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Everything that a handshake gets until its socket ends. */
async function handshake(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString())).on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  await once(socket, 'close')
  return text
}

test('an error of a request is answered in the one shape, and others go on', async () => {
  const server = await serving(({ url }, response) => {
    if (url === '/bug') throw new Error('a secret detail')
    if (url === '/invalid') throw new Invalid('The address cannot be read.')
    if (url === '/late') response.write('begun')
    if (url === '/late') throw new Error('a bug')
    response.end('fine')
  })
  const bug = await fetch(`${server.url}/bug`)
  expect([bug.status, bug.headers.get('Content-Type')]).toEqual([500, 'application/json'])
  const { request_id, ...body } = (await bug.json()) as Record<string, string>
  expect(body).toEqual({
    error: 'Something went wrong on our side. Try again, and report the request id if it happens again.',
    code: 'internal',
    doc_url: `${it.app.config.siteUrl}/docs/errors#internal`,
  })
  expect(request_id).toBe(bug.headers.get('X-Request-Id'))
  const invalid = await fetch(`${server.url}/invalid`)
  expect([invalid.status, await invalid.json()]).toMatchObject([400, { code: 'invalid_request' }])
  await expect(fetch(`${server.url}/late`).then((response) => response.text())).rejects.toThrow()
  expect(await (await fetch(`${server.url}/other`)).text()).toBe('fine')
  server.close()
})

test('a handshake that throws ends its own socket only', async () => {
  const server = await serving((_, response) => void response.end('fine'))
  const others = Promise.all([handshake(server.port, '/fine'), fetch(server.url)])
  expect(await handshake(server.port, '/throws')).toBe('')
  const [upgraded, ordinary] = await others
  expect(upgraded).toContain('200 OK')
  expect(await ordinary.text()).toBe('fine')
  server.close()
})

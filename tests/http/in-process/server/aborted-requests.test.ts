import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServerHandler } from '#app/http/server/handler.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
let server: Server

const BODY = 'half of a body'
const file = { bytes: Buffer.from(BODY), tag: 't', coded: new Map(), type: 'image/png', cache: 'no-cache' }

type How = 'counted' | 'chunked' | 'whole'

/** Has the end of a response fail: after half of the body, with or without its length in the headers, or after all of it. */
function breakOff(response: ServerResponse, how: How) {
  const [end, writeHead] = [response.end.bind(response), response.writeHead.bind(response)]
  response.writeHead = (status: number, given?: unknown) => {
    const headers = { ...(given as Record<string, string>) }
    if (how === 'chunked') delete headers['Content-Length']
    return writeHead(status, headers)
  }
  response.end = () => {
    response.end = end
    if (how === 'whole') end(BODY)
    else response.write('half of ')
    throw new Error('a bug')
  }
}

beforeEach(async () => {
  it = await openTestApp('sqlite, memory')
  const site = createServerHandler(it.app, { routes: {} } as ServerBuild, new Map([['/a.png', file]]))
  server = createServer((request, response) => {
    breakOff(response, request.headers['x-how'] as How)
    site.listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await it.close()
})

/** What comes over the wire until the server ends the connection, and whether it still stands after a second. */
async function read(how: How): Promise<{ text: string; isOpen: boolean }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString())).on('error', () => {})
  socket.write(`GET /a.png HTTP/1.1\r\nHost: a\r\nX-How: ${how}\r\n\r\n`)
  const isOpen = await Promise.race([
    once(socket, 'close').then(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, true)),
  ])
  socket.destroy()
  return { text, isOpen }
}

test.each(['counted', 'chunked'] as const)('a %s body that breaks off ends the connection', async (how) => {
  const { text, isOpen } = await read(how)
  expect(isOpen).toBe(false)
  expect(text).not.toContain('\r\n0\r\n')
})

test('a body that is complete reaches the client, and the connection stays open', async () => {
  const { text, isOpen } = await read('whole')
  expect(isOpen).toBe(true)
  expect(text).toMatch(/\r\n\r\nhalf of a body$/)
})

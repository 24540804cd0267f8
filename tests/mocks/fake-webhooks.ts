import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer; hang?: boolean }

/** A receiver of webhooks on this machine, with the answers that a test sets by path; otherwise 204. */
export async function fakeWebhooks() {
  const received: Received[] = []
  const replies = new Map<string, Reply>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body })
      const { status = 204, hang, ...reply } = replies.get(path) ?? {}
      if (!hang) response.writeHead(status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    /** The address of a path, under the name or address that leads here. */
    url: (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    /** For the setting `WEBHOOK_PRIVATE_HOSTS`. */
    host: `127.0.0.1:${port}`,
    reply: (path: string, reply: Reply) => void replies.set(path, reply),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeWebhooks = Awaited<ReturnType<typeof fakeWebhooks>>

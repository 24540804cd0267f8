import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that went through, and its answer. */
export type Exchange = {
  method: string
  path: string
  status: number
  /** The status line and the headers, as they went over the wire. */
  head: string
  body: string
}

/**
 * A proxy that keeps every answer, so that a program can be tested without touching how it is called. It stands in front
 * of one server and speaks for one client address, as a reverse proxy does.
 */
export async function startRecorder() {
  const state = { target: '', client: '', exchanges: [] as Exchange[] }
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': state.client }
    const passed = ask(state.target + path, { method, headers: forwarded }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray())
      const status = answer.statusCode!
      state.exchanges.push({ method, path, status, head: headOf(answer), body: bytes.toString() })
      outgoing.writeHead(status, answer.rawHeaders).end(bytes)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Leads to the server at this address from now on. */
    leadTo: (target: string) => void (state.target = target),
    /** Speaks for this client from now on. */
    speakFor: (client: string) => void (state.client = client),
    /** What went through since the last call. */
    take: () => state.exchanges.splice(0),
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage) {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  }
  return lines.join('\n')
}

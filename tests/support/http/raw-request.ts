import { request, type IncomingHttpHeaders } from 'node:http'

/** A request as it goes over the wire: nothing is made right on the way, as `fetch` would. */
export type Raw = { method: string; target: string; headers: Record<string, string>; body?: string | Buffer }

/** `fromUs` is false for what Node itself answers to a request that it cannot read. */
export type RawAnswer = {
  status: number
  type: string
  body: string
  headers: IncomingHttpHeaders
  fromUs: boolean
}

/** How long an answer may take, in milliseconds: later is a request that hangs. */
const PATIENCE = 15_000

/** Sends it and reads the whole answer. Rejects when there is none in time. */
export function askRaw(url: string, { method, target, headers, body }: Raw): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path: target,
      // A connection that waits for its next request may end just then.
      agent: false,
      headers: { ...headers, ...length },
      timeout: PATIENCE,
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE / 1000} s`)))
    sent.on('response', async (answer) => {
      try {
        const bytes = Buffer.concat((await answer.toArray()) as Buffer[])
        resolve({
          status: answer.statusCode!,
          type: String(answer.headers['content-type'] ?? '').split(';')[0]!,
          body: bytes.toString(),
          headers: answer.headers,
          fromUs: answer.headers['x-request-id'] !== undefined,
        })
      } catch (error) {
        reject(error as Error)
      }
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

import { lookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ActionFailed } from '#app/runner/actions/failure.server.ts'
import { isPrivateAddress, isPrivateHost } from '#app/platform/security/private-addresses.server.ts'

export type Outgoing = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  signal: AbortSignal
}
export type Answer = { status: number; location: string | undefined; body: string }

/** Finds the addresses of a name, as `dns.lookup` does with `all`. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** What is read of an answer, in bytes. */
const LONGEST = 64 * 1024

const refusal = () =>
  new ActionFailed('private_address', 'This leads to a private address, which webhooks may not call.', false)

const usual: Resolve = (host) =>
  new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  )

/**
 * Sends one request to a public address, or to one of `privateHosts`. The address is checked where the connection is
 * made, so that a name cannot answer with one address for the check and another for the call.
 */
export async function send(
  url: URL,
  outgoing: Outgoing,
  privateHosts: readonly string[],
  resolve = usual,
): Promise<Answer> {
  const open = mayBePrivate(url, privateHosts)
  if (!open && isPrivateHost(url.hostname)) throw refusal()
  const { body, ...options } = outgoing
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const request = ask(url, { ...options, agent: false, lookup: checked(resolve, open) })
    request.once('response', done).on('error', fail)
    request.end(body)
  })
  return { status: answer.statusCode ?? 0, location: answer.headers.location, body: await read(answer) }
}

/** True for a host that the settings name, with this port or with any. */
function mayBePrivate(url: URL, privateHosts: readonly string[]) {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return privateHosts.includes(url.hostname) || privateHosts.includes(`${url.hostname}:${port}`)
}

/** What Node asks for the address to connect to. One private address among several is enough to refuse. */
function checked(resolve: Resolve, open: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const wrong = !open && found.some(({ address }) => isPrivateAddress(address))
        if (wrong) return callback(refusal(), '', 0)
        if (options.all) return callback(null, found)
        const [{ address, family } = { address: '', family: 0 }] = found
        return callback(isIP(address) ? null : new Error('no address'), address, family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}

/** The beginning of a body; the rest is not waited for. */
async function read(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= LONGEST) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(length, LONGEST))
}

import { lookup, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress, isPrivateHost } from '#app/platform/security/private-addresses.server.ts'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { ActionFailed } from '#app/runner/actions/failure.server.ts'
import type { Action } from '#app/runner/protocol.ts'

type WebhookRequest = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  signal: AbortSignal
}
type WebhookResponse = { status: number; location: string | undefined; body: string }

/** Resolves a host name, like `dns.lookup` with the `all` option. */
type Resolve = (host: string) => Promise<LookupAddress[]>

/** Maximum number of response bytes to read. */
const MAX_BODY_BYTES = 64 * 1024

const refusal = () =>
  new ActionFailed(
    'private_address',
    'The URL resolves to a private address. Use a public URL, or add the host to WEBHOOK_PRIVATE_HOSTS.',
    false,
  )

const defaultResolve: Resolve = (host) =>
  new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  )

/**
 * Sends a request to a public address or an allowed private host. Checks the address on connect, so that DNS cannot
 * return another address after the check.
 */
async function send(
  url: URL,
  outgoing: WebhookRequest,
  privateHosts: readonly string[],
  resolve = defaultResolve,
): Promise<WebhookResponse> {
  const open = isAllowedPrivate(url, privateHosts)
  if (!open && isPrivateHost(url.hostname)) throw refusal()
  const { body, ...options } = outgoing
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const request = ask(url, { ...options, agent: false, lookup: checkedLookup(resolve, open) })
    request.once('response', done).on('error', fail)
    request.end(body)
  })
  return { status: answer.statusCode ?? 0, location: answer.headers.location, body: await read(answer) }
}

/** Checks whether the settings allow the URL's host, on this port or on any port. */
function isAllowedPrivate(url: URL, privateHosts: readonly string[]) {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return privateHosts.includes(url.hostname) || privateHosts.includes(`${url.hostname}:${port}`)
}

/** Returns a DNS lookup for Node. Unless `open` is set, refuses a host if any of its addresses is private. */
function checkedLookup(resolve: Resolve, open: boolean): LookupFunction {
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

/** Reads the start of a body and ignores the rest. */
async function read(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_BODY_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(length, MAX_BODY_BYTES))
}

/** Time limit for a whole call, including redirects, in milliseconds. */
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
/** Maximum number of response characters to store. */
const MAX_KEPT_CHARACTERS = 1_000

/**
 * Headers that custom headers cannot replace: connection headers (RFC 9110, section 7.6.1) and headers that Signpost
 * sets.
 */
const reservedHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type Call = {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string | undefined
  key: string
}
type CallOptions = {
  privateHosts: readonly string[]
  signal: AbortSignal
  timeout?: number
  resolve?: Resolve
}

export const webhookAction: Action<'CALL_WEBHOOK'> = (
  { privateHosts },
  { config, payload, idempotencyKey, signal },
) => {
  const { url, method, headers } = config
  const body = method === 'GET' ? undefined : (config.body ?? JSON.stringify(payload.event))
  return callWebhook(
    { url, method, ...(headers ? { headers } : {}), body, key: idempotencyKey },
    { privateHosts, signal },
  )
}

/**
 * Calls a webhook and returns its 2xx response. Throws `ActionFailed` for other statuses. Checks the target of each
 * redirect.
 */
export async function callWebhook(
  call: Call,
  bounds: CallOptions,
): Promise<{ status: number; body?: string }> {
  const signal = AbortSignal.any([bounds.signal, AbortSignal.timeout(bounds.timeout ?? TIMEOUT_MS)])
  try {
    const { status, body } = await followRedirects(call, { ...bounds, signal })
    if (status >= 200 && status < 300)
      return {
        status,
        ...(body ? { body: body.slice(0, MAX_KEPT_CHARACTERS).replaceAll('\0', '\ufffd') } : {}),
      }
    const retryable = status >= 500 || [408, 425, 429].includes(status)
    throw new ActionFailed(`http_${status}`, `The webhook returned ${status}.`, retryable)
  } catch (error) {
    if (error instanceof ActionFailed) throw error
    if (signal.aborted) throw new ActionFailed('timeout', 'The webhook did not respond in time.', true)
    const { code } = error as NodeJS.ErrnoException
    throw new ActionFailed(
      'unreachable',
      `The webhook could not be reached${code ? ` (${code})` : ''}.`,
      true,
    )
  }
}

async function followRedirects(
  call: Call,
  { privateHosts, signal, resolve }: CallOptions,
): Promise<WebhookResponse> {
  let url = new URL(call.url)
  let { method, body } = call
  let own = call.headers ?? {}
  for (let redirects = 0; ; redirects += 1) {
    const headers = headersOf(own, body, call.key)
    const outgoing: WebhookRequest = { method, headers, body, signal }
    const answer = await send(url, outgoing, privateHosts, resolve)
    const { status, location } = answer
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return answer
    if (redirects === MAX_REDIRECTS)
      throw new ActionFailed(
        'too_many_redirects',
        `The webhook redirected more than ${MAX_REDIRECTS} times. Use the final URL.`,
        false,
      )
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null
    if (!next || !/^https?:$/.test(next.protocol) || next.username || next.password)
      throw new ActionFailed('invalid_redirect', 'The webhook redirected to an invalid URL.', false)
    // RFC 9110, sections 15.4.2 to 15.4.4.
    if (status === 303 || (status < 303 && method === 'POST')) {
      method = 'GET'
      body = undefined
    }
    // Custom headers are sent only to the original origin.
    if (next.origin !== url.origin) own = {}
    url = next
  }
}

function headersOf(given: Record<string, string>, body: string | undefined, key: string) {
  const headers: Record<string, string> = {
    'user-agent': 'Signpost-Runner/1.0',
    'idempotency-key': key,
    ...(body === undefined
      ? {}
      : { 'content-type': typeOf(body), 'content-length': String(Buffer.byteLength(body)) }),
  }
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    // Skips values with line breaks or other invalid characters, because Node would reject all headers.
    if (!reservedHeaders.has(lower) && !/[^\t\x20-\x7e\x80-\xff]/.test(value)) headers[lower] = value
  }
  return headers
}

function typeOf(body: string) {
  try {
    parseLimited(body)
    return 'application/json'
  } catch {
    return 'text/plain; charset=utf-8'
  }
}

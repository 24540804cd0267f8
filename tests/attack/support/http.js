/** HTTP as an attacker sends it: paths are not normalized, and every status is a result. */
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * @typedef {object} Answer
 * @property {number} status 0 if the connection failed
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} text
 * @property {any} json undefined if the body is not JSON
 * @property {number} took milliseconds
 */

/**
 * @typedef {object} Client
 * @property {string} url
 * @property {string} address
 * @property {Map<string, string>} cookies
 * @property {(other?: string) => Client} copy copies the client with its cookies
 * @property {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>} ask
 * sends a request with the cookies of the client; an object becomes JSON
 * @property {(path: string, fields: Record<string, string>) => Promise<Answer>} form sends an HTML form as a browser would
 */

/**
 * Sends one request and reads the whole response.
 * @param {string} url the origin of the server
 * @param {string} method
 * @param {string} path sent as it is
 * @param {{headers?: Record<string, string>, body?: string | Buffer, timeout?: number}} [options]
 * @returns {Promise<Answer>}
 */
export function send(url, method, path, { headers = {}, body, timeout = 30000 } = {}) {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = []
    /** @param {number} status @param {Answer['headers']} answerHeaders */
    const done = (status, answerHeaders, failure = '') => {
      const text = failure || Buffer.concat(chunks).toString('latin1')
      const decoded = failure || Buffer.from(text, 'latin1').toString('utf8')
      let json
      try {
        json = JSON.parse(decoded)
      } catch {
        json = undefined
      }
      resolve({ status, headers: answerHeaders, text: decoded, json, took: performance.now() - started })
    }
    try {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const call = request({
        hostname,
        port,
        method,
        path,
        agent,
        timeout,
        headers: { ...length, ...headers },
      })
      call.on('timeout', () => call.destroy(new Error('no response in time')))
      call.on('error', (error) => done(0, {}, error.message))
      call.on('response', (response) => {
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => done(response.statusCode ?? 0, response.headers))
        response.on('error', (error) => done(0, {}, error.message))
      })
      call.end(body)
    } catch (error) {
      done(0, {}, `not sent: ${error instanceof Error ? error.message : error}`)
    }
  })
}

/**
 * Creates a client with cookies and a network address of its own.
 * @param {string} url
 * @param {string} [address] sent as `X-Forwarded-For`
 * @returns {Client}
 */
export function createClient(url, address = '198.51.100.1') {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  /** @type {Client} */
  const client = {
    url,
    address,
    cookies,
    copy(other = client.address) {
      const twin = createClient(url, other)
      for (const [name, value] of cookies) twin.cookies.set(name, value)
      return twin
    },
    async ask(method, path, body, headers = {}) {
      const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await send(url, method, path, {
        headers: {
          'x-forwarded-for': client.address,
          ...(cookie ? { cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: raw ? /** @type {string | Buffer | undefined} */ (body) : JSON.stringify(body),
      })
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name, value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (name && (value === '' || /max-age=0/i.test(line))) cookies.delete(name)
        else if (name) cookies.set(name, value)
      }
      return answer
    },
    form(path, fields) {
      return client.ask('POST', path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        origin: url,
        'sec-fetch-site': 'same-origin',
      })
    },
  }
  return client
}

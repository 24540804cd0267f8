import { createServer, request as pose, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** How often it asks instances whether they are ready, in milliseconds. */
const LOOK_EVERY = 200

const hops = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
const badGateway = 'HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * A balancer as people put it before instances: round robin over those that are ready, nothing sticky, WebSockets too. It
 * goes on to the next instance only where a connection was refused, since nothing was sent then; where one breaks later it
 * answers 502, as it does when all refuse. While none is ready it asks them all the same, so that their answer is told.
 * It passes on one address in `X-Forwarded-For`: that of its client, or with `trusts` the last one that its client names,
 * as the balancer in `compose.yaml` does for the networks in `TRUSTED_PROXIES`.
 */
export async function openBalancer({ trusts = false } = {}) {
  let instances: { url: string; isReady: boolean; isAsked: boolean; passed: number }[] = []
  let turn = 0
  const open = new Set<Duplex>()
  const server = createServer((request, response) => void pass(request, response))
  server.on('connection', keep).on('upgrade', (...call) => void join(...call))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const looking = setInterval(look, LOOK_EVERY)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The instances to use from now on; those that it does not know have yet to show that they are ready. */
    use(urls: string[]) {
      const known = new Map(instances.map((one) => [one.url, one]))
      instances = urls.map((url) => known.get(url) ?? { url, isReady: false, isAsked: false, passed: 0 })
    },
    /** How many of them are ready, and what each has been given so far. */
    ready: () => instances.filter(({ isReady }) => isReady).length,
    passed: () => instances.map(({ passed }) => passed),
    async close() {
      clearInterval(looking)
      const closed = new Promise((resolve) => server.close(resolve))
      open.forEach((end) => end.destroy())
      await closed
    },
  }

  function keep(end: Duplex) {
    open.add(end)
    end.on('error', () => end.destroy()).on('close', () => open.delete(end))
  }

  function look() {
    for (const one of instances) if (!one.isAsked) void ask(one)
  }

  async function ask(one: (typeof instances)[number]) {
    one.isAsked = true
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), 5_000)
    one.isReady = await fetch(`${one.url}/readyz`, { signal: patience.signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    clearTimeout(timer)
    one.isAsked = false
  }

  function clientOf({ headers, socket }: IncomingMessage) {
    const named = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)!
      .trim()
    return (trusts && named) || socket.remoteAddress!
  }

  function inTurn() {
    const ready = instances.filter(({ isReady }) => isReady)
    const all = ready.length ? ready : instances
    turn += 1
    return all.map((_, index) => all[(turn + index) % all.length]!)
  }

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request).catch(() => null)
    if (!body) return
    for (const one of inTurn()) {
      if (!(await relay(one.url, request, body, response))) continue
      one.passed += 1
      return
    }
    response.writeHead(502).end()
  }

  /** False when the connection was refused, so that nothing has been sent. */
  function relay(url: string, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { method, url: path, headers } = request
    const own = { ...headers, 'x-forwarded-for': clientOf(request), connection: 'close' }
    return new Promise<boolean>((resolve) => {
      const onward = pose(new URL(path!, url), { method, headers: own, agent: false }, (answer) => {
        response.statusCode = answer.statusCode!
        for (let at = 0; at < answer.rawHeaders.length; at += 2) {
          const [name, value] = answer.rawHeaders.slice(at, at + 2) as [string, string]
          if (!hops.has(name.toLowerCase())) response.appendHeader(name, value)
        }
        answer.pipe(response)
        answer.on('close', () => {
          if (!answer.complete) response.destroy()
          resolve(true)
        })
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false)
        if (response.headersSent) response.destroy()
        else response.writeHead(502).end()
        resolve(true)
      })
      response.on('close', () => onward.destroy())
      onward.end(body)
    })
  }

  async function join(request: IncomingMessage, near: Duplex, head: Buffer) {
    for (const one of inTurn()) {
      const far = await dial(one.url)
      if (!far) continue
      one.passed += 1
      keep(far)
      const lines = [`${request.method} ${request.url} HTTP/1.1`, `X-Forwarded-For: ${clientOf(request)}`]
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        const [name, value] = request.rawHeaders.slice(at, at + 2) as [string, string]
        if (name.toLowerCase() !== 'x-forwarded-for') lines.push(`${name}: ${value}`)
      }
      far.write(`${lines.join('\r\n')}\r\n\r\n`)
      far.write(head)
      far.pipe(near).pipe(far)
      far.on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      return
    }
    near.end(badGateway)
  }
}

/** A connection to an instance; null when it is refused. */
function dial(url: string): Promise<Socket | null> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

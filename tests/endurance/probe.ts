import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Probe = { median: number; p99: number; count: number; failed: string[] }
export type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string }

/** A page from memory, an answer from the database, and a search, as ordinary visitors ask for them. */
export const ordinary: Call[] = [
  { path: '/docs', headers: { Accept: 'text/html' } },
  { path: '/api/session' },
  { path: '/api/search?q=backup' },
  { path: '/docs/errors', headers: { Accept: 'text/markdown' } },
]

/** Asks again and again over a few connections for so many seconds; times in milliseconds. `rate` bounds the calls a second. */
export async function probe(
  base: string,
  { calls = ordinary, seconds = 10, connections = 4, rate = Infinity } = {},
): Promise<Probe> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const failed: string[] = []
  const until = performance.now() + seconds * 1000
  const pause = (connections / rate) * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      await wait((at / connections) * pause)
      for (let n = at, due = performance.now(); performance.now() < until; n += 1) {
        const call = calls[n % calls.length]!
        const began = performance.now()
        const status = await ask(agent, base, call).catch((error: Error) => error.message)
        times.push(performance.now() - began)
        if (typeof status !== 'number' || status >= 400) failed.push(`${call.path}: ${status}`)
        due += pause
        if (due > performance.now()) await wait(due - performance.now())
      }
    }),
  )
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
  return { median: at(0.5), p99: at(0.99), count: times.length, failed }
}

const ask = (agent: Agent, base: string, { method = 'GET', path, headers = {}, body }: Call) =>
  new Promise<number>((resolve, reject) => {
    const length = body
      ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      : {}
    const sent = request(base + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
      response.resume().once('error', reject)
      response.once('end', () => resolve(response.statusCode!))
    })
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer in 30 s'))).once('error', reject)
    sent.end(body)
  })

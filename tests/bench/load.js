import autocannon from 'autocannon'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ url: string, method?: 'GET' | 'POST', headers?: Record<string, string>, body?: string }} Target */

const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loader = hasWrk ? 'wrk' : 'autocannon'

const CONNECTIONS = 32

/** Requests a second that a target answers with 2xx or 3xx; throws when it answers anything else. @param {Target} target @param {number} seconds @param {number} [connections] */
export async function load(target, seconds, connections = CONNECTIONS) {
  await once(target)
  return hasWrk ? byWrk(target, seconds, connections) : byAutocannon(target, seconds, connections)
}

/** @param {Target} target */
async function once({ url, method = 'GET', headers, body }) {
  const response = await fetch(url, {
    method,
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    redirect: 'manual',
  })
  if (response.status >= 400) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
}

/** @param {Target} target @param {number} seconds @param {number} connections */
async function byWrk({ url, method = 'GET', headers = {}, body }, seconds, connections) {
  const script = join(mkdtempSync(join(tmpdir(), 'bench-')), 'request.lua')
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  if (body) lines.push(`wrk.body = ${JSON.stringify(body)}`)
  writeFileSync(script, [`wrk.method = "${method}"`, ...lines].join('\n'))
  const said = await new Promise((resolve) => {
    const child = spawn('wrk', [
      '-t',
      '1',
      '-c',
      String(connections),
      '--timeout',
      '30s',
      '-d',
      `${seconds}s`,
      '-s',
      script,
      url,
    ])
    let out = ''
    child.stdout.on('data', (bytes) => (out += bytes))
    child.on('close', () => resolve(out))
  })
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(said)
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(said)?.[1])
}

/** @param {Target} target @param {number} seconds @param {number} connections */
async function byAutocannon({ url, method = 'GET', headers = {}, body }, seconds, connections) {
  const result = await autocannon({
    url,
    method,
    headers,
    ...(body ? { body } : {}),
    connections,
    timeout: 30,
    duration: seconds,
  })
  if (result.errors || result['4xx'] || result['5xx'])
    throw new Error(`${url} failed ${result.errors + result['4xx'] + result['5xx']} times`)
  return result.requests.average
}

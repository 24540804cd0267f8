import autocannon from 'autocannon'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `fresh` makes requests of which none comes twice; without it, each is like the one before. */
/** @typedef {{ url: string, method?: 'GET' | 'POST', headers?: Record<string, string>, body?: string, fresh?: () => Request }} Target */
/** @typedef {{ headers: Record<string, string>, body: string }} Request */

const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loader = hasWrk ? 'wrk' : 'autocannon'

const CONNECTIONS = 32

/** Requests a second that a target answers with 2xx or 3xx; throws when it answers anything else. @param {Target} target @param {number} seconds @param {number} [connections] */
export async function load(target, seconds, connections = CONNECTIONS) {
  await once(target.fresh ? { ...target, ...target.fresh() } : target)
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
async function byWrk({ url, method = 'GET', headers = {}, body, fresh }, seconds, connections) {
  const script = join(mkdtempSync(join(tmpdir(), 'bench-')), 'request.lua')
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  if (body) lines.push(`wrk.body = ${JSON.stringify(body)}`)
  if (fresh) lines.push(freshInLua(fresh, seconds, `${script}.requests`))
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

/** More than anything here answers in a second. */
const MOST = 6_000

/** Requests that are made before the clock runs, a line each. Where they run out, wrk ends with an error. @param {() => Request} fresh @param {number} seconds @param {string} file */
function freshInLua(fresh, seconds, file) {
  const made = Array.from({ length: seconds * MOST }, fresh)
  const names = Object.keys(made[0]?.headers ?? {})
  const text = made.map(({ headers, body }) => [...Object.values(headers), body].join('\t'))
  writeFileSync(file, `${text.join('\n')}\n`)
  const values = names.map((name, index) => `wrk.headers[${JSON.stringify(name)}] = part[${index + 1}]`)
  return [
    'local all, at = {}, 0',
    `for line in io.lines(${JSON.stringify(file)}) do all[#all + 1] = line end`,
    'request = function()',
    '  at = at + 1',
    '  local part = {}',
    "  for one in all[at]:gmatch('[^\\t]+') do part[#part + 1] = one end",
    ...values.map((line) => `  ${line}`),
    `  return wrk.format(nil, nil, wrk.headers, part[${names.length + 1}])`,
    'end',
  ].join('\n')
}

/** @param {Target} target @param {number} seconds @param {number} connections */
async function byAutocannon({ url, method = 'GET', headers = {}, body, fresh }, seconds, connections) {
  const result = await autocannon({
    url,
    method,
    headers,
    ...(body ? { body } : {}),
    ...(fresh ? { requests: [{ setupRequest: (request) => ({ ...request, ...fresh() }) }] } : {}),
    connections,
    timeout: 30,
    duration: seconds,
  })
  if (result.errors || result['4xx'] || result['5xx'])
    throw new Error(`${url} failed ${result.errors + result['4xx'] + result['5xx']} times`)
  return result.requests.average
}

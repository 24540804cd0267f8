/** What 10,000 entries cost: the start, the memory, cold pages, searches, and a cached page beside the small site's. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inTurns } from '#tests/bench/http.js'
import { median } from '#tests/bench/median.js'
import { writeEntries } from '#tests/bench/many.js'
import { said } from '#tests/bench/subjects.js'

const ENTRIES = 10_000

/** @type {import('#tests/bench/run.js').Measure} */
export async function large({ bench, ...times }) {
  const site = await openLarge()
  try {
    const figures = await site.figures()
    const headers = { Accept: 'text/html' }
    const target = (/** @type {string} */ base) => ({ url: `${base}/search`, headers })
    const turns = { ours: target(site.base), floor: target((await bench()).base) }
    return { ...figures, page: await inTurns(turns, times), memory: { value: await site.memory() } }
  } finally {
    await site.close()
  }
}

/** Starts Signpost on a library of 10,000 entries, with nothing rendered yet. */
async function openLarge() {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-large-'))
  const { queries } = await writeEntries(join(folder, 'content'), ENTRIES)
  const started = performance.now()
  const server = spawn(process.execPath, ['app/server.js'], {
    env: {
      ...process.env,
      CONTENT_DIR: join(folder, 'content'),
      DATA_DIR: join(folder, 'data'),
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const base = await said(server, /listens on (http:\S+)/)
  await get(`${base}/readyz`)
  const ready = performance.now() - started
  return {
    base,
    async figures() {
      // The first search waits for the index, which is made in the background, and is refused when that takes too long.
      const first = () => get(`${base}/api/search?q=nothing`)
      await first().catch(first).catch(first)
      const asked = queries(200).map((q) => `${base}/api/search?${new URLSearchParams({ q, limit: '10' })}`)
      const search = await medianTime(asked)
      // The first page of all loads the compiler.
      await get(`${base}/blog/entry-0`)
      const cold = await medianTime(
        Array.from({ length: 60 }, (_, at) => `${base}/blog/entry-${at * 150 + 9}`),
      )
      return {
        ready: { value: ready },
        search: { value: search },
        cold: { value: cold },
      }
    },
    memory: () => atRest(server.pid),
    async close() {
      server.kill()
      await new Promise((resolve) => server.once('close', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** How long a process rests before its memory is read, in milliseconds: V8 gives back garbage when it has nothing to do. */
const REST = 15_000

/** Resident memory in megabytes of a process that has rested. @param {number | undefined} pid */
async function atRest(pid) {
  await setTimeout(REST)
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
}

const agent = new Agent({ keepAlive: true })

/** The median time of one request after the other, in milliseconds. @param {string[]} urls */
async function medianTime(urls) {
  const times = []
  for (const url of urls) {
    const started = performance.now()
    await get(url)
    times.push(performance.now() - started)
  }
  return median(times)
}

/** @param {string} url @returns {Promise<void>} */
function get(url) {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'Accept-Encoding': 'identity' } }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answers ${response.statusCode}`)),
      )
    })
      .once('error', reject)
      .end()
  })
}

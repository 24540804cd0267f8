/** What events and their statistics cost: writing them, reading over many of them, and a file of ten years. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '#tests/bench/bundle.js'
import { account, signIn } from '#tests/bench/logins.js'
import { cli, said } from '#tests/bench/subjects.js'

/** @typedef {{ fine: boolean, name: string, rest: string }} Line */

/** Events a second into SQLite, beside bare inserts of the same rows. @returns {Promise<Line[]>} */
export async function ingestion() {
  const { ours, floor } = await runProgram('ingestion')
  const rates = `${Math.round(ours)} events/s (target 20000), bare inserts of the rows ${Math.round(floor)}`
  const ratio = ours / floor
  return [
    { fine: ours >= 20_000, name: 'ingestion in batches of 500', rest: `${ratio.toFixed(2)}   ${rates}` },
  ]
}

/** Ten million events behind a report and the log, beside ten thousand. @returns {Promise<Line[]>} */
export async function history() {
  const times = await runProgram('history')
  /** @param {string} name @param {{ few: number, many: number }} time @param {number} target */
  const ratio = (name, { few, many }, target) => ({
    fine: many / few <= target,
    name: `${name}, 10 million events to 10,000`,
    rest: `${(many / few).toFixed(2)} (target ${target})   ${many.toFixed(3)} and ${few.toFixed(3)} ms`,
  })
  /** @param {string} name @param {{ many: number }} time */
  const page = (name, { many }) => ({
    fine: many <= 10,
    name: `${name}, of 10 million events`,
    rest: `${many.toFixed(2)} ms (target 10)`,
  })
  return [
    ratio('history: stats call', times.warm, 1.2),
    ratio('history: stats call, nothing remembered', times.cold, 1.2),
    page('history: newest page of the log', times.newest),
    page('history: page of one type in 10,000', times.byType),
    page('history: page of one actor in 400', times.byActor),
  ]
}

const YEARS = 10
const GUILD = '100000000000000002'

/** Megabytes that a server takes on top while a slow reader gets ten years as a file. @returns {Promise<Line[]>} */
export async function decade() {
  const data = await mkdtemp(join(tmpdir(), 'signpost-decade-'))
  const env = { ...process.env, DATA_DIR: data, PORT: '0', LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
  const person = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value])
  await cli(env, ['users', 'create', '--role', 'owner', ...person])
  await cli(env, ['guilds', 'add', '--id', GUILD, '--name', 'Ten years'])
  await runProgram('decade', data, GUILD, String(YEARS * 365))
  const server = spawn(process.execPath, ['app/server.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const base = await said(server, /listens on (http:\S+)/)
  try {
    const { url, ...login } = signIn(base)
    const cookie = (await fetch(url, login)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const path = `${base}/api/stats/${GUILD}/export`
    // What the code itself and its first pages take is there before anybody exports ten years.
    for (let time = 0; time < 5; time++) await download(path, cookie, 0, () => {})
    const before = memory(server.pid)
    let most = before
    const bytes = await download(path, cookie, 20, () => (most = Math.max(most, memory(server.pid))))
    const extra = most - before
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
    return [
      {
        fine: extra < 30,
        name: 'export of ten years to a slow reader, memory on top',
        rest: `${extra.toFixed(1)} MB (target 30)   for ${size}`,
      },
    ]
  } finally {
    server.kill()
    await new Promise((resolve) => server.once('close', resolve))
    await rm(data, { recursive: true, force: true })
  }
}

/** Reads a file with a pause of so many milliseconds after each piece, and says how long it was. @param {string} url @param {string} cookie @param {number} pause @param {() => void} look @returns {Promise<number>} */
function download(url, cookie, pause, look) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { Cookie: cookie } }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answers ${response.statusCode}`))
      let bytes = 0
      for await (const piece of response) {
        bytes += piece.length
        look()
        if (pause) await new Promise((next) => setTimeout(next, pause))
      }
      resolve(bytes)
    }).once('error', reject)
  })
}

/** Resident memory of a process in megabytes. @param {number | undefined} pid */
const memory = (pid) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024

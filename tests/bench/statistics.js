/** What events and their statistics cost: writing them, reading over many of them, and a file of ten years. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '#tests/bench/bundle.js'
import { account, signIn } from '#tests/bench/logins.js'
import { cli, said } from '#tests/bench/subjects.js'

/** @typedef {import('#tests/bench/run.js').Measure} Measure */

/** @type {Measure} */
export async function ingestion() {
  const { ours, floor } = await runProgram('ingestion')
  return { batches: { value: ours, floor } }
}

/** Ten million events behind a report and the log, beside ten thousand. @type {Measure} */
export async function history() {
  /** @type {Record<string, { few: number, many: number }>} */
  const times = await runProgram('history')
  return Object.fromEntries(
    Object.entries(times).map(([id, { few, many }]) => [id, { value: many, floor: few }]),
  )
}

const YEARS = 10
const GUILD = '100000000000000002'

/** Megabytes that a server takes on top while a slow reader gets ten years as a file. @type {Measure} */
export async function decade() {
  const data = await mkdtemp(join(tmpdir(), 'signpost-decade-'))
  const env = { ...process.env, DATA_DIR: data, PORT: '0', LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
  const person = Object.entries({ ...account, role: 'owner' }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ])
  await cli(env, ['users', 'create', ...person])
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
    await download(path, cookie, 20, () => (most = Math.max(most, memory(server.pid))))
    return { memory: { value: most - before } }
  } finally {
    server.kill()
    await new Promise((resolve) => server.once('close', resolve))
    await rm(data, { recursive: true, force: true })
  }
}

/** Reads a file with a pause of so many milliseconds after each piece, until its end. @param {string} url @param {string} cookie @param {number} pause @param {() => void} look @returns {Promise<void>} */
function download(url, cookie, pause, look) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { Cookie: cookie } }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answers ${response.statusCode}`))
      for await (const _ of response) {
        look()
        if (pause) await new Promise((next) => setTimeout(next, pause))
      }
      resolve()
    }).once('error', reject)
  })
}

/** Resident memory of a process in megabytes. @param {number | undefined} pid */
const memory = (pid) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024

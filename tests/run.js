/** `npm test`: installs and builds what is missing, finds a Chromium, says what is left out, and runs everything. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { prepare } from '#app/prepare.js'
import { findChromium } from '#tests/support/browser/chromium.js'
import { installClients } from '#tests/clients/install.js'
import { prepareNode24 } from '#tests/support/http/node24.js'

await prepare({ build: false })
const chromium = await findChromium()
process.stderr.write(`Browser tests use ${chromium}\n`)

const left = [
  process.env.TEST_DATABASE_URL ? null : 'PostgreSQL (TEST_DATABASE_URL is not set)',
  process.env.TEST_REDIS_URL ? null : 'Redis (TEST_REDIS_URL is not set)',
].filter((part) => part !== null)

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** @returns {Promise<{ code: number, said: string }>} */
function runChecks() {
  const child = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

const withTimings = process.argv.includes('--timings')
const only = process.argv.slice(2).filter((argument) => argument !== '--timings')
if (!only.length || only.some((path) => path.includes('clients'))) installClients()
// The checks take one core for a minute. Tests begin meanwhile, and what the checks print comes after them.
const checks = only.length ? Promise.resolve({ code: 0, said: '' }) : runChecks()
await prepare()
// It copies the build.
if (!only.length || only.some((path) => path.includes('node24'))) prepareNode24()

/** Tests write a line here for what they could not look at. */
const leftOut = '.cache/left-out.txt'
const spawned = '.cache/spawned.txt'
for (const file of [leftOut, spawned]) rmSync(file, { force: true })
// In a terminal, `--changed` keeps watching.
const mode = only.includes('--changed') && process.stdout.isTTY ? 'watch' : 'run'
const tests = await run(process.execPath, ['node_modules/vitest/vitest.mjs', mode, ...only], {
  CHROME_PATH: chromium,
  NODE_ENV: 'test',
  LEFT_OUT: leftOut,
  ...(only.length ? { ONLY: 'some' } : {}),
  ...(withTimings ? { TIMINGS: '.cache/timings.json', SPAWNED: spawned } : {}),
})
const { code, said } = await checks
process.stderr.write(said)
if (code) process.stderr.write('npm run check failed\n')
if (existsSync(leftOut)) left.push(...new Set(readFileSync(leftOut, 'utf8').trim().split('\n')))
process.stderr.write(left.length ? `Left out: ${left.join('; ')}.\n` : 'Nothing was left out.\n')
process.exit(code || tests)

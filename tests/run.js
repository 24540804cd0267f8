/** `npm test`: installs and builds what is missing, finds a Chromium, says what is left out, and runs everything. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { prepare } from '#app/platform/process/bootstrap.js'
import { findChromium } from '#tests/support/browser/chromium.js'
import { installClients } from '#tests/clients/install.js'
import { prepareNode24 } from '#tests/support/http/node24.js'

/** Names of the stages with their seconds, for `--timings`. @type {string[]} */
const stages = []
let stageStart = performance.now()
/** @param {string} name */
function endStage(name) {
  stages.push(`${name} ${Math.round((performance.now() - stageStart) / 1_000)}`)
  stageStart = performance.now()
}

await prepare({ build: false })
const chromium = await findChromium()
process.stderr.write(`Browser tests use ${chromium}\n`)

const left = [
  process.env.TEST_DATABASE_URL ? null : 'PostgreSQL (TEST_DATABASE_URL is not set)',
  process.env.TEST_REDIS_URL ? null : 'Redis (TEST_REDIS_URL is not set)',
].filter((part) => part !== null)

/**
 * Runs a program. Returns its exit code and, with `stdio` as `pipe`, its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, stdio?: 'inherit' | 'pipe' }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, { env = {}, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += bytes))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const withTimings = process.argv.includes('--timings')
const only = process.argv.slice(2).filter((argument) => argument !== '--timings')
if (!only.length || only.some((path) => path.includes('clients'))) installClients()
endStage('install')
// The checks run beside the build. Their output comes after that of the tests.
const checking = only.length ? null : run('npm', ['run', '--silent', 'check'], { stdio: 'pipe' })
await prepare()
endStage('build')
// It copies the build.
if (!only.length || only.some((path) => path.includes('node24'))) prepareNode24()
endStage('install Node 24')

/** Tests write a line here for what they could not look at. */
const leftOut = '.cache/left-out.txt'
const spawned = '.cache/spawned.txt'
for (const file of [leftOut, spawned]) rmSync(file, { force: true })
// In a terminal, `--changed` keeps watching.
const mode = only.includes('--changed') && process.stdout.isTTY ? 'watch' : 'run'
const tests = await run(process.execPath, ['node_modules/vitest/vitest.mjs', mode, ...only], {
  env: {
    CHROME_PATH: chromium,
    NODE_ENV: 'test',
    LEFT_OUT: leftOut,
    ...(only.length ? { ONLY: 'some' } : {}),
    ...(withTimings ? { TIMINGS: '.cache/timings.json', SPAWNED: spawned } : {}),
  },
})
endStage('test')
const checks = await checking
endStage('wait for checks')
if (checks) process.stderr.write(checks.output)
if (checks?.code) process.stderr.write('npm run check failed\n')
if (withTimings) process.stderr.write(`Stages, in seconds: ${stages.join(', ')}.\n`)
if (existsSync(leftOut)) left.push(...new Set(readFileSync(leftOut, 'utf8').trim().split('\n')))
process.stderr.write(left.length ? `Left out: ${left.join('; ')}.\n` : 'Nothing was left out.\n')
process.exit(checks?.code || tests.code)

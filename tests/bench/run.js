/**
 * `npm run bench`: measures the built server against bare servers that send the same bytes or run the same queries, one
 * after the other in one run, and prints ratios. The load comes from wrk where it is installed, else from autocannon.
 */
import { cpus } from 'node:os'
import { prepare } from '#app/prepare.js'
import { openLarge } from '#tests/bench/large.js'
import { pageUnderLogins, strangerAgainstWrong } from '#tests/bench/logins.js'
import { load, loader } from '#tests/bench/load.js'
import { median } from '#tests/bench/median.js'
import { publishing } from '#tests/bench/publications.js'
import { idle, jobs } from '#tests/bench/runners.js'
import { starts } from '#tests/bench/starts.js'
import { decade, history, ingestion } from '#tests/bench/statistics.js'
import { openBench } from '#tests/bench/subjects.js'
import { tools } from '#tests/bench/tools.js'

/** `--only=304` measures what has this in its name, `--only=large` the large library alone. */
const LARGE = 'large'
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
const SECONDS = Number(process.argv.find((arg) => /^--seconds=\d+$/.test(arg))?.split('=')[1] ?? 5)
const ROUNDS = 3

await prepare({})
process.stdout.write(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}; load by ${loader}; ` +
    `${ROUNDS} rounds of ${SECONDS} s each way, the median counts\n\n`,
)

/** Our rate and the floor's, measured in turns. @param {import('#tests/bench/load.js').Target} ours @param {import('#tests/bench/load.js').Target} floor */
async function inTurns(ours, floor) {
  /** @type {number[]} */ const mine = []
  /** @type {number[]} */ const theirs = []
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await load(floor, SECONDS))
    mine.push(await load(ours, SECONDS))
  }
  return { mine: median(mine), theirs: median(theirs) }
}

let missed = 0
/** @param {boolean} fine @param {string} name @param {string} rest */
function report(fine, name, rest) {
  if (!fine) missed++
  process.stdout.write(`${fine ? 'ok  ' : 'MISS'} ${name.padEnd(52)} ${rest}\n`)
}

/** @param {string} name @param {import('#tests/bench/load.js').Target} ours @param {import('#tests/bench/load.js').Target} floor @param {number} target */
async function compare(name, ours, floor, target) {
  const { mine, theirs } = await inTurns(ours, floor)
  const ratio = mine / theirs
  const rates = `${Math.round(mine)} against ${Math.round(theirs)} requests/s`
  report(ratio >= target, name, `${ratio.toFixed(2)} (target ${target})   ${rates}`)
}

const bench = await openBench()
try {
  for (const { name, ours, floor, target } of bench.subjects) {
    if (!only || name.includes(only)) await compare(name, ours, floor, target)
  }
  if (!only || 'login'.includes(only)) {
    const { ratio, quiet, busy } = await pageUnderLogins(bench.base, SECONDS)
    const times = `${quiet.toFixed(2)} ms alone, ${busy.toFixed(2)} ms then`
    report(ratio <= 3, 'cached page while 200 sign in, median', `${ratio.toFixed(2)} (target 3)   ${times}`)
    const turns = await strangerAgainstWrong(bench.base, SECONDS)
    report(
      Math.abs(turns.ratio - 1) <= 0.1,
      'login, unknown account against wrong password',
      `${turns.ratio.toFixed(2)} (target 0.9 to 1.1)   ${turns.unknown.toFixed(1)} and ${turns.wrong.toFixed(1)} ms`,
    )
  }
  for (const [name, measure] of Object.entries({
    ingestion,
    history,
    export: decade,
    jobs,
    idle,
    publishing,
    starts,
    tools: () => tools(bench.base),
  })) {
    if (only && !name.includes(only)) continue
    for (const { fine, name, rest } of await measure()) report(fine, name, rest)
  }
  if (!only || only === LARGE) {
    const large = await openLarge()
    try {
      for (const { name, value, unit, target } of await large.figures()) {
        report(value <= target, name, `${value.toFixed(value < 100 ? 1 : 0)} ${unit} (target ${target})`)
      }
      const headers = { Accept: 'text/html' }
      const page = (/** @type {string} */ base) => ({ url: `${base}/search`, headers })
      await compare('cached page, 10,000 entries against few', page(large.base), page(bench.base), 0.9)
      const memory = large.memory()
      report(memory <= 600, 'memory after that', `${memory.toFixed(0)} MB (target 600)`)
    } finally {
      await large.close()
    }
  }
} finally {
  await bench.close()
}
process.exit(missed ? 1 : 0)

/**
 * `npm run bench`: measures the built server against bare servers that send the same bytes or run the same queries, one
 * after the other in one run, and prints ratios. The load comes from wrk where it is installed, else from autocannon.
 */
import { cpus } from 'node:os'
import { prepare } from '#app/prepare.js'
import { load, loader } from '#tests/bench/load.js'
import { openBench } from '#tests/bench/subjects.js'

const SECONDS = Number(process.argv.find((arg) => /^--seconds=\d+$/.test(arg))?.split('=')[1] ?? 5)
const ROUNDS = 3

await prepare({})
const bench = await openBench()
process.stdout.write(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}; load by ${loader}; ` +
    `${ROUNDS} rounds of ${SECONDS} s each way, the median counts\n\n`,
)

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

let missed = 0
try {
  for (const { name, ours, floor, target } of bench.subjects) {
    /** @type {number[]} */ const mine = []
    /** @type {number[]} */ const theirs = []
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load(floor, SECONDS))
      mine.push(await load(ours, SECONDS))
    }
    const ratio = median(mine) / median(theirs)
    if (ratio < target) missed++
    process.stdout.write(
      `${ratio >= target ? 'ok  ' : 'MISS'} ${name.padEnd(44)} ${ratio.toFixed(2)} (target ${target})   ` +
        `${Math.round(median(mine))} against ${Math.round(median(theirs))} requests/s\n`,
    )
  }
} finally {
  await bench.close()
}
process.exit(missed ? 1 : 0)

/** What a publication costs among 10,000 entries, on SQLite and, where they are named, on PostgreSQL with Redis. */
import { runProgram } from '#tests/bench/bundle.js'
import { onDatabase } from '#tests/bench/runners.js'

/** Milliseconds of a publication, and until another instance has it. @type {import('#tests/bench/run.js').Measure} */
export async function publishing() {
  const measured = figuresOf('sqlite', await runProgram('publishing'))
  const { TEST_REDIS_URL: redis } = process.env
  const found = redis && (await onDatabase((url) => runProgram('publishing', url, redis)))
  return found ? { ...measured, ...figuresOf('postgres', found) } : measured
}

/** @param {string} engine @param {{ publish: number, insert: number, latest: number }} took */
const figuresOf = (engine, { publish, insert, latest }) => ({
  [engine]: { value: publish, floor: insert },
  [`${engine}_seen`]: { value: latest },
})

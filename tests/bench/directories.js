/** How soon the channels and roles that a runner reports are in the pickers of another instance. */
import { runProgram } from '#tests/bench/bundle.js'
import { onDatabase } from '#tests/bench/runners.js'

/** Milliseconds from the frame to the pickers, on SQLite and, where they are named, on PostgreSQL with Redis. @type {import('#tests/bench/run.js').Measure} */
export async function directory() {
  const { slowest } = await runProgram('directory')
  const measured = { sqlite: { value: slowest } }
  const { TEST_REDIS_URL: redis } = process.env
  const found = redis && (await onDatabase((url) => runProgram('directory', url, redis)))
  return found ? { ...measured, postgres: { value: found.slowest } } : measured
}

/** What a publication costs among 10,000 entries, on SQLite and, where they are named, on PostgreSQL with Redis. */
import { randomBytes } from 'node:crypto'
import { runProgram } from '#tests/bench/bundle.js'
import { admin } from '#tests/bench/runners.js'

/** Milliseconds of a publication, and until another instance has it. @type {import('#tests/bench/run.js').Measure} */
export async function publishing() {
  const measured = figuresOf('sqlite', await runProgram('publishing'))
  const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env
  if (!database || !redis) return measured
  const name = `signpost_bench_${randomBytes(6).toString('hex')}`
  await admin(database, `create database ${name}`)
  try {
    const url = new URL(database)
    url.pathname = `/${name}`
    return { ...measured, ...figuresOf('postgres', await runProgram('publishing', url.href, redis)) }
  } finally {
    await admin(database, `drop database if exists ${name} with (force)`)
  }
}

/** @param {string} engine @param {{ publish: number, insert: number, latest: number }} took */
const figuresOf = (engine, { publish, insert, latest }) => ({
  [engine]: { value: publish, floor: insert },
  [`${engine}_seen`]: { value: latest },
})

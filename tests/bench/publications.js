/** What a publication costs among 10,000 entries, on SQLite and, where they are named, on PostgreSQL with Redis. */
import { randomBytes } from 'node:crypto'
import { runProgram } from '#tests/bench/bundle.js'
import { admin } from '#tests/bench/runners.js'

/** @typedef {import('#tests/bench/statistics.js').Line} Line */

/** Milliseconds of a publication, and until another instance has it. @returns {Promise<Line[]>} */
export async function publishing() {
  const lines = linesOf('SQLite', await runProgram('publishing'))
  const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env
  if (!database || !redis) return lines
  const name = `signpost_bench_${randomBytes(6).toString('hex')}`
  await admin(database, `create database ${name}`)
  try {
    const url = new URL(database)
    url.pathname = `/${name}`
    return [...lines, ...linesOf('PostgreSQL, Redis', await runProgram('publishing', url.href, redis))]
  } finally {
    await admin(database, `drop database if exists ${name} with (force)`)
  }
}

/** @param {string} engine @param {{ publish: number, slowest: number, visible: number, latest: number }} took @returns {Line[]} */
const linesOf = (engine, { publish, slowest, visible, latest }) => [
  {
    fine: publish < 100,
    name: `publish one of 10,000 entries, ${engine}`,
    rest: `${publish.toFixed(1)} ms in the middle (target 100), ${slowest.toFixed(1)} ms at most`,
  },
  {
    fine: latest < 1_000,
    name: `publish: until another instance has it, ${engine}`,
    rest: `${latest.toFixed(0)} ms at most (target 1000), ${visible.toFixed(0)} ms in the middle`,
  },
]

/** What jobs cost from end to end, on SQLite and where it is named on PostgreSQL, and what idle runners take. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { runProgram } from '#tests/bench/bundle.js'

/** @typedef {import('#tests/bench/statistics.js').Line} Line */

/** Jobs a second through one runner, and milliseconds from an event to its job. @returns {Promise<Line[]>} */
export async function jobs() {
  const { rate, median, p99 } = await runProgram('jobs')
  /** @type {Line[]} */
  const lines = [
    {
      fine: rate >= 1_500,
      name: 'jobs through one runner, SQLite',
      rest: `${Math.round(rate)}/s (target 1500)`,
    },
    {
      fine: p99 <= 20,
      name: 'jobs: event to job frame, 99th percentile',
      rest: `${p99.toFixed(1)} ms (target 20), median ${median.toFixed(1)} ms`,
    },
  ]
  const { TEST_DATABASE_URL: database } = process.env
  if (!database) return lines
  const name = `signpost_bench_${randomBytes(6).toString('hex')}`
  await admin(database, `create database ${name}`)
  try {
    const url = new URL(database)
    url.pathname = `/${name}`
    const { rate, p99 } = await runProgram('jobs', url.href)
    const rest = `${Math.round(rate)}/s (target 600); event to job frame ${p99.toFixed(1)} ms at the 99th percentile`
    lines.push({ fine: rate >= 600, name: 'jobs through one runner, PostgreSQL', rest })
  } finally {
    await admin(database, `drop database if exists ${name} with (force)`)
  }
  return lines
}

/** Megabytes that a server takes on top while a thousand runners are connected. @returns {Promise<Line[]>} */
export async function idle() {
  const { before, after } = await runProgram('idle-runners')
  const rest = `${(after - before).toFixed(0)} MB more held (target 150), ${before.toFixed(0)} MB without them`
  return [{ fine: after - before <= 150, name: 'idle runners: memory of 1,000', rest }]
}

/** Runs one statement on the database server. @param {string} connectionString @param {string} sql */
export async function admin(connectionString, sql) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}

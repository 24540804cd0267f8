/**
 * What jobs cost from end to end, on SQLite and where it is named on PostgreSQL, what the patterns of one guild cost
 * others, and what idle runners take.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { runProgram } from '#tests/bench/bundle.js'

/** @typedef {import('#tests/bench/run.js').Measure} Measure */

/** Jobs a second through one runner, and milliseconds from an event to its job. @type {Measure} */
export async function jobs() {
  const { rate, p99, bare } = await runProgram('jobs')
  const measured = { sqlite: { value: rate, floor: bare.rate }, latency: { value: p99, floor: bare.p99 } }
  const found = await onDatabase((url) => runProgram('jobs', url))
  return found ? { ...measured, postgres: { value: found.rate, floor: found.bare.rate } } : measured
}

/** Runs a program on a database of its own, if PostgreSQL is named. @template T @param {(url: string) => Promise<T>} run */
export async function onDatabase(run) {
  const { TEST_DATABASE_URL: database } = process.env
  if (!database) return null
  const name = `signpost_bench_${randomBytes(6).toString('hex')}`
  await admin(database, `create database ${name}`)
  try {
    const url = new URL(database)
    url.pathname = `/${name}`
    return await run(url.href)
  } finally {
    await admin(database, `drop database if exists ${name} with (force)`)
  }
}

/** Milliseconds from a command on the gateway to its callback. @type {Measure} */
export async function gateway() {
  const { ours, floor } = await runProgram('gateway-interactions')
  return { p99: { value: ours.p99, floor: floor.p99 }, p50: { value: ours.p50, floor: floor.p50 } }
}

/** Latency of other requests while one guild has many patterns and many events. @type {Measure} */
export async function automations() {
  const { quiet, busy, taken } = await runProgram('automations')
  return {
    p99: { value: busy.p99, floor: quiet.p99 },
    p50: { value: busy.p50, floor: quiet.p50 },
    taken: { value: taken },
  }
}

/** Megabytes that a server takes on top while a thousand runners are connected. @type {Measure} */
export async function idle() {
  const { ours, bare } = await runProgram('idle-runners')
  return { memory: { value: ours, floor: bare } }
}

/** Runs one statement on the database server. @param {string} connectionString @param {string} sql */
async function admin(connectionString, sql) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}

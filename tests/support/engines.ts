import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Env } from '#tests/support/http/server.ts'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** A pair of database and signal store, as settings of the service. */
export type Engine = { name: string; env: Env }

const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env

/** SQLite and memory always; the others where their servers are named. */
export const engineNames = [
  'sqlite, memory',
  ...(database || redis ? [[database ? 'postgres' : 'sqlite', redis ? 'redis' : 'memory'].join(', ')] : []),
]

/** Makes the stores of an engine, empty, and the function that removes them. */
export async function openEngine(name: string): Promise<Engine & { remove(): Promise<void> }> {
  noteSpawned('databases')
  const env: Env = name.includes('redis') ? { REDIS_URL: redis! } : {}
  if (!name.startsWith('postgres')) return { name, env, remove: async () => {} }
  const own = `signpost_test_${randomBytes(6).toString('hex')}`
  await admin(`create database ${own}`)
  const url = new URL(database!)
  url.pathname = `/${own}`
  return {
    name,
    env: { ...env, DATABASE_URL: url.href },
    remove: () => admin(`drop database if exists ${own} with (force)`),
  }
}

async function admin(sql: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(sql)
  await client.end()
}

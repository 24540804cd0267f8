import { Redis } from 'ioredis'
import { arch, cpus, totalmem, type } from 'node:os'
import pg from 'pg'

/** What a run was measured on. @returns {Promise<Omit<import('#tests/bench/results.js').Run, 'load' | 'rounds' | 'seconds'>>} */
export async function describeMachine() {
  const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    memory: `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`,
    system: `${type()} ${arch()}`,
    node: process.version.slice(1),
    sqlite: await sqliteVersion(),
    ...(database ? { postgres: await postgresVersion(database) } : {}),
    ...(redis ? { redis: await redisVersion(redis) } : {}),
  }
}

async function sqliteVersion() {
  const driver = Number(process.versions.node.split('.')[0]) >= 22 ? 'better-sqlite3-napi' : 'better-sqlite3'
  const { default: Database } = await import(driver)
  const database = new Database(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get()
  database.close()
  return version
}

/** @param {string} connectionString */
async function postgresVersion(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return String(rows[0].server_version).split(' ')[0] ?? ''
}

/** @param {string} url */
async function redisVersion(url) {
  const redis = new Redis(url)
  const info = await redis.info('server')
  redis.disconnect()
  return /redis_version:(\S+)/.exec(info)?.[1] ?? ''
}

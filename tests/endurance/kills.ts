import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { sqliteDriver } from '#app/platform/db/sqlite-dialect.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { anEmail, cookieOf, json } from '#tests/support/http/client.ts'
import { aLedger, compare, write, type Ledger } from '#tests/endurance/ledger.ts'
import { cliJson, startServer, type Env, type RunningServer } from '#tests/support/http/server.ts'

const WRITERS = 6
/** How long a server lives after it listens, in milliseconds. */
const LIFE = { least: 20, most: 1_500 }

export type Killed = { kills: number; acknowledged: number; broken: number; problems: string[] }

/**
 * Kills a server with SIGKILL so many times, each time at a random moment of a mixed load of writes, and starts it again.
 * Then holds what the database has against what was acknowledged. `env` names the stores, which are empty.
 */
export async function killAtRandom(env: Env, times: number, tell = (_kill: number) => {}): Promise<Killed> {
  const login = { email: anEmail(), password: 'correct horse battery' }
  const owner = ['--role', 'owner', '--name', 'Ada', '--email', login.email, '--password', login.password]
  await cliJson(env, ['users', 'create', ...owner])
  const start = () => startServer({ ...env, RATE_LIMITS: 'off', EXPECT_USERS: 'yes' })
  let server = await start()
  const cookie = cookieOf(await fetch(`${server.url}/api/auth/login`, json(login)))

  const ledger = aLedger()
  const problems: string[] = []
  let isOver = false
  const writers = Array.from({ length: WRITERS }, () =>
    write(
      () => server.url,
      cookie,
      ledger,
      () => isOver,
    ),
  )
  for (let kill = 1; kill <= times; kill += 1) {
    await wait(LIFE.least + Math.random() * (LIFE.most - LIFE.least))
    await end(server)
    if (!env.DATABASE_URL) problems.push(...(await integrityOf(env.DATA_DIR!)))
    server = await start()
    tell(kill)
  }
  await wait(LIFE.most)
  isOver = true
  await Promise.all(writers)
  await server.stop()
  problems.push(...(await torn(env, ledger)), ...ledger.wrong)
  return { kills: times, acknowledged: ledger.acknowledged, broken: ledger.unknown.size, problems }
}

async function end({ child }: RunningServer) {
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await gone
}

/** What SQLite finds wrong with the file that a killed process left. */
async function integrityOf(dataDir: string): Promise<string[]> {
  const Driver = await sqliteDriver()
  const file = new Driver(join(dataDir, 'signpost.db'))
  const found = file.pragma('integrity_check') as { integrity_check: string }[]
  file.close()
  return found.map((row) => row.integrity_check).filter((says) => says !== 'ok')
}

/** What is lost, doubled, or half there: each version of an entry has its revision. */
async function torn(env: Env, ledger: Ledger): Promise<string[]> {
  const db = await openDatabase(readConfig({ LOG_LEVEL: 'silent', ...env }))
  try {
    const rows = await db
      .selectFrom('cms_entries')
      .select(['id', 'slug', 'position as order', 'version'])
      .where('deleted_at', 'is', null)
      .execute()
    const counted = await db
      .selectFrom('cms_revisions')
      .select(['entry_id', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('entry_id')
      .execute()
    const revisions = new Map(counted.map(({ entry_id, count }) => [entry_id, count]))
    const halves = rows
      .filter(({ id, version }) => revisions.get(id) !== version)
      .map(({ slug, version, id }) => `${slug} has version ${version} and ${revisions.get(id)} revisions`)
    return [...compare(ledger, rows), ...halves]
  } finally {
    await db.destroy()
  }
}

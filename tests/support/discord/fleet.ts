import { sql } from 'kysely'
import { vi } from 'vitest'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { openBalancer } from '#tests/support/http/balancer.ts'
import { secondInstance } from '#tests/support/http/second-instance.ts'
import { openTcpProxy } from '#tests/support/http/tcp-proxy.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { startRunnerProcess } from '#tests/support/discord/runner-process.ts'
import { until } from '#tests/support/discord/runners.ts'
import { startServer, temporaryFolder, type Env, type RunningServer } from '#tests/support/http/server.ts'

const both = 'postgres, redis'

/** How long a busy machine may take to start something, in milliseconds. */
const LONG = 120_000

/** True where there are PostgreSQL and Redis to share. */
export const canShare = engineNames.includes(both)

export type Fleet = Awaited<ReturnType<typeof openFleet>>

type Line = { level: number; msg: string; err?: { type: string; message: string; code?: string } }

/**
 * Instances behind a balancer, each with a folder of its own: they share PostgreSQL and Redis, which they reach through
 * cables. `store` is this process, which reaches both directly.
 */
export async function openFleet({ count = 3, env: over = {} as Env } = {}) {
  const engine = await openEngine(both, { migrated: false })
  const [database, databaseUrl] = await through(engine.env.DATABASE_URL!, '5432')
  const [redis, redisUrl] = await through(engine.env.REDIS_URL!, '6379')
  const balancer = await openBalancer()
  const folders = [await temporaryFolder()]
  const shared: Env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SITE_URL: balancer.url }
  const servers: RunningServer[] = []
  /** Those that were killed, too. */
  const started: RunningServer[] = []
  const runners: Awaited<ReturnType<typeof startRunnerProcess>>[] = []
  const parts: { close(): Promise<void> }[] = [balancer, database, redis]

  async function launch() {
    const folder = await temporaryFolder()
    folders.push(folder)
    const own = { DATA_DIR: folder.path, TRUST_PROXY: '1', RUNNER_EMBEDDED: 'off', EXPECT_USERS: '1' }
    const server = await startServer({ ...shared, ...own, ...over })
    started.push(server)
    return server
  }
  async function close() {
    await Promise.all(runners.map((runner) => runner.close()))
    await Promise.all(started.map((server) => server.stop()))
    for (const part of parts) await part.close()
    await engine.remove()
    await Promise.all(folders.map((folder) => folder.remove()))
  }
  const tell = () => balancer.use(servers.map(({ url }) => url))
  const allReady = () =>
    vi.waitFor(
      () => {
        const how = servers.map(({ child, output }) => `${child.exitCode} ${child.signalCode} ${output()}`)
        if (balancer.ready() !== servers.length)
          throw new Error(`only ${balancer.ready()} are ready:\n${how.join('\n')}`)
      },
      { timeout: LONG, interval: 10 },
    )
  // At once, and on a database that is empty.
  for (const one of await Promise.allSettled(Array.from({ length: count }, launch)))
    if (one.status === 'fulfilled') servers.push(one.value)
  const store = await secondInstance({ ...engine.env, DATA_DIR: folders[0]!.path })
  parts.push(store)
  tell()
  try {
    await allReady()
    if (servers.length < count) throw new Error(`only ${servers.length} of ${count} instances have started`)
  } catch (error) {
    await close()
    throw error
  }

  return {
    env: engine.env,
    url: balancer.url,
    balancer,
    servers,
    runners,
    database,
    redis,
    store,
    allReady,
    /** One more, which the balancer does not know of. */
    launch,
    /** Starts runner processes that come through the balancer and only tell what they would do. */
    async addRunners(howMany: number) {
      const { token } = await createRunner(store.ctx(), { name: 'Pool' })
      const url = balancer.url.replace('http', 'ws')
      const coming = Array.from({ length: howMany }, (_, index) =>
        startRunnerProcess(['--url', url, '--name', `Pool ${index}`, '--instance', `pool-${index}`], {
          RUNNER_TOKEN: token,
        }),
      )
      runners.push(...(await Promise.all(coming)))
      for (const { said } of runners)
        await until(
          () => said.out.includes('connected'),
          () => said.err,
          LONG,
        )
    },
    /** Ends an instance as a machine that fails does, while the balancer does not know of it yet. */
    async kill(index: number) {
      const server = servers[index]!
      server.child.kill('SIGKILL')
      await vi.waitFor(() => {
        if (server.child.signalCode === null) throw new Error('it still runs')
      })
    },
    /** Puts a new instance in the place of one that was killed. */
    async replace(index: number) {
      servers[index] = await launch()
      tell()
    },
    /** PostgreSQL ends every connection and takes none for so many milliseconds, as when it is started again. */
    async restartDatabase(down: number) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(store.app.db)
      await database.unplug()
      await pause(down)
      await vi.waitFor(() => database.plug(), 10_000)
    },
    /** What instances wrote into their logs that is neither information nor about a store that does not answer. */
    faults: () =>
      started.flatMap((server) =>
        server
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Line)
          .filter(({ level, err }) => (level >= 50 && !err) || (err && !isStoreTrouble(err))),
      ),
    close,
  }
}

/** A cable to a store, and the store’s address through it. */
async function through(address: string, port: string) {
  const url = new URL(address)
  const cable = await openTcpProxy(`http://${url.hostname}:${url.port || port}`)
  url.host = new URL(cable.url).host
  return [cable, url.href] as const
}

const isStoreTrouble = ({ message, code }: NonNullable<Line['err']>) =>
  isOutage(Object.assign(new Error(message), { code })) ||
  /redis|Connection is closed|Stream isn|max retries per request/i.test(message)

/** Lets time pass, where the test is about time. */
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

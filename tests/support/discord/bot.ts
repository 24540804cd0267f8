import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { anAutomation, type Written } from '#tests/support/db/automations.ts'
import { secondInstance } from '#tests/support/http/second-instance.ts'
import { openEngine } from '#tests/support/engines.ts'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aMember } from '#tests/mocks/fake-discord-world.ts'
import { fakeWebhooks } from '#tests/mocks/fake-webhooks.ts'
import { freePort } from '#tests/support/http/network.ts'
import { startRunnerProcess } from '#tests/support/discord/runner-process.ts'
import { startServer, temporaryFolder, type Env, type RunningServer } from '#tests/support/http/server.ts'

type RunnerProcess = Awaited<ReturnType<typeof startRunnerProcess>>

/** How long a lease lasts in scenarios, in seconds: a runner that is killed is waited for so long. */
export const LEASE = 2

/**
 * A whole bot on stores of its own: a Discord with one guild, a receiver of webhooks, a server, and a runner, inside the
 * server or as a process of its own. Everything but the stores can be killed and started again.
 */
export async function startBot(engineName: string, { embedded = false, env: more = {} as Env } = {}) {
  const engine = await openEngine(engineName)
  const runnerFolder = await temporaryFolder()
  const guild = aGuild()
  const discord = await fakeDiscord({ guilds: [guild], heartbeatMs: 5_000 })
  const webhooks = await fakeWebhooks()
  const port = await freePort()
  const env: Env = {
    ...engine.env,
    ...discord.env,
    PORT: String(port),
    RUNNER_EMBEDDED: embedded ? 'on' : 'off',
    RUNNER_LEASE_SECONDS: String(LEASE),
    WEBHOOK_PRIVATE_HOSTS: webhooks.host,
    ...more,
  }
  const it = await secondInstance(env)
  await addGuild(it.ctx(), { id: guild.id, name: guild.name })
  const { token } = await createRunner(it.ctx(), { name: 'Own' })
  let server: RunningServer | null = await startServer(env)
  let runner: RunnerProcess | null = null

  const bot = {
    it,
    env,
    guild,
    discord,
    webhooks,
    port,
    token,
    channel: guild.channels[1]!,
    role: guild.roles[1]!,
    automation: (actions: Written[], over: object = {}) => anAutomation(it, guild.id, actions, over),
    /** Somebody joins, and Discord tells the bot. */
    join() {
      const member = aMember()
      guild.members.push(member)
      discord.gateway.dispatch('GUILD_MEMBER_ADD', { ...member, guild_id: guild.id })
      return member
    },
    async startServer() {
      server = await startServer(env)
    },
    async killServer() {
      server!.child.kill('SIGKILL')
      await new Promise((resolve) => server!.child.once('close', resolve))
      server = null
    },
    server: () => server!,
    async startRunner(url = `ws://127.0.0.1:${port}`, over: Env = {}) {
      const { DISCORD_APPLICATION_ID: _, DATABASE_URL: __, REDIS_URL: ___, ...own } = env
      runner = await startRunnerProcess(['--url', url, '--instance', 'scenario'], {
        ...own,
        DATA_DIR: runnerFolder.path,
        RUNNER_TOKEN: token,
        ...over,
      })
      await runner.connected()
      await bot.hears()
      // Whoever comes after it knows from here where to go on.
      await waitFor(() => expect(existsSync(join(runnerFolder.path, 'gateway-session.json'))).toBe(true))
      return runner
    },
    async killRunner() {
      runner!.child.kill('SIGKILL')
      await runner!.ended
      await runner!.close()
      runner = null
    },
    hasServer: () => server !== null,
    hasRunner: () => runner !== null,
    /** The bot is connected to Discord. */
    hears: () => waitFor(() => expect(discord.gateway.connected()).toBe(true)),
    /** Makes all delayed jobs due now, so that retries do not wait. */
    async passPauses() {
      const now = new Date().toISOString()
      const later = await it.app.db
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', 'queued')
        .where('run_at', '>', now)
        .execute()
      const ids = later.map(({ id }) => id)
      if (ids.length)
        await it.app.db.updateTable('jobs').set({ run_at: now }).where('id', 'in', ids).execute()
    },
    runs: () => it.app.db.selectFrom('runs').selectAll().orderBy('id').execute(),
    jobs: () => it.app.db.selectFrom('jobs').selectAll().orderBy('id').execute(),
    async close() {
      await runner?.close()
      if (server) await server.stop()
      await it.close()
      await discord.stop()
      await webhooks.stop()
      await engine.remove()
      await runnerFolder.remove()
    },
  }
  return bot
}

export type Bot = Awaited<ReturnType<typeof startBot>>

/** Waits until it holds; what a scenario waits for may take a few leases. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 })

/** Waits until so many runs have succeeded, and holds every job against what must be true of it whatever happened. */
export async function allSucceed(bot: Bot, count: number): Promise<void> {
  await waitFor(async () => {
    await bot.passPauses()
    const runs = await bot.runs()
    expect(runs.map(({ outcome }) => outcome)).toEqual(Array.from({ length: count }, () => 'succeeded'))
  })
  const attempts = await bot.it.app.db.selectFrom('job_attempts').select(['job_id', 'outcome']).execute()
  for (const job of await bot.jobs()) {
    expect(job).toMatchObject({ state: 'succeeded', finished_at: expect.any(String) })
    const own = attempts.filter(({ job_id, outcome }) => job_id === job.id && outcome === 'succeeded')
    expect(own).toHaveLength(1)
  }
}

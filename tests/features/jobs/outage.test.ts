import { afterEach, expect, test, vi } from 'vitest'
import { startLeaseMaintenance } from '#app/features/jobs/worker.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, openTestApp } from '#tests/support/factories.ts'
import { aJob, anInstance } from '#tests/support/db/jobs.ts'

afterEach(() => void vi.useRealTimers())

const START = Date.parse('2026-11-21T12:00:00.000Z')

test.each(engineNames)(
  'on %s leases from before an outage are kept for one more lease period',
  async (engine) => {
    const it = await openTestApp(engine, { RUNNER_LEASE_SECONDS: '60' })
    const { id: guild } = await aGuild(it)
    const runner = await anInstance(it)
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    let [second, isAway] = [0, false]
    const db = new Proxy(it.app.db, {
      get(real, name) {
        if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        const value: unknown = Reflect.get(real, name, real)
        return typeof value === 'function' ? (value.bind(real) as unknown) : value
      },
    })
    const failures = vi.spyOn(it.app.metrics.workFailures, 'inc')
    const at = (passed: number) => new Date(START + passed * 1_000).toISOString()
    const pass = (seconds: number) => {
      it.at(at((second += seconds)))
      vi.advanceTimersByTime(seconds * 1_000)
    }
    const leased = async (since: number, until: number) => {
      const times = { leased_at: at(since), accepted_at: at(since), lease_expires_at: at(until) }
      const lease = { instance_id: runner.id, runner_id: runner.runner_id, attempt: 1 }
      return (await aJob(it, guild, { state: 'running', lease_token: `${since}`, ...times, ...lease })).id
    }
    const stateOf = async (id: string) =>
      (await it.app.db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirstOrThrow())
        .state
    const swept = async (id: string) => expect(await stateOf(id)).not.toBe('running')

    const stop = startLeaseMaintenance({ ...it.app, db })
    const old = await leased(0, 60)
    await vi.waitFor(
      async () => {
        pass(1)
        await swept(old)
      },
      { timeout: 20_000, interval: 1 },
    )
    const held = await leased(second, second + 60)
    isAway = true
    pass(70)
    await vi.waitFor(() => expect(failures).toHaveBeenCalled(), 10_000)
    isAway = false
    // The round that ends this one has seen the other, too.
    const later = await leased(second + 2, second + 2)
    pass(2)
    await vi.waitFor(() => swept(later), 10_000)
    expect(await stateOf(held)).toBe('running')
    pass(60)
    await vi.waitFor(() => swept(held), 10_000)
    await stop()
    await it.close()
  },
)

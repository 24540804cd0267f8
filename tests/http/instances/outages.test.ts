import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { anAutomation, sendMessageAction } from '#tests/support/db/automations.ts'
import { aGuild, aKey } from '#tests/support/factories.ts'
import { canShare, openFleet, pause, type Fleet } from '#tests/support/discord/fleet.ts'
import {
  aClient,
  aCookie,
  repeatCommands,
  emptyReport,
  repeatUntilStopped,
  repeatMembers,
  repeatSettings,
} from '#tests/support/http/traffic.ts'

vi.setConfig({ testTimeout: 150_000, hookTimeout: 300_000 })

/** Three instances, a pool of three runners, and everybody at work while one thing after the other goes away. */
describe.skipIf(!canShare)('instances under traffic', () => {
  let fleet: Fleet
  let guild: string
  const told = emptyReport()
  /** What readers of pages were told, who need none of the stores. */
  const pagesTold = emptyReport()
  const totals: number[] = []
  let commands: ReturnType<typeof repeatCommands>[]
  let savers: ReturnType<typeof repeatSettings>[]
  let members: ReturnType<typeof repeatMembers>

  beforeAll(async () => {
    fleet = await openFleet({ env: { RUNNER_LEASE_SECONDS: '20' } })
    const { store, url } = fleet
    guild = (await aGuild(store)).id
    await anAutomation(store, guild, [
      sendMessageAction('Hello {user.name}'),
      sendMessageAction('Goodbye {user.name}'),
    ])
    const { key } = await aKey(store, { guild, scopes: ['stats:read'] })
    const { token } = await createRunner(store.ctx(), { name: 'Gateway' })
    await fleet.addRunners(3)

    const asUser = async () => aClient(url, { Cookie: await aCookie(fleet) }, told)
    const makers = [await asUser(), await asUser(), await asUser()]
    commands = await Promise.all(makers.map(async (call) => repeatCommands(call, (await aGuild(store)).id)))
    savers = [await asUser(), await asUser()].map((call) => repeatSettings(call, guild))
    members = repeatMembers(fleet, token, guild)
    const program = aClient(url, { Authorization: `Bearer ${key}` }, told)
    const reader = aClient(url, {}, pagesTold)
    const stops = [
      repeatUntilStopped(async () => {
        const answer = await program('GET', '/api/v1/stats?days=2')
        if (answer?.status === 200) totals.push((answer.body.totals as { total_events: number }).total_events)
      }, 600),
      repeatUntilStopped(() => reader('GET', '/docs/introduction'), 200),
    ]

    await pause(1_500)
    await fleet.kill(1)
    await pause(1_500)
    await fleet.replace(1)
    await fleet.redis.unplug()
    await pause(2_500)
    await fleet.redis.plug()
    await pause(1_000)
    await fleet.restartDatabase(2_000)
    await pause(2_000)
    await Promise.all([...commands, ...savers, members].map(({ stop }) => stop()))
    await Promise.all(stops.map((stop) => stop()))
  })
  afterAll(() => fleet.close())

  test('nobody is told anything but that it has to be tried again', () => {
    expect(told.wrong).toEqual([])
    expect([...told.counts.keys()].sort()).toEqual(expect.arrayContaining(['200', '201', '503']))
    for (const status of told.counts.keys())
      expect(['200', '201', '409', '412', '502', '503', 'broken']).toContain(status)
  })

  test('pages are read all the time', () => {
    expect(pagesTold.wrong).toEqual([])
    for (const status of pagesTold.counts.keys()) expect(['200', '502', 'broken']).toContain(status)
    expect(pagesTold.counts.get('200')).toBeGreaterThan(10)
  })

  test('what was acknowledged is there, and once, however often it was sent', async () => {
    const { db } = fleet.store.app
    const rows = await db.selectFrom('commands').select(['id', 'name']).execute()
    for (const { made, asked, different } of commands) {
      expect(different).toEqual([])
      expect(made.size).toBeGreaterThan(5)
      for (const [name, id] of made) expect(rows.filter((row) => row.name === name)).toEqual([{ id, name }])
      for (const name of asked) expect(rows.filter((row) => row.name === name).length).toBeLessThan(2)
    }
  })

  test('of those who save at once each version has one, and the last one stands', async () => {
    const { db } = fleet.store.app
    const notes = await db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'settings.changed')
      .where('target_id', '=', guild)
      .execute()
    const versions = notes.map(({ details }) => (JSON.parse(details) as { version: number }).version)
    const row = await db
      .selectFrom('guild_settings')
      .select('version')
      .where('guild_id', '=', guild)
      .executeTakeFirstOrThrow()
    const all = Array.from({ length: row.version }, (_, index) => index + 1)
    expect(versions.sort((a, b) => a - b)).toEqual(all)
    const saved = savers.flatMap((saver) => saver.saved)
    expect(saved.length).toBeGreaterThan(10)
    expect(new Set(saved).size).toBe(saved.length)
    for (const version of saved) expect(all).toContain(version)
  })

  test('every event is counted once, and nobody who reads the sums sees them go back', async () => {
    const { db } = fleet.store.app
    const days = await db.selectFrom('daily_stats').selectAll().where('guild_id', '=', guild).execute()
    expect(days.reduce((sum, day) => sum + day.member_joins, 0)).toBe(members.names.length)
    expect(totals.length).toBeGreaterThan(5)
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
  })

  test('each job has one outcome, and each attempt did its step once at most', async () => {
    const { db } = fleet.store.app
    const open = () =>
      db.selectFrom('jobs').select(['id', 'state']).where('finished_at', 'is', null).execute()
    await expect.poll(open, { timeout: 100_000 }).toEqual([])
    const runs = await db.selectFrom('runs').select(['event', 'outcome']).execute()
    const names = runs.map(({ event }) => (JSON.parse(event) as { actor: { name: string } }).actor.name)
    expect(names.sort()).toEqual([...members.names].sort())
    expect(runs.filter(({ outcome }) => outcome !== 'succeeded')).toEqual([])

    const jobs = await db.selectFrom('jobs').select(['id', 'state', 'payload']).execute()
    const attempts = await db.selectFrom('job_attempts').select(['job_id', 'outcome']).execute()
    expect(jobs.length).toBe(2 * members.names.length)
    const did = fleet.runners.flatMap(({ said }) => said.err.match(/(Hello|Goodbye) \w{26}/g) ?? [])
    for (const { id, state, payload } of jobs) {
      const own = attempts.filter(({ job_id }) => job_id === id).map(({ outcome }) => outcome)
      expect([state, ...own.filter((outcome) => outcome === 'succeeded')]).toEqual(['succeeded', 'succeeded'])
      // A busy machine may lose a runner for longer than a lease; then the record shows another attempt.
      const { content } = (JSON.parse(payload) as { config: { content: string } }).config
      const times = did.filter((text) => text === content).length
      expect(times, content).toBeGreaterThan(0)
      expect(times, `${content}: ${own.join()}`).toBeLessThanOrEqual(own.length)
    }
  })

  test('all instances recover by themselves, with no faults but unreachable stores', async () => {
    await fleet.allReady()
    for (const { child } of fleet.servers) expect([child.exitCode, child.signalCode]).toEqual([null, null])
    for (const { child } of fleet.runners) expect([child.exitCode, child.signalCode]).toEqual([null, null])
    expect(fleet.faults()).toEqual([])
    const health = await (await fetch(`${fleet.url}/api/health`)).json()
    expect(health).toMatchObject({ status: 'ok' })
  })
})

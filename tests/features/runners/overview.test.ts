import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCapacity, readRunnersOverview } from '#app/features/runners/overview.server.ts'
import { runnersOverview } from '#app/features/runners/overview.ts'
import { revokeRunner } from '#app/features/runners/runners.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anonymous, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { aJob, anInstance } from '#tests/support/db/jobs.ts'
import { aManager, anAdministrator } from '#tests/support/db/management.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('each runner is listed with its processes, whether they are online and their load', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    const busy = await anInstance(it, { name: 'Attic', slots: 4 })
    const { runner_id } = busy
    await anInstance(it, { runner_id, name: 'Silent', last_seen_at: '2026-11-21T11:59:00.000Z' })
    await anInstance(it, {
      runner_id,
      name: 'Left',
      last_seen_at: '2026-11-21T11:50:00.000Z',
      disconnected_at: '2026-11-21T11:50:00.000Z',
    })
    await anInstance(it, { runner_id, name: 'Long gone', last_seen_at: '2026-11-14T11:59:59.999Z' })
    const revoked = await anInstance(it)
    await revokeRunner(it.ctx(), { id: revoked.runner_id })
    const own = await anInstance(it, { guild_id: guildId })
    const out = { instance_id: busy.id }
    for (const state of ['leased', 'running', 'succeeded']) await aJob(it, guildId, { state, ...out })
    await aJob(it, guildId)
    await aJob(it, guildId, { run_at: '2026-11-21T12:00:05.000Z' })

    const overview = await readRunnersOverview(ctx)
    expect(runnersOverview.parse(overview)).toEqual(overview)
    expect(overview.queue).toEqual({ running: 2, waiting: 1, later: 1 })
    const told = overview.runners.map(({ id, guild_id, instances }) => [
      id,
      guild_id,
      instances.map(({ name, connected, load, slots }) => [name, connected, load, slots]),
    ])
    expect(told.length).toBe(2)
    expect(told).toContainEqual([
      runner_id,
      null,
      [
        ['Attic', true, 2, 4],
        ['Silent', false, 0, 10],
        ['Left', false, 0, 10],
      ],
    ])
    expect(told).toContainEqual([own.runner_id, guildId, [['Home server', true, 0, 10]]])
  })

  test('a guild is told what its runners can take and what of its own waits', async () => {
    const [{ id: guildId }, other] = [await aGuild(it), await aGuild(it)]
    const before = await readCapacity(await aManager(it, guildId), { guildId })
    const mine = await anInstance(it, { guild_id: guildId, slots: 7 })
    await anInstance(it, { guild_id: guildId, last_seen_at: '2026-11-21T11:00:00.000Z' })
    await anInstance(it, { guild_id: other.id })
    await aJob(it, guildId, { state: 'running', instance_id: mine.id })
    await aJob(it, guildId)
    await aJob(it, other.id)
    const after = await readCapacity(await aManager(it, guildId), { guildId })
    expect(after).toEqual({
      connected: before.connected + 1,
      slots: before.slots + 7,
      busy: before.busy + 1,
      running: 1,
      waiting: 1,
      later: 0,
    })
  })

  test('only administrators see all runners, and only who sees the guild what it has', async () => {
    const { id: guildId } = await aGuild(it)
    const manager = await aManager(it, guildId)
    expect(await refusalOf(() => readRunnersOverview(manager))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => readRunnersOverview(it.ctx(anonymous)))).toMatchObject({ status: 401 })
    const elsewhere = await aManager(it, (await aGuild(it)).id)
    expect(await refusalOf(() => readCapacity(elsewhere, { guildId }))).toMatchObject({ status: 403 })
  })
})

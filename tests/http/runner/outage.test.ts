import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { aGuild } from '#tests/support/factories.ts'
import { canShare, openFleet, type Fleet } from '#tests/support/discord/fleet.ts'
import { aJob } from '#tests/support/db/jobs.ts'
import { connect, ready } from '#tests/support/discord/runner-socket.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

describe.skipIf(!canShare)('while PostgreSQL is away', () => {
  let fleet: Fleet
  let token: string
  beforeAll(async () => {
    fleet = await openFleet({ count: 1 })
    token = (await createRunner(fleet.store.ctx(), { name: 'Pool' })).token
  })
  afterAll(() => fleet.close())

  test('a runner whose report fails is disconnected, returns, and its job is done once', async () => {
    const { store } = fleet
    const { id } = await aJob(store, (await aGuild(store)).id, { run_at: new Date().toISOString() })
    const slots = { slots: 1, capabilities: ['SEND_MESSAGE'] }
    const first = await ready(fleet, token, 'one', slots)
    const { d: job } = await first.next()
    expect(job.job_id).toBe(id)
    const { job_id, lease_token, attempt } = job as { job_id: string; lease_token: string; attempt: number }
    const result = { job_id, lease_token, attempt, status: 'succeeded', output: { told: true } }

    await fleet.database.unplug()
    const closed = first.closed()
    first.send('accept', { job_id, lease_token })
    first.send('result', result)
    expect(await first.next()).toMatchObject({ op: 'error', d: { code: 'unavailable', ref: id } })
    expect(await closed).toBe(1012)
    expect(await connect(fleet, token).refused()).toBe(503)

    await fleet.database.plug()
    await fleet.allReady()
    const second = await ready(fleet, token, 'one', { ...slots, active: [{ job_id, lease_token, attempt }] })
    expect(second.ready.d).toMatchObject({ keep: [id], drop: [] })
    second.send('result', result)
    expect(await second.next()).toEqual({ op: 'ack', d: { job_id, outcome: 'recorded' } })
    const attempts = await store.app.db
      .selectFrom('job_attempts')
      .selectAll()
      .where('job_id', '=', id)
      .execute()
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['succeeded'])
    second.socket.close()
    expect(fleet.faults()).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#app/context.server.ts'
import { enqueueJob } from '#app/features/jobs/jobs.server.ts'
import { engineNames } from '#tests/engines.ts'
import { aGuild, anEvent, NOON, openTestApp, type TestApp } from '#tests/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const aJob = (guildId: string, idempotencyKey: string, name = 'hello') => ({
    guildId,
    idempotencyKey,
    type: 'COMMAND_ACTIONS' as const,
    payload: {
      interaction_id: '1',
      command: { id: 'c', name },
      event: anEvent({ guild_id: guildId, type: 'COMMAND_USE' }),
      actions: [{ type: 'SEND_DM' as const, config: { content: 'x' } }],
    },
  })

  test('a job waits in the queue with what it was given', async () => {
    const { id } = await aGuild(it)
    const [runAt, deadlineAt] = [new Date('2026-11-22T00:00:00Z'), new Date('2026-11-23T00:00:00Z')]
    const { payload, ...row } = await enqueueJob(it.ctx(), {
      ...aJob(id, 'a'),
      priority: 5,
      runAt,
      deadlineAt,
    })
    expect(JSON.parse(payload)).toEqual(expect.objectContaining({ command: { id: 'c', name: 'hello' } }))
    expect(row).toMatchObject({
      guild_id: id,
      type: 'COMMAND_ACTIONS',
      state: 'queued',
      priority: 5,
      run_at: runAt.toISOString(),
      deadline_at: deadlineAt.toISOString(),
      attempt: 0,
      max_attempts: 5,
      created_at: NOON,
    })
    expect(await enqueueJob(it.ctx(), aJob(id, 'b'))).toMatchObject({
      priority: 0,
      run_at: NOON,
      deadline_at: null,
    })
  })

  test('a key that is known gives the job that is there, also to those who ask at once; another guild has keys of its own', async () => {
    const { id } = await aGuild(it)
    const rows = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        inTransaction(it.ctx(), (ctx) => enqueueJob(ctx, aJob(id, 'key', name))),
      ),
    )
    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect((await enqueueJob(it.ctx(), aJob((await aGuild(it)).id, 'key'))).id).not.toBe(rows[0]!.id)
  })

  test('a payload that is none of its type is not queued', async () => {
    const { id } = await aGuild(it)
    const job = aJob(id, 'wrong')
    const payload = { ...job.payload, actions: [{ type: 'NOTHING', config: {} }] } as never
    await expect(enqueueJob(it.ctx(), { ...job, payload })).rejects.toThrow('Invalid')
    expect(await it.app.db.selectFrom('jobs').select('id').where('guild_id', '=', id).execute()).toEqual([])
  })
})

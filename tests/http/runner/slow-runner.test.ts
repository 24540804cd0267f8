import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJobs } from '#app/features/jobs/jobs.server.ts'
import { secondInstance, type SecondInstance } from '#tests/support/http/second-instance.ts'
import { waitFor } from '#tests/support/discord/bot.ts'
import { oneServer, snowflake } from '#tests/support/http/client.ts'
import { aGuild } from '#tests/support/factories.ts'
import { aNewJob } from '#tests/support/db/leasing.ts'
import { aRunnerToken, ready } from '#tests/support/discord/runner-socket.ts'

const JOBS = 400

describe.each(oneServer())('a runner that does not read on $name', (server) => {
  let it: SecondInstance
  beforeAll(async () => void (it = await secondInstance(server.env)))
  afterAll(() => it.close())

  test('gets no more than can be sent, and another does the jobs that it did not accept', async () => {
    const { id: guild } = await aGuild(it, snowflake())
    const { token } = await aRunnerToken(server, ['--guild', guild])
    const slow = await ready(server, token, 'slow', { slots: 1_000 })
    slow.socket.pause()
    await enqueueJobs(
      it.ctx(),
      Array.from({ length: JOBS }, () => {
        const job = aNewJob(it, guild)
        return {
          ...job,
          payload: { ...job.payload, config: { channel_id: '500', content: 'x'.repeat(60_000) } },
        }
      }),
    )
    const counts = async () => {
      const rows = await it.app.db.selectFrom('jobs').select('state').where('guild_id', '=', guild).execute()
      return (state: string) => rows.filter((row) => row.state === state).length
    }
    await waitFor(async () => expect((await counts())('leased')).toBeGreaterThan(0))
    const quick = await ready(server, token, 'quick', { slots: 50 })
    quick.socket.on('message', (bytes) => {
      const { op, d } = JSON.parse(String(bytes)) as { op: string; d: Record<string, unknown> }
      if (op !== 'job') return
      const { job_id, lease_token, attempt } = d
      quick.send('accept', { job_id, lease_token })
      quick.send('result', { job_id, lease_token, attempt, status: 'succeeded' })
    })
    await waitFor(async () => expect((await counts())('succeeded')).toBeGreaterThan(JOBS / 2))
    // Eight megabytes may wait to be sent, and what the system’s own buffers hold.
    expect((await counts())('leased')).toBeLessThan(JOBS / 2)
    slow.socket.terminate()
    await waitFor(async () => expect((await counts())('succeeded')).toBe(JOBS))
    quick.socket.close()
  }, 90_000)
})

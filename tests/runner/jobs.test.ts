import { afterEach, expect, test } from 'vitest'
import type { ResolvedConfigs } from '#app/features/actions/resolve-action.ts'
import { jobTypes } from '#app/features/jobs/schema.ts'
import { describeEffect } from '#app/runner/dry-run.ts'
import { aRunner, done, until, type TestRunner } from '#tests/support/discord/runners.ts'
import { aJob } from '#tests/support/discord/scripted-service.ts'

const open: TestRunner[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
const start = async (...args: Parameters<typeof aRunner>) => {
  const one = await aRunner(...args)
  open.push(one)
  await one.heard('identify')
  return one
}

test('a job is accepted, done and reported once', async () => {
  const { service, heard, tasks } = await start()
  const job = aJob({ attempt: 2 })
  service.say('job', job)
  const [accept] = await heard('accept')
  expect(accept!.d).toEqual({ job_id: job.job_id, lease_token: job.lease_token })
  expect(tasks[0]!.task).toEqual({
    type: job.type,
    payload: job.payload,
    idempotency_key: job.idempotency_key,
  })
  tasks[0]!.end(done)
  const [result] = await heard('result')
  expect(result!.d).toEqual({ ...accept!.d, attempt: 2, status: 'succeeded', output: { done: true } })
  await heard('heartbeat', service.all('heartbeat').length + 3)
  expect(service.all('result')).toHaveLength(1)
})

test('the same job again is accepted again and done once', async () => {
  const { service, heard, tasks } = await start()
  const job = aJob()
  service.say('job', job)
  service.say('job', job)
  await heard('accept', 2)
  expect(tasks).toHaveLength(1)
})

test('a later attempt of a job in hand takes the place of the one before', async () => {
  const { service, heard, tasks } = await start()
  const job = aJob()
  service.say('job', job)
  service.say('job', { ...job, attempt: 2, lease_token: 'another' })
  await heard('accept', 2)
  expect(tasks.map(({ signal }) => signal.aborted)).toEqual([true, false])
  tasks[1]!.end(done)
  expect((await heard('result')).map(({ d }) => d.attempt)).toEqual([2])
})

test('what is too much or unknown is rejected with a reason', async () => {
  const { service, heard } = await start()
  for (const job of [aJob(), aJob(), aJob(), aJob({ type: 'DANCE' as never })]) service.say('job', job)
  const rejects = await heard('reject', 2)
  expect(rejects.map(({ d }) => d.reason)).toEqual([
    'This runner has no free slot.',
    'This runner does not support DANCE.',
  ])
  expect(service.all('accept')).toHaveLength(2)
})

test.each([
  ['cancelled', 'cancelled'],
  ['deadline', 'deadline_exceeded'],
])('a job that is cancelled because of %s is stopped and reported', async (reason, code) => {
  const { service, heard, tasks } = await start()
  const job = aJob()
  service.say('job', job)
  await until(() => tasks.length === 1)
  service.say('cancel', { job_id: job.job_id, reason })
  const [result] = await heard('result')
  expect(result!.d).toMatchObject({ status: 'failed', error: { code, retryable: false } })
})

test('a job that is lost is stopped without a word, whoever says so', async () => {
  const { service, heard, tasks } = await start()
  const [one, two] = [aJob(), aJob()]
  service.say('job', one)
  service.say('job', two)
  await until(() => tasks.length === 2)
  service.say('cancel', { job_id: one.job_id, reason: 'lost' })
  service.say('heartbeat_ack', { seq: 0, extended: [], lost: [two.job_id], cancel: [] })
  await until(() => tasks.every(({ signal }) => signal.aborted))
  await heard('heartbeat', service.all('heartbeat').length + 3)
  expect(service.all('result')).toEqual([])
  expect(service.all('heartbeat').at(-1)!.d.leases).toEqual([])
})

test('a heartbeat may cancel too, and what was done in spite of it is reported as done', async () => {
  const { service, heard, tasks } = await start()
  const [one, two] = [aJob(), aJob()]
  service.say('job', one)
  service.say('job', two)
  await until(() => tasks.length === 2)
  tasks[1]!.signal.addEventListener('abort', () => {})
  service.say('heartbeat_ack', { seq: 0, extended: [], lost: [], cancel: [one.job_id] })
  const [result] = await heard('result')
  expect(result!.d).toMatchObject({ job_id: one.job_id, error: { code: 'cancelled' } })
})

test('a runner enforces deadlines itself, even forgotten or already passed ones', async () => {
  const { service, heard, tasks } = await start()
  service.say('job', aJob({ deadline_at: new Date(Date.now() + 80).toISOString() }))
  service.say('job', aJob({ deadline_at: new Date(Date.now() - 1_000).toISOString() }))
  const results = await heard('result', 2)
  expect(results.map(({ d }) => d.error)).toMatchObject([
    { code: 'deadline_exceeded', retryable: false },
    { code: 'deadline_exceeded', retryable: false },
  ])
  expect(tasks).toHaveLength(1)
})

test.each(['recorded', 'duplicate', 'stale', 'unknown'])('an answer of %s ends a result', async (outcome) => {
  const { service, heard, tasks, says } = await start({}, { acks: false })
  const job = aJob()
  service.say('job', job)
  await until(() => tasks.length === 1)
  tasks[0]!.end(done)
  await heard('result')
  const leases = () => service.all('heartbeat').at(-1)?.d.leases.length
  // A heartbeat from before the job would look like the end.
  await until(() => leases() === 1)
  service.say('ack', { job_id: job.job_id, outcome })
  await until(() => leases() === 0)
  expect(says('rejected a result')).toBe(outcome === 'stale' || outcome === 'unknown')
  service.state.acks = true
})

test('a runner that stops takes nothing more, ends what it has, and says goodbye last', async () => {
  const { service, heard, tasks, runner } = await start()
  service.say('job', aJob())
  await until(() => tasks.length === 1)
  const stopped = runner.stop()
  expect(await heard('ready_for')).toMatchObject([{ d: { slots: 0 } }])
  service.say('job', aJob())
  expect(await heard('reject')).toMatchObject([{ d: { reason: 'This runner is shutting down.' } }])
  tasks[0]!.end(done)
  await stopped
  expect(await runner.ended).toEqual({ reason: 'stopped' })
  expect(service.all('bye')[0]!.at).toBeGreaterThan(service.all('result')[0]!.at)
})

test('a stop does not wait for ever: what does not end is given back with the goodbye', async () => {
  const { service, heard, tasks, runner, says } = await start({ stopTimeout: 100 })
  service.say('job', aJob())
  await until(() => tasks.length === 1)
  await runner.stop()
  await heard('bye')
  expect(service.all('result')).toEqual([])
  expect(says('jobs were returned')).toBe(true)
})

test('without a bot token every job succeeds and says what it would have done', async () => {
  const { service, heard, says } = await start({ executor: undefined as never })
  service.say('job', aJob())
  const [result] = await heard('result')
  const would = 'send a message to channel 300000000000000001: Hello'
  expect(result!.d).toMatchObject({ status: 'succeeded', output: { dry_run: true, would } })
  expect(says(`dry run: would ${would}`)).toBe(true)
})

const configs: ResolvedConfigs = {
  SEND_MESSAGE: { channel_id: '3', embed: { title: 'x' } },
  SEND_DM: { user_id: '2', content: 'y'.repeat(300) },
  ADD_ROLE: { user_id: '2', role_id: '4', reason: 'new' },
  REMOVE_ROLE: { user_id: '2', role_id: '4' },
  TIMEOUT_MEMBER: { user_id: '2', duration_seconds: 60 },
  KICK_MEMBER: { user_id: '200000000000000042' },
  BAN_MEMBER: { user_id: '200000000000000042', delete_message_seconds: 5 },
  DELETE_MESSAGE: { channel_id: '3', message_id: '7' },
  CREATE_THREAD: { channel_id: '3', name: 'Ideas', message_id: '7' },
  ADD_REACTION: { channel_id: '3', message_id: '7', emoji: '👍' },
  LOG_TO_CHANNEL: { channel_id: '3', content: 'z' },
  CALL_WEBHOOK: { url: 'https://hooks.example.com/secret-path', method: 'POST' },
}

test.each(jobTypes)(
  'a dry run says in a short sentence what %s would do, without what gives access',
  (type) => {
    const sentence = describeEffect(type, configs[type])
    expect(sentence).toMatch(/^[a-z].{10,200}$/u)
    expect(sentence).not.toMatch(/undefined|secret-path/)
  },
)

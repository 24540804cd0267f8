import { afterEach, expect, test } from 'vitest'
import { aRunner, done, until, type TestRunner } from '#tests/support/discord/runners.ts'
import { aJob } from '#tests/support/discord/scripted-service.ts'

const open: TestRunner[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
const start = async (...args: Parameters<typeof aRunner>) => {
  const one = await aRunner(...args)
  open.push(one)
  return one
}

test('it shows its token in the upgrade and says who it is', async () => {
  const { service, heard } = await start()
  const [identify] = await heard('identify')
  expect(identify!.d).toMatchObject({ instance_key: 'test-1', name: 'test', slots: 2, active: [] })
  expect(identify!.d.capabilities).toHaveLength(12)
  const [{ headers, url } = { headers: {}, url: '' }] = service.upgrades
  expect(headers).toMatchObject({
    authorization: 'Bearer sgn_run_test',
    'sec-websocket-protocol': 'runner.v1',
  })
  expect(url).toBe('/api/runner/ws')
})

test('heartbeats count up and name the leases of what is in hand', async () => {
  const { service, heard, tasks } = await start()
  await heard('identify')
  const job = aJob()
  service.say('job', job)
  await until(() => tasks.length === 1)
  const before = service.all('heartbeat').length
  const beats = await heard('heartbeat', before + 3)
  expect(beats.map(({ d }) => d.seq)).toEqual(beats.map((_, index) => index + 1))
  expect(beats.at(-1)!.d.leases).toEqual([[job.job_id, job.lease_token]])
})

test('after a cut it comes back with its last session and the jobs that it still has', async () => {
  const { service, heard, tasks } = await start()
  await heard('identify')
  const job = aJob({ attempt: 3 })
  service.say('job', job)
  await heard('accept')
  service.cut()
  const [, again] = await heard('identify', 2)
  expect(again!.d.session_id).toBe('session-1')
  expect(again!.d.active).toEqual([{ job_id: job.job_id, attempt: 3, lease_token: job.lease_token }])
  expect(tasks[0]!.signal.aborted).toBe(false)
  tasks[0]!.end(done)
  const [result] = await heard('result')
  expect(result).toMatchObject({ socket: 2, d: { attempt: 3, status: 'succeeded' } })
})

test('a job that is dropped after a cut is stopped and not reported', async () => {
  const { service, heard, tasks, runner } = await start()
  await heard('identify')
  const [gone, kept] = [aJob(), aJob()]
  service.state.drop = [gone.job_id]
  service.say('job', gone)
  service.say('job', kept)
  await heard('accept', 2)
  service.cut()
  await until(() => tasks[0]!.signal.aborted)
  expect(tasks[1]!.signal.aborted).toBe(false)
  tasks[1]!.end(done)
  await heard('result')
  await runner.stop()
  expect(service.all('result').map(({ d }) => d.job_id)).toEqual([kept.job_id])
})

test('unacknowledged results are sent again after a cut, and after a while without one', async () => {
  const { service, heard, tasks } = await start({}, { acks: false })
  await heard('identify')
  const job = aJob()
  service.say('job', job)
  await until(() => tasks.length === 1)
  tasks[0]!.end(done)
  await heard('result')
  service.cut()
  await until(() => service.all('result').some(({ socket }) => socket === 2))
  const before = service.all('result').length
  await heard('result', before + 1)
  expect(service.all('identify')).toHaveLength(2)
  service.state.acks = true
  service.say('ack', { job_id: job.job_id, outcome: 'recorded' })
  await until(() => service.all('heartbeat').at(-1)!.d.leases.length === 0)
})

test('a result whose job is dropped in the meantime is not sent again', async () => {
  const { service, heard, tasks } = await start({}, { acks: false })
  await heard('identify')
  const job = aJob()
  service.say('job', job)
  await until(() => tasks.length === 1)
  tasks[0]!.end(done)
  await heard('result')
  service.state.drop = [job.job_id]
  service.state.acks = true
  service.cut()
  const [, again] = await heard('identify', 2)
  expect(again!.d.active).toHaveLength(1)
  await heard('heartbeat', service.all('heartbeat').length + 4)
  expect(service.all('result').every(({ socket }) => socket === 1)).toBe(true)
})

test.each([
  [4004, 'no longer accepts the token'],
  [4005, 'another process connected as the same instance'],
  [4010, 'another version'],
])('close code %i ends it for good', async (code, words) => {
  const { service, heard, runner } = await start()
  await heard('identify')
  service.close(code)
  const ending = await runner.ended
  expect(ending).toMatchObject({ reason: 'refused', message: expect.stringMatching(new RegExp(words, 'i')) })
  expect(service.upgrades).toHaveLength(1)
})

test('a token refused at connection ends it, and any other refusal is retried', async () => {
  const refused = await start({}, { status: 401 })
  expect(await refused.runner.ended).toMatchObject({ reason: 'refused' })
  expect(refused.service.upgrades).toHaveLength(1)
  const { service, heard } = await start({}, { status: 503 })
  await until(() => service.upgrades.length >= 3)
  service.state.status = 0
  await heard('identify')
})

test('the pauses between attempts begin short again after a heartbeat was heard', async () => {
  const pauses = { delays: { least: 2, most: 500 }, random: () => 1 }
  const { service, heard, lines } = await start(pauses, { status: 503 })
  await until(() => service.upgrades.length >= 5)
  service.state.status = 0
  await heard('heartbeat', 3)
  service.cut()
  await heard('identify', 2)
  const waits = lines.flatMap(({ facts }) => ('wait_ms' in facts ? [facts.wait_ms] : []))
  expect(waits.slice(0, 4)).toEqual([4, 8, 16, 32])
  expect(waits.at(-1)).toBe(4)
})

test.each([1001, 1012, 4001, 4008, 4009])('after close code %i it comes back', async (code) => {
  const { service, heard } = await start()
  await heard('identify')
  service.close(code)
  await heard('identify', 2)
})

test('a service that falls silent, or never says hello, is left and tried again', async () => {
  const { service, heard, says } = await start()
  await heard('heartbeat')
  service.state.beats = false
  await heard('identify', 2)
  expect(says('the service does not respond')).toBe(true)
})

test('invalid JSON ends only the socket, and unknown messages are skipped', async () => {
  const { service, heard } = await start()
  await heard('identify')
  service.say('from_the_future', { x: 1 })
  service.write('{')
  await heard('identify', 2)
})

test('after a drain it continues its jobs and reports them to the next service', async () => {
  const { service, heard, tasks } = await start()
  await heard('identify')
  service.say('job', aJob())
  await until(() => tasks.length === 1)
  service.say('drain', { deadline_at: new Date().toISOString() })
  service.close(1012)
  await heard('identify', 2)
  tasks[0]!.end(done)
  expect(await heard('result')).toMatchObject([{ socket: 2 }])
})

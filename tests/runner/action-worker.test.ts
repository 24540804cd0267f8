import { afterEach, expect, test } from 'vitest'
import { Worker } from 'node:worker_threads'
import { readConfig } from '#app/platform/config/config.server.ts'
import type { Executor, Task } from '#app/runner/protocol.ts'
import { startActions } from '#app/runner/thread.server.ts'
import { createActionWorker } from '#app/runner/action-worker.server.ts'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild } from '#tests/mocks/fake-discord-world.ts'
import { aLog, aRunner } from '#tests/support/discord/runners.ts'
import { aJob } from '#tests/support/discord/scripted-service.ts'

const open: Executor[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** A thread that does with each task what its key says. */
const script = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', (order) => {
  const end = (id, outcome) => parentPort.postMessage({ done: id, outcome })
  const stopped = { status: 'failed', error: { code: 'aborted', message: '', retryable: true } }
  if ('abort' in order) return end(order.abort, stopped)
  const [what, ms] = order.task.idempotency_key.split(' ')
  if (what === 'die') process.exit(3)
  if (what === 'block') for (const until = Date.now() + Number(ms); Date.now() < until; );
  if (what !== 'wait') end(order.run, { status: 'succeeded', output: { what } })
})`
let started = 0
const startScripted = async () => ((started += 1), new Worker(script, { eval: true }))

function aWorkshop(patience = { action: 5_000, stuck: 5_000 }) {
  const log = aLog()
  started = 0
  const executor = createActionWorker(startScripted, log.log, patience)
  open.push(executor)
  const run = (key: string, signal = new AbortController().signal) =>
    executor.run({ ...aJob(), idempotency_key: key } satisfies Task, signal)
  return { executor, run, ...log }
}

test('actions are done in one thread, which starts with the first', async () => {
  const { run } = aWorkshop()
  expect(started).toBe(0)
  const outcomes = await Promise.all([run('a'), run('b')])
  expect(outcomes).toEqual(['a', 'b'].map((what) => ({ status: 'succeeded', output: { what } })))
  expect(started).toBe(1)
})

test('an action that takes too long is stopped, and may be tried again', async () => {
  const { run } = aWorkshop({ action: 50, stuck: 5_000 })
  expect(await run('wait')).toMatchObject({ error: { code: 'timeout', retryable: true } })
  expect(await run('a')).toMatchObject({ status: 'succeeded' })
  expect(started).toBe(1)
})

test('a thread that hangs is ended with all its jobs, and a new one takes over', async () => {
  const { run, says } = aWorkshop({ action: 400, stuck: 100 })
  const other = run('wait')
  const stuck = run('block 60000')
  expect(await stuck).toMatchObject({ error: { code: 'timeout', retryable: true } })
  expect(await other).toMatchObject({ error: { code: expect.stringMatching(/timeout|worker_lost/) } })
  expect(says('the worker thread for actions ended')).toBe(true)
  expect(await run('a')).toMatchObject({ status: 'succeeded' })
  expect(started).toBe(2)
})

test('what a stuck thread had besides is lost with it, and may be tried again', async () => {
  const { run } = aWorkshop({ action: 60_000, stuck: 100 })
  const controller = new AbortController()
  const stuck = run('block 60000', controller.signal)
  const other = run('wait')
  controller.abort()
  const lost = { error: { code: 'worker_lost', retryable: true } }
  expect(await Promise.all([stuck, other])).toMatchObject([lost, lost])
})

test('a thread that dies by itself loses what it had, and another one goes on', async () => {
  const { run } = aWorkshop()
  const lost = { error: { code: 'worker_lost', retryable: true } }
  expect(await Promise.all([run('wait'), run('die')])).toMatchObject([lost, lost])
  expect(await run('a')).toMatchObject({ status: 'succeeded' })
})

test('heartbeats go on while an action keeps the processor busy for long', async () => {
  const { executor } = aWorkshop({ action: 30_000, stuck: 20_000 })
  const { service, heard, close } = await aRunner({ executor })
  await heard('identify')
  const job = aJob({ idempotency_key: 'block 1000' })
  service.say('job', job)
  const [result] = await heard('result')
  const [accept] = service.all('accept')
  expect(result!.at - accept!.at).toBeGreaterThan(950)
  const during = service.all('heartbeat').filter(({ at }) => at > accept!.at && at < result!.at)
  expect(during.length).toBeGreaterThan(7)
  expect(during.every(({ d }) => d.leases[0]?.[0] === job.job_id)).toBe(true)
  const gaps = during.slice(1).map(({ at }, index) => at - during[index]!.at)
  expect(Math.max(...gaps)).toBeLessThan(500)
  await close()
})

test('the thread of the sources does an action at Discord', async () => {
  const guild = aGuild()
  const discord = await fakeDiscord({ guilds: [guild] })
  const config = readConfig({ ...discord.env, NODE_ENV: 'development' })
  const executor = createActionWorker(() => startActions(config), aLog().log)
  open.push(executor)
  const job = aJob()
  job.payload.guild_id = job.payload.event.guild_id = guild.id
  job.payload.config = { channel_id: guild.channels[1]!.id, content: 'Hello' }
  const outcome = await executor.run(job, new AbortController().signal)
  expect(outcome).toEqual({
    status: 'succeeded',
    output: { message_id: discord.messages[0]!.id, channel_id: guild.channels[1]!.id },
  })
  await discord.stop()
})

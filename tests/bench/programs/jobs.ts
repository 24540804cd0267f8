/**
 * Jobs from end to end on one engine: events become runs and jobs, a real runner in dry-run mode does them. Prints jobs a
 * second, and milliseconds from an event to its job on an idle server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { bareJobs } from '#tests/bench/programs/bare.ts'
import { openSocket } from '#tests/bench/programs/socket.ts'

const GUILDS = 10
const JOBS = 20_000
/** As many events as a frame may hold. */
const BATCH = 500
const WARM_UP = 2_000
const SAMPLES = 400

const [databaseUrl] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'signpost-jobs-'))
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  NODE_ENV: 'production',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
}
const app = await openApp(readConfig(env), { content: false })
const system = contextFor(app, { kind: 'system' })

const guilds: string[] = []
for (let index = 0; index < GUILDS; index++) {
  const { id } = await addGuild(system, { id: `1000000000000000${10 + index}`, name: `Guild ${index}` })
  const input = automationInput.parse({
    name: 'Welcome',
    enabled: true,
    trigger: { events: ['MEMBER_JOIN'] },
    conditions: { rules: [{ field: 'actor.is_bot', op: 'eq', value: false }] },
    actions: [
      { id: 'a', type: 'SEND_MESSAGE', config: { channel_id: id, content: 'Welcome, {user.mention}!' } },
    ],
  })
  await createAutomation(system, { guildId: id, ...input })
  guilds.push(id)
}
const { token } = await createRunner(system, { name: 'bench' })

let people = 0
const joins = (guild_id: string): GatewayEvent => ({
  id: `join-${(people += 1)}`,
  type: 'MEMBER_JOIN',
  occurred_at: new Date().toISOString(),
  guild_id,
  actor: { id: String(2e17 + people), name: `person ${people}`, is_bot: false },
  target: null,
  channel: null,
  data: {},
})
const children: ChildProcess[] = []
function start(args: string[], more: object, pattern: RegExp): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...env, ...more } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let out = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (bytes) => {
      const found = pattern.exec((out += bytes))
      if (found) resolve(found[1] ?? '')
    })
    child.once('close', () => reject(new Error(`${args.join(' ')} ended: ${out}`)))
  })
}
const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('close', resolve))
}

const url = await start(
  ['app/server.js'],
  { PORT: '0', RUNNER_EMBEDDED: 'off', RATE_LIMITS: 'off' },
  /listens on (http:\S+)/,
)
const socketUrl = url.replace('http', 'ws')

/** Has the server take events in, as runners report them. */
async function record(count: number) {
  const socket = await openSocket(socketUrl, token, { instance_key: 'reporter' })
  for (let left = count; left > 0; left -= BATCH) {
    const events = Array.from({ length: Math.min(BATCH, left) }, (_, index) => joins(guilds[index % GUILDS]!))
    socket.send('events', { batch_id: String(left), events })
    await socket.next('ack')
  }
  socket.close()
}

const done = async () => {
  const { count } = await app.db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return count
}
async function throughput() {
  await record(WARM_UP)
  await start(
    ['app/cli.js', 'runner', '--url', socketUrl, '--slots', '500', '--name', 'bench'],
    { RUNNER_TOKEN: token },
    /connected/,
  )
  while ((await done()) < WARM_UP) await wait(50)
  await stop(children.pop()!)
  await record(JOBS)
  await start(
    ['app/cli.js', 'runner', '--url', socketUrl, '--slots', '500', '--name', 'bench'],
    { RUNNER_TOKEN: token },
    /connected/,
  )
  while ((await done()) < WARM_UP + JOBS) await wait(200)
  await stop(children.pop()!)
  const { rows } = await sql<{ first: string; last: string }>`
    select min(leased_at) as first, max(ended_at) as last from
      (select leased_at, ended_at from job_attempts order by job_id desc limit ${JOBS}) as latest`.execute(
    app.db,
  )
  return (JOBS * 1_000) / (Date.parse(rows[0]!.last) - Date.parse(rows[0]!.first))
}

/** How long an event takes to come back as a job, to the runner that reported it. */
async function latency() {
  const socket = await openSocket(socketUrl, token, { instance_key: 'probe', slots: 5 })
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const event = joins(guilds[sample % GUILDS]!)
    const began = performance.now()
    socket.send('events', { batch_id: event.id, events: [event] })
    const { d } = await socket.next('job')
    times.push(performance.now() - began)
    const lease = { job_id: d.job_id, lease_token: d.lease_token }
    socket.send('accept', lease)
    socket.send('result', { ...lease, attempt: d.attempt, status: 'succeeded' })
    await wait(60)
  }
  socket.close()
  times.sort((one, other) => one - other)
  return { p99: times[Math.floor(SAMPLES * 0.99)]! }
}

try {
  const rate = await throughput()
  await wait(1_000)
  const bare = await bareJobs(JOBS, SAMPLES)
  process.stdout.write(JSON.stringify({ rate, bare, ...(await latency()) }))
} finally {
  for (const child of children) await stop(child)
  await app.close()
  await rm(folder, { recursive: true, force: true })
}

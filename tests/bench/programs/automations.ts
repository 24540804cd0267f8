/**
 * What the conditions of one guild cost other requests: a real server whose guild has as many automations as a guild may
 * have, each with as many patterns as it may have, gets events at a steady pace. Prints the latency of `/healthz` before
 * that and meanwhile, in milliseconds, and how many events a second were taken in.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { openSocket } from '#tests/bench/programs/socket.ts'

const GUILD = '100000000000000001'
const AUTOMATIONS = 200
const PATTERNS = 25
const SECONDS = 20
/** Events a second, and how many of them come in one frame. */
const RATE = 500
const FRAME = 50
/** Milliseconds between two requests of `/healthz`, whether the one before was answered or not. */
const EVERY = 10

const folder = await mkdtemp(join(tmpdir(), 'signpost-automations-'))
await mkdir(join(folder, 'content'))
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  CONTENT_DIR: join(folder, 'content'),
  NODE_ENV: 'production',
}

/** Words that patterns look for and messages consist of, from one sequence. */
const words = ['free', 'nitro', 'gift', 'claim', 'airdrop', 'steam', 'server', 'invite', 'crypto', 'wallet']
let seed = 7
const random = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most
const word = () => words[random(words.length)]!

/** Patterns as moderators write them, no two of them the same. */
function patternOf(automation: number, index: number): string {
  const own = `x${automation}y${index}`
  return [
    `(?i)\\b${word()}\\s+${word()}\\s+${own}\\b`,
    `(?i)https?://[a-z0-9.-]*${own}\\.(com|net|org)`,
    `(?i)${word()}.{0,5}${own}`,
    `(?i)(${word()}|${word()})-?${own}`,
    `(?i)\\b${own}[0-9]+\\b`,
  ][index % 5]!
}

const app = await openApp(readConfig(env), { content: false })
const system = contextFor(app, { kind: 'system' })
await addGuild(system, { id: GUILD, name: 'Bench' })
for (let one = 0; one < AUTOMATIONS; one++) {
  const rules = Array.from({ length: PATTERNS }, (_, index) => ({
    field: 'data.content',
    op: 'matches',
    value: patternOf(one, index),
  }))
  const input = automationInput.parse({
    name: `Filter ${one}`,
    enabled: true,
    trigger: { events: ['MESSAGE_CREATE'] },
    conditions: { match: 'any', rules },
    actions: [{ id: 'a', type: 'LOG_TO_CHANNEL', config: { channel_id: GUILD, content: 'Filtered' } }],
  })
  await createAutomation(system, { guildId: GUILD, ...input })
}
const { token } = await createRunner(system, { name: 'bench' })
await app.close()

const server = spawn(process.execPath, ['app/server.js'], {
  env: { ...env, PORT: '0', RUNNER_EMBEDDED: 'off', RATE_LIMITS: 'off' } as NodeJS.ProcessEnv,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let out = ''
const url = await new Promise<string>((resolve, reject) => {
  server.stdout.on('data', (bytes) => {
    const found = /listens on (http:\S+)/.exec((out += bytes))
    if (found) resolve(found[1]!)
  })
  server.once('close', () => reject(new Error(`the server ended: ${out}`)))
})

const agent = new Agent({ keepAlive: true })
const healthz = () =>
  new Promise<void>((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`/healthz answers ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })

/** Milliseconds from when each request was due until its answer, so that a server that stands still is not asked less. */
async function latency(seconds: number) {
  const began = performance.now()
  const times: Promise<number>[] = []
  for (let due = began; due < began + seconds * 1_000; due += EVERY) {
    const left = due - performance.now()
    if (left > 0) await wait(left)
    times.push(healthz().then(() => performance.now() - due))
  }
  const sorted = (await Promise.all(times)).sort((one, other) => one - other)
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

let sent = 0
/** A message of twenty words. One of a thousand has what an automation looks for. */
function message() {
  const content = Array.from({ length: 20 }, word).join(' ')
  return {
    id: String(3e17 + (sent += 1) * 1_000),
    type: 'MESSAGE_CREATE',
    occurred_at: new Date().toISOString(),
    guild_id: GUILD,
    actor: { id: String(2e17 + random(400) * 1_000), name: 'person', is_bot: false },
    target: null,
    channel: { id: GUILD, name: 'general' },
    data: { content: sent % 1_000 ? content : `${content} x${random(AUTOMATIONS)}y4123` },
  }
}

/** Sends events at the pace until told to stop. @returns what stops it and says how many a second were taken in */
function report(socket: Awaited<ReturnType<typeof openSocket>>) {
  const began = performance.now()
  let [taken, isOver] = [0, false]
  void (async () => {
    for (; !isOver; taken += FRAME) await socket.next('ack')
  })()
  void (async () => {
    for (let frame = 0; !isOver; frame++) {
      const left = began + (frame * FRAME * 1_000) / RATE - performance.now()
      if (left > 0) await wait(left)
      if (isOver) return
      socket.send('events', { batch_id: String(frame), events: Array.from({ length: FRAME }, message) })
    }
  })()
  return () => {
    isOver = true
    return (taken * 1_000) / (performance.now() - began)
  }
}

/** The service disables automations that take too long: then it would have had less to do. */
async function checkEnabled() {
  const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  const enabled = await db.selectFrom('automations').select('id').where('enabled', '=', 1).execute()
  await db.destroy()
  if (enabled.length < AUTOMATIONS)
    throw new Error(`${AUTOMATIONS - enabled.length} automations were disabled`)
}

try {
  // What the server renders ahead after its start is not what is measured.
  await wait(15_000)
  await latency(3)
  const quiet = await latency(SECONDS)
  const socket = await openSocket(url.replace('http', 'ws'), token, { instance_key: 'reporter' })
  const stop = report(socket)
  await wait(5_000)
  const busy = await latency(SECONDS)
  const taken = stop()
  socket.close()
  await checkEnabled()
  process.stdout.write(JSON.stringify({ quiet, busy, taken }))
} finally {
  server.removeAllListeners('close')
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('close', resolve))
  agent.destroy()
  await rm(folder, { recursive: true, force: true })
}

/**
 * Prints how many megabytes a runner needs for 2,500 guilds of 200 channels: the memory of its process, minus the memory
 * before the guilds arrive. This program acts as Discord and as the service, and starts the runner as a child process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { readConfig } from '#app/platform/config/config.server.ts'
import { startRunner } from '#app/runner/runner.server.ts'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import type { aUser } from '#tests/mocks/fake-discord-world.ts'
import { aGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'

const GUILDS = 2_500
const CHANNELS = 200
const ROLES = 50
const EMOJIS = 50
const MEMBERS = 50
/** Shards that Discord recommends for so many guilds, about one per thousand. */
const SHARDS = 3
const MB = 1024 ** 2
const LIMIT_MS = 15 * 60_000

type Held = { heap: number; rss: number; peak: number }

const silent = () => {}

/** Starts the runner, and reports its memory when the parent process asks. */
async function runnerProcess() {
  const { RUNNER_URL: url = '', ...env } = process.env
  let peak = 0
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50).unref()
  const runner = startRunner({
    url,
    token: 'sgn_run_bench',
    name: 'bench',
    slots: 5,
    instanceKey: 'bench-1',
    config: readConfig(env),
    log: { debug: silent, info: silent, warn: silent, error: silent },
  })
  process.on('message', (asked) => {
    if (asked === 'stop') return void runner.stop().then(() => process.exit(0))
    global.gc!()
    const { heapUsed, external, rss } = process.memoryUsage()
    const held: Held = { heap: (heapUsed + external) / MB, rss: rss / MB, peak: peak / MB }
    process.send!(held)
  })
}

/** Starts a service that accepts all messages, and counts the guilds whose channels were reported. */
async function service() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const channels = new Set<string>()
  const counts = { frames: 0, bytes: 0 }
  new WebSocketServer({ server, handleProtocols: () => 'runner.v1' }).on('connection', (socket) => {
    const say = (op: string, d: object) => socket.send(JSON.stringify({ op, d }))
    const time = new Date().toISOString()
    say('hello', { v: 1, heartbeat_ms: 15_000, lease_ms: 60_000, max_payload: MB, server_time: time })
    socket.on('message', (data) => {
      const text = String(data)
      counts.frames += 1
      counts.bytes += text.length
      const { op, d } = JSON.parse(text) as { op: string; d: Record<string, string> }
      if (op === 'identify') say('ready', { session_id: 's', runner_id: 'r', keep: [], drop: [] })
      if (op === 'heartbeat') say('heartbeat_ack', { seq: d.seq, extended: [], lost: [], cancel: [] })
      if (op === 'events') say('ack', { batch_id: d.batch_id, outcome: 'recorded' })
      if (op === 'directory' && d.kind === 'channels') channels.add(d.guild_id!)
    })
  })
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, channels, counts }
}

/** Creates a guild whose channels have overwrites: most channels those of their category, and some their own. */
function aLargeGuild(bot: ReturnType<typeof aUser>) {
  const guild = aGuild()
  const roles = Array.from({ length: ROLES - 1 }, (_, index) => ({
    id: newId(),
    name: `Role with a usual name ${index}`,
    color: index,
    position: index,
    permissions: '1071698660929',
  }))
  const overwrites = (from: number) =>
    [0, 1, 2].map((one) => ({
      id: roles[(from + one) % roles.length]!.id,
      type: 0 as const,
      allow: String(1024 + from),
      deny: '2048',
    }))
  const categories = Array.from({ length: 10 }, () => newId())
  const channels = Array.from({ length: CHANNELS }, (_, index) => ({
    id: categories[index] ?? newId(),
    type: index < 10 ? 4 : 0,
    name: `channel-with-a-name-${index}`,
    parent_id: index < 10 ? null : categories[index % 10]!,
    position: index,
    topic: 'What this channel is about, in a sentence of usual length.',
    permission_overwrites: overwrites(index % 3 ? index % 10 : index),
  }))
  const emojis = Array.from({ length: EMOJIS }, (_, index) => ({ id: newId(), name: `emoji_${index}` }))
  const members = Array.from({ length: MEMBERS }, () => aMember({ roles: [roles[3]!.id] }))
  members.push(aMember({ user: bot, roles: [roles[9]!.id] }))
  return { ...guild, channels, roles: [guild.roles[0]!, ...roles], emojis, members }
}

async function ask(child: ChildProcess): Promise<Held> {
  child.send('memory')
  return ((await once(child, 'message')) as [Held])[0]
}

async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-large-bot-'))
  const discord = await fakeDiscord({ shards: { count: SHARDS, concurrency: 1 } })
  const { url, channels, counts } = await service()
  const env = { ...discord.env, PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder }
  const child = fork(process.argv[1]!, ['runner'], {
    env: { ...env, RUNNER_URL: url } as NodeJS.ProcessEnv,
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  while (discord.gateway.shards().length < SHARDS) await wait(200)
  await wait(3_000)
  const before = await ask(child)
  const began = performance.now()
  // Like Discord, sends the guilds of a shard one by one.
  for (let index = 0; index < GUILDS; index += 1) {
    const guild = aLargeGuild(discord.bot)
    discord.gateway.announce(guild)
    if (index % 20 === 0) await wait(20)
  }
  while (channels.size < GUILDS) {
    if (performance.now() - began > LIMIT_MS) throw new Error(`only ${channels.size} guilds were reported`)
    await wait(500)
  }
  await wait(2_000)
  const seconds = (performance.now() - began) / 1000
  const after = await ask(child)
  const { heap, rss } = after
  const on_top = { heap: heap - before.heap, rss: rss - before.rss, peak: after.peak - before.rss }
  process.stdout.write(JSON.stringify({ ...on_top, guilds: channels.size, seconds, ...counts }))
  child.send('stop')
  await Promise.race([once(child, 'close'), wait(10_000)])
  child.kill('SIGKILL')
  await discord.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}

await (process.argv[2] === 'runner' ? runnerProcess() : measure())

/**
 * Commands over the gateway: one process with its embedded runner on SQLite, and a Discord on this machine. Prints the
 * milliseconds from an interaction on the gateway to its callback, and from a signed request to its response.
 */
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { createCommand } from '#app/features/commands/manage.server.ts'
import { commandInput } from '#app/features/commands/schema.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, newId } from '#tests/mocks/fake-discord-world.ts'

const WARM_UP = 50
const SAMPLES = 1_000

const folder = await mkdtemp(join(tmpdir(), 'signpost-interactions-'))
const guild = aGuild()
const discord = await fakeDiscord({ guilds: [guild] })
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  NODE_ENV: 'production',
  ...discord.env,
  DISCORD_PUBLIC_KEY: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex'),
}
const app = await openApp(readConfig(env), { content: false })
const system = contextFor(app, { kind: 'system' })
await addGuild(system, { id: guild.id, name: guild.name })
const command = { name: 'ping', description: 'Says pong', response: { content: 'Pong, {user.name}!' } }
await createCommand(system, { guildId: guild.id, ...commandInput.parse(command) })
await app.close()

const server = spawn(process.execPath, ['app/server.js'], {
  env: { ...env, PORT: '0', PRERENDER: 'off' } as NodeJS.ProcessEnv,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise<string>((resolve, reject) => {
  let out = ''
  server.stdout.on('data', (bytes) => {
    const found = /listens on (http:\S+)/.exec((out += bytes))
    if (found) resolve(found[1]!)
  })
  server.once('close', () => reject(new Error(`the server ended: ${out}`)))
})
const waiting = new Map<string, () => void>()
// Sees every call, and changes none.
discord.trouble(({ path }) => {
  waiting.get(path.split('/')[2] ?? '')?.()
  return false
}, {})

const anInteraction = () => ({
  id: newId(),
  application_id: discord.env.DISCORD_APPLICATION_ID,
  type: 2,
  token: 'x'.repeat(200),
  guild_id: guild.id,
  channel_id: guild.channels[1]!.id,
  context: 0,
  member: { user: { id: newId(), username: 'ada', global_name: 'Ada' }, permissions: '2048' },
  data: { id: newId(), name: 'ping', type: 1, options: [] },
})

async function overGateway() {
  const asked = anInteraction()
  const called = new Promise<void>((resolve) => waiting.set(asked.id, resolve))
  discord.gateway.dispatch('INTERACTION_CREATE', asked)
  await called
  waiting.delete(asked.id)
}

async function asRequest() {
  const body = JSON.stringify(anInteraction())
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
  const headers = { 'X-Signature-Ed25519': signature, 'X-Signature-Timestamp': timestamp }
  const response = await fetch(`${url}/api/discord/interactions`, { method: 'POST', headers, body })
  await response.json()
}

try {
  while (!discord.gateway.connected()) await wait(50)
  const ways = [overGateway, asRequest].map((use) => ({ use, times: [] as number[] }))
  for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
    for (const { use, times } of ways) {
      const began = performance.now()
      await use()
      if (sample >= 0) times.push(performance.now() - began)
      await wait(10)
    }
  }
  const [ours, floor] = ways.map(({ times }) => {
    times.sort((one, other) => one - other)
    return { p50: times[SAMPLES / 2], p99: times[Math.floor(SAMPLES * 0.99)] }
  })
  process.stdout.write(JSON.stringify({ ours, floor }))
} finally {
  server.removeAllListeners('close')
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('close', resolve))
  await discord.stop()
  await rm(folder, { recursive: true, force: true })
}

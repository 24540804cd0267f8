/** Prints the milliseconds from the first frame of a large directory until the pickers of another instance have it. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openApp } from '#app/app.server.ts'
import { contextFor } from '#app/context.server.ts'
import { directoryOf } from '#app/features/directory/directory.server.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { attachRunnerSocket } from '#app/http/runner/socket.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { split } from '#app/runner/gateway/directory.server.ts'
import { openSocket } from '#tests/bench/programs/socket.ts'

const ROUNDS = 20
const guild_id = '100000000000000001'

const folder = await mkdtemp(join(tmpdir(), 'signpost-directory-'))
const [databaseUrl, redisUrl] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
})
const one = await openApp(config, { content: false })
const other = await openApp(config, { content: false })
const system = contextFor(one, { kind: 'system' })
const reader = contextFor(other, { kind: 'system' })
await addGuild(system, { id: guild_id, name: 'Large' })
const { token } = await createRunner(system, { name: 'bench' })
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
attachRunnerSocket(server, one)
const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
const socket = await openSocket(url, token, { instance_key: 'one', capabilities: ['directory.1'] })

const id = (start: number, index: number) => String(start) + String(index).padStart(16, '0')
const roles = Array.from({ length: 250 }, (_, index) => ({
  id: id(40, index),
  name: `Role with a name of usual length ${index}`,
  color: index,
  position: index,
  permissions: '1071698660929',
  managed: false,
}))
const overwrites = roles.slice(0, 6).map((role) => ({ id: role.id, type: 0, allow: '1024', deny: '2048' }))
const bot = { id: '900000000000000002', roles: [id(40, 100)] }

const took: number[] = []
for (let round = 1; round <= ROUNDS; round++) {
  const channels = Array.from({ length: 500 }, (_, index) => ({
    id: id(30, index),
    name: `channel-of-round-${round}-${index}`,
    type: 0,
    position: index,
    parent_id: null,
    hidden: false,
    overwrites,
  }))
  const rev = Date.now()
  const started = performance.now()
  for (const [kind, items] of Object.entries({ roles, channels })) {
    const parts = split<object>(items)
    parts.forEach((part, index) =>
      socket.send('directory', { guild_id, rev, kind, part: index + 1, of: parts.length, items: part, bot }),
    )
  }
  const isThere = async () => {
    const { channels } = await directoryOf(reader, guild_id)
    return channels.get(id(30, 499))?.name === `channel-of-round-${round}-499`
  }
  while (!(await isThere())) await wait(1)
  const { channel, role } = await knownDirectory(reader, { guildId: guild_id })
  if (channel.length !== 500 || role.length !== 250) throw new Error('entries are missing')
  took.push(performance.now() - started)
}
took.sort((a, b) => a - b)
process.stdout.write(JSON.stringify({ median: took[ROUNDS / 2], slowest: took.at(-1) }))
socket.close()
await Promise.all([one.close(), other.close()])
await rm(folder, { recursive: true, force: true })
process.exit(0)

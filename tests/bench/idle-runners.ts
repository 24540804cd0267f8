/** Prints the megabytes of a server without runners, and with a thousand that are connected and have nothing to do. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { openSocket } from '#tests/bench/socket.ts'

const RUNNERS = 1_000
/** A token may have so many sockets, an address so many that have not identified. */
const A_TOKEN = 5
const AT_ONCE = 10

const folder = await mkdtemp(join(tmpdir(), 'signpost-idle-'))
/** No pages: what is rendered ahead after the start is not the runners’. */
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  CONTENT_DIR: join(folder, 'content'),
  NODE_ENV: 'production',
}
const app = await openApp(readConfig(env), { content: false })
const system = contextFor(app, { kind: 'system' })
const tokens: string[] = []
for (let index = 0; index < RUNNERS / A_TOKEN; index++) {
  tokens.push((await createRunner(system, { name: `runner ${index}` })).token)
}

const server = spawn(process.execPath, ['app/server.js'], {
  env: { ...env, PORT: '0' } as NodeJS.ProcessEnv,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let out = ''
const url = await new Promise<string>((resolve, reject) => {
  server.stdout.on('data', (bytes) => {
    const found = /listens on (http:\S+)/.exec((out += bytes))
    if (found) resolve(found[1]!.replace('http', 'ws'))
  })
  server.once('close', () => reject(new Error(`the server ended: ${out}`)))
})
const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1024

let before = memory()
for (let calm = 0; calm < 5;) {
  await wait(1_000)
  const now = memory()
  calm = Math.abs(now - before) < 2 ? calm + 1 : 0
  before = now
}

const sockets: Awaited<ReturnType<typeof openSocket>>[] = []
for (let index = 0; index < RUNNERS; index += AT_ONCE) {
  const some = Array.from({ length: AT_ONCE }, (_, offset) => index + offset)
  sockets.push(
    ...(await Promise.all(
      some.map((one) =>
        openSocket(url, tokens[Math.floor(one / A_TOKEN)]!, { instance_key: `instance-${one}`, slots: 5 }),
      ),
    )),
  )
}
const beating = setInterval(
  () => sockets.forEach(({ send }) => send('heartbeat', { seq: 1, leases: [] })),
  10_000,
)
await wait(25_000)
process.stdout.write(JSON.stringify({ before, after: memory() }))
clearInterval(beating)
for (const { close } of sockets) close()
server.removeAllListeners('close')
server.kill('SIGTERM')
await new Promise((resolve) => server.once('close', resolve))
await app.close()
await rm(folder, { recursive: true, force: true })

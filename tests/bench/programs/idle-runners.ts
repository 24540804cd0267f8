/** Prints the megabytes that a thousand runners take at a server when they have nothing to do, and as many bare sockets. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { bareIdle } from '#tests/bench/programs/bare.ts'
import { openSocket } from '#tests/bench/programs/socket.ts'
import { freePort } from '#tests/support/http/network.ts'

const RUNNERS = 1_000
/** A token may have so many sockets, an address so many that have not identified. */
const A_TOKEN = 5
const AT_ONCE = 10

const folder = await mkdtemp(join(tmpdir(), 'signpost-idle-'))
await mkdir(join(folder, 'content'))
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

const debugPort = await freePort()
const server = spawn(process.execPath, ['--expose-gc', `--inspect=127.0.0.1:${debugPort}`, 'app/server.js'], {
  env: { ...env, PORT: '0' } as NodeJS.ProcessEnv,
  stdio: ['ignore', 'pipe', 'ignore'],
})
let out = ''
const url = await new Promise<string>((resolve, reject) => {
  server.stdout.on('data', (bytes) => {
    const found = /listens on (http:\S+)/.exec((out += bytes))
    if (found) resolve(found[1]!.replace('http', 'ws'))
  })
  server.once('close', () => reject(new Error(`the server ended: ${out}`)))
})
/** What the server holds once its garbage is gone, in megabytes. */
async function memory() {
  const held = await inspect<NodeJS.MemoryUsage>('gc(), process.memoryUsage()')
  return (held.heapUsed + held.external) / 1024 ** 2
}

/** Has the server say something of itself. */
async function inspect<T>(expression: string): Promise<T> {
  const [target] = (await (await fetch(`http://127.0.0.1:${debugPort}/json`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await once(socket, 'open')
  socket.send(
    JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }),
  )
  const [answer] = (await once(socket, 'message')) as [Buffer]
  socket.terminate()
  return (JSON.parse(String(answer)) as { result: { result: { value: T } } }).result.result.value
}

const before = await memory()
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
process.stdout.write(JSON.stringify({ ours: (await memory()) - before, bare: await bareIdle(RUNNERS) }))
clearInterval(beating)
for (const { close } of sockets) close()
server.removeAllListeners('close')
server.kill('SIGTERM')
await new Promise((resolve) => server.once('close', resolve))
await app.close()
await rm(folder, { recursive: true, force: true })

/** How long a start takes from a warm build, until the server says where it listens, against a bare `node:http` server. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '#tests/bench/median.js'

const ROUNDS = 9
const bare = `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('listens on'))`

/** Milliseconds from the call to the line that says where it listens. @param {string[]} args @param {NodeJS.ProcessEnv} env */
async function start(args, env) {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let out = ''
  /** @type {number} */
  const took = await new Promise((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      if ((out += bytes).includes('listens on')) resolve(performance.now() - began)
    })
    void ended.then(() => reject(new Error(`the server ended: ${out}`)))
  })
  child.kill('SIGTERM')
  await ended
  return took
}

/** @type {import('#tests/bench/run.js').Measure} */
export async function starts() {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
  const { PATH, HOME } = process.env
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    PATH,
    HOME,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
  try {
    await start(['app/server.js'], env)
    /** @type {number[]} */ const ours = []
    /** @type {number[]} */ const floor = []
    for (let round = 0; round < ROUNDS; round++) {
      floor.push(await start(['-e', bare], env))
      ours.push(await start(['app/server.js'], env))
    }
    return { start: { value: median(ours), floor: median(floor) } }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** What a command printed, and its exit code. */
export type Said = { code: number | null; out: string; err: string }

/** Node options of processes that hash passwords for tests. */
export const cheapPasswords = ['--import', resolve('tests/mocks/cheap-passwords.js')]

type Call = { host: Host; said: Said; open: number; resolve(said: Said): void }
type Host = { child: ChildProcess; rest(): string }

const hosts = new Map<boolean, Host>()
let last = 0
const waiting = new Map<number, Call>()

/**
 * Runs a command of the built CLI in a process that all files of a worker share, since loading the build takes a second.
 * With `mocked`, the services outside are played inside that process.
 */
export function runInHost(
  env: Record<string, string>,
  args: string[],
  { input = '', mocked = false } = {},
): Promise<Said> {
  const id = (last += 1)
  const host = hosts.get(mocked) ?? start(env, mocked)
  return new Promise((resolve) => {
    waiting.set(id, { host, said: { code: null, out: '', err: '' }, open: 2, resolve })
    host.child.send({ id, args, env, input })
  })
}

/** Starts the host process. It exits with the test process and does not keep it alive. */
function start({ PATH, HOME }: Record<string, string>, mocked: boolean): Host {
  noteSpawned('programs')
  const flags = mocked ? ['--import', './tests/mocks/register.js'] : []
  const child = spawn(process.execPath, [...cheapPasswords, ...flags, 'tests/support/http/cli-host.js'], {
    env: { PATH, HOME, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  read(child.stdout!, 'out')
  const host: Host = { child, rest: read(child.stderr!, 'err') }
  child.once('close', (code) => {
    hosts.delete(mocked)
    for (const [id, call] of waiting) {
      if (call.host !== host) continue
      waiting.delete(id)
      call.resolve({ code, out: '', err: `the process ended with ${code}: ${host.rest()}` })
    }
  })
  child.unref()
  child.channel?.unref()
  hosts.set(mocked, host)
  return host
}

/** Gives each command what it printed; the mark that ends it has its number and its exit code. */
function read(stream: Readable & { unref?: () => void }, name: 'out' | 'err') {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\0')
    // Text and marks take turns.
    for (; parts.length > 2; parts.splice(0, 2)) {
      const [id, code] = parts[1]!.split(' ').map(Number) as [number, number]
      const call = waiting.get(id)
      if (!call) continue
      call.said[name] = parts[0]!
      call.said.code = code
      call.open -= 1
      if (call.open) continue
      waiting.delete(id)
      call.resolve(call.said)
    }
    text = parts.join('\0')
  })
  stream.unref?.()
  return () => text
}

import { fork, type ChildProcess } from 'node:child_process'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

type Said = { code: number | null; out: string; err: string }

let host: ChildProcess | undefined
let last = 0
const waiting = new Map<number, (said: Said) => void>()

/** Runs a command of the built CLI in a process that the file under test shares, since loading the build takes a second. */
export function runInHost(env: NodeJS.ProcessEnv, args: string[]): Promise<Said> {
  const id = (last += 1)
  const child = (host ??= start(env))
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    child.send({ id, args, env })
  })
}

/** It ends with the process of the test, and keeps that from nothing. */
function start({ PATH, HOME }: NodeJS.ProcessEnv): ChildProcess {
  noteSpawned('programs')
  const child = fork('tests/support/http/cli-host.js', {
    env: { PATH, HOME, NODE_ENV: 'production' },
    execArgv: [],
  })
  child.on('message', ({ id, ...said }: Said & { id: number }) => {
    waiting.get(id)?.(said)
    waiting.delete(id)
  })
  child.once('close', (code) => {
    host = undefined
    for (const resolve of waiting.values()) resolve({ code, out: '', err: 'the process ended' })
    waiting.clear()
  })
  child.unref()
  child.channel?.unref()
  return child
}

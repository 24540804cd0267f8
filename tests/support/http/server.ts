import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cheapPasswords, runInHost, type Said } from '#tests/support/http/cli-client.ts'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

export type Env = Record<string, string>
export type RunningServer = {
  url: string
  env: Env
  setup: string | null
  output(): string
  child: ChildProcess
  stop(): Promise<number | null>
}

const inherited = () => {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NODE_ENV: 'production' as const }
}

/** A folder of its own, removed by the returned function. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'signpost-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/**
 * Starts the built server as people do, but with cheap passwords, and resolves when it says where it listens. With
 * `mocked`, the services outside are played inside it. Nothing is rendered in advance unless `env` says so: that takes
 * half a minute of processor time.
 */
export async function startServer(
  env: Env,
  node = process.execPath,
  cwd = process.cwd(),
  { mocked = false } = {},
): Promise<RunningServer> {
  noteSpawned('servers')
  const flags = mocked ? ['--import', './tests/mocks/register.js'] : []
  const child = spawn(node, [...cheapPasswords, ...flags, 'app/server.js'], {
    cwd,
    env: { ...inherited(), PORT: '0', LOG_LEVEL: 'warn', SIGNUP: 'open', PRERENDER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (bytes: Buffer) => {
      output += bytes.toString()
      const said = /listens on (http:\S+)/.exec(output)
      // The setup link comes right after; waiting for the line's successor keeps the two apart.
      if (said && (/\/setup\?token=/.test(output) || env.EXPECT_USERS)) resolve(said[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return {
    url,
    env,
    child,
    setup: /(\/setup\?token=\S+)/.exec(output)?.[1] ?? null,
    output: () => output,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs the CLI with the environment of a server, as a process of its own: for what is about the process. */
export function runCli(env: Env, args: string[], input = ''): Promise<Said> {
  noteSpawned('programs')
  const child = spawn(process.execPath, ['app/cli.js', ...args], {
    env: { ...inherited(), LOG_LEVEL: 'warn', ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes) => (said.out += bytes))
  child.stderr.on('data', (bytes) => (said.err += bytes))
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })))
}

/** Runs a command of the CLI in a process that all commands share; `input` is its standard input. */
export const cli = (
  env: Env,
  args: string[],
  options?: { input?: string; mocked?: boolean },
): Promise<Said> => runInHost({ ...inherited(), LOG_LEVEL: 'warn', ...env }, args, options)

/** Runs a command that must succeed, and parses what it printed. */
export async function cliJson<T>(env: Env, args: string[]): Promise<T> {
  const { code, out, err } = await cli(env, [...args, '--json'])
  if (code !== 0) throw new Error(`signpost ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out) as T
}

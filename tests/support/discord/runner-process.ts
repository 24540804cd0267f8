import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '#tests/support/discord/runners.ts'
import { temporaryFolder, type Env } from '#tests/support/http/server.ts'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** The built `signpost runner` as people run it, in a folder of its own; resolves at once, before it is connected. */
export async function startRunnerProcess(args: string[], env: Env, input?: string) {
  noteSpawned('runners')
  const folder = await temporaryFolder()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['app/cli.js', 'runner', ...args], {
    env: { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: folder.path, ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes) => (said.out += bytes))
  child.stderr.on('data', (bytes) => (said.err += bytes))
  if (input !== undefined) child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    said,
    ended,
    folder: folder.path,
    /** The gateway’s session is written down. */
    kept: () => until(() => existsSync(join(folder.path, 'gateway-session.json'))),
    connected: () =>
      until(
        () => said.out.includes('connected'),
        () => `it is not connected: ${said.err}`,
        15_000,
      ),
    async close() {
      if (child.exitCode === null) child.kill('SIGKILL')
      await ended
      await folder.remove()
    },
  }
}

import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Runs Redocly's command line, which speaks to nobody but the server that it is pointed at. */
export function redocly(args: string[]): { status: number | null; out: string; err: string } {
  const cli = resolve('node_modules/@redocly/cli/bin/cli.js')
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'test',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  }
  const run = spawnSync(process.execPath, [cli, ...args], {
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { status: run.status, out: run.stdout, err: run.stderr }
}

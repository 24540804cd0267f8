import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#app/errors.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'

/** Maximum length of a tool's stored error output, in characters. */
const MAX_STDERR = 2_000

/**
 * Runs `pg_dump` or `pg_restore`. Passes the password in a file with restricted permissions, because process lists show
 * arguments. Throws `Refusal` with the tool's output.
 */
export async function runTool(
  tool: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: string[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-'))
  try {
    await run(tool, ['--dbname', await withPasswordFile(databaseUrl, folder), '--no-password', ...args])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Replaces the password in the URL with a password file (`passfile` in libpq). */
async function withPasswordFile(databaseUrl: string, folder: string) {
  const url = new URL(databaseUrl)
  if (!url.password) return url.href
  const password = decodeURIComponent(url.password).replace(/[\\:]/g, '\\$&')
  const file = join(folder, 'password')
  await writeFile(file, `*:*:*:*:${password}\n`, { mode: 0o600 })
  url.password = ''
  url.searchParams.set('passfile', file)
  return url.href
}

async function run(tool: string, args: string[]) {
  const child = spawn(tool, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MAX_STDERR)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Refusal(
              'unavailable',
              `${tool} is not installed. On Debian, run apt-get install postgresql-client.`,
            )
          : error,
      ),
    )
  })
  if (code !== 0) throw new Refusal('unavailable', redactSecrets(`${tool} failed:\n${said.trim()}`))
}

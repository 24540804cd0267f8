import { execFile } from 'node:child_process'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/http/server.ts'

/*
 * A disk is full when a write to it fails. What a process may write into one file can be limited while it runs, which
 * fails in the same places, and needs neither a disk of its own nor the rights to make one.
 */

const run = promisify(execFile)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: RunningServer

beforeAll(async () => {
  folder = await temporaryFolder()
  const node = join(folder.path, 'node')
  await writeFile(node, `#!/bin/sh\ntrap '' XFSZ\nexec "${process.execPath}" "$@"\n`)
  await chmod(node, 0o755)
  server = await startServer({ DATA_DIR: join(folder.path, 'data'), RATE_LIMITS: 'off' }, node)
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

/** No file may grow beyond so many bytes from now on. */
const allow = (bytes: number | 'unlimited') =>
  run('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:unlimited`])

let people = 0
const signUp = () =>
  fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: `person-${(people += 1)}@example.com`,
      name: 'Somebody',
      password: 'a stapled horse battery',
    }),
  })

test('with a full disk writes are refused and reads work, until there is room', async () => {
  expect((await signUp()).status).toBe(201)
  const sizes = (await readdir(join(folder.path, 'data'))).map((name) => join(folder.path, 'data', name))
  const log = sizes.find((name) => name.endsWith('-wal'))!
  await allow((await stat(log)).size)

  for (let n = 0; n < 5; n += 1) {
    const refused = await signUp()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  }
  for (const path of ['/healthz', '/readyz', '/docs', '/api/session', '/api/search?q=errors', '/sitemap.xml'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])

  await allow('unlimited')
  expect((await signUp()).status).toBe(201)
  expect(server.child.exitCode).toBe(null)
})

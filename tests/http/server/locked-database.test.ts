import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sqliteDriver } from '#app/platform/db/sqlite-dialect.server.ts'
import { anEmail, json } from '#tests/support/http/client.ts'
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: RunningServer

beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startServer({ DATA_DIR: folder.path, RATE_LIMITS: 'off' })
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

/** Takes the write lock of the file as another program would. Returns what lets go of it. */
async function lock() {
  const Driver = await sqliteDriver()
  const other = new Driver(join(folder.path, 'signpost.db'))
  other.exec('begin immediate')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

const signUp = () =>
  fetch(
    `${server.url}/api/auth/signup`,
    json({ name: 'Ada', email: anEmail(), password: 'a stapled horse battery' }),
  )
const statusOf = async (path: string) => (await fetch(server.url + path)).status

test('a lock that is soon gone is waited for, and keeps the process from nothing else', async () => {
  const release = await lock()
  const written = signUp()
  await wait(300)
  for (const path of ['/healthz', '/docs', '/sitemap.xml'])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  const isOpen = await Promise.race([written.then(() => false), wait(500, true)])
  expect(isOpen).toBe(true)
  release()
  expect((await written).status).toBe(201)
})

test('a lasting lock is reported after five seconds, then at once, until released', async () => {
  const release = await lock()
  const answers = await Promise.all([signUp(), signUp(), signUp()])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
  const began = performance.now()
  expect((await signUp()).status).toBe(503)
  expect(performance.now() - began).toBeLessThan(4_000)
  expect(await statusOf('/healthz')).toBe(200)
  release()
  expect((await signUp()).status).toBe(201)
})

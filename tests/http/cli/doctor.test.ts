import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqliteDriver } from '#app/platform/db/sqlite-dialect.server.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { cli, cliJson, runCli, temporaryFolder, type Env } from '#tests/support/http/server.ts'

type Finding = { check: string; status: string; says: string; mend?: string }
type Report = { status: string; findings: Finding[] }

async function examined(env: Env) {
  const { code, out, err } = await cli(env, ['doctor', '--json'])
  expect(err).toBe('')
  const report = JSON.parse(out) as Report
  const of = (check: string) => report.findings.filter((one) => one.check === check)
  return { code, ...report, of, text: out }
}

describe.each(engineNames)('doctor with %s', (name) => {
  test('a new folder needs only its first start, and the database is not changed', async () => {
    const engine = await openEngine(name, { migrated: false })
    await chmod(engine.env.DATA_DIR, 0o700)
    const env = engine.env
    const before = await examined(env)
    expect(before.of('schema')).toMatchObject([
      { status: 'warning', mend: expect.stringContaining('migrate') },
    ])
    expect(before.of('database')[0]).toMatchObject({ status: 'ok' })
    await cliJson(env, ['migrate'])
    const after = await examined(env)
    expect([after.code, after.of('schema')]).toMatchObject([0, [{ status: 'ok' }]])
    if (name.includes('postgres')) expect(after.of('clock')[0]).toMatchObject({ status: 'ok' })
    if (name.includes('redis')) expect(after.of('redis')).toMatchObject([{ status: 'ok' }])
    await engine.remove()
  })
})

test('it reads as a person would, with what to do under what is not well', async () => {
  const folder = await temporaryFolder()
  const { code, out } = await runCli({ DATA_DIR: folder.path, RATE_LIMITS: 'off' }, ['doctor'])
  expect(code).toBe(0)
  expect(out).toMatch(/^ok {6}node: Node \d+/m)
  expect(out).toMatch(/^warning limits: Rate limits are disabled\.\n {8}Remove RATE_LIMITS=off/m)
  expect(out.trimEnd()).toMatch(/Signpost works, but some checks have warnings\.$/)
  await folder.remove()
})

test('a database, Redis or mail server that is down fails with advice and no password', async () => {
  const folder = await temporaryFolder()
  const report = await examined({
    DATA_DIR: folder.path,
    DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none',
    REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
    SMTP_URL: 'smtp://ada:hunter2@127.0.0.1:1/?requireTLS=false',
  })
  expect([report.code, report.status]).toEqual([1, 'failed'])
  for (const [check, setting] of [
    ['database', 'DATABASE_URL'],
    ['redis', 'REDIS_URL'],
    ['mail', 'SMTP_URL'],
  ] as const)
    expect(report.of(check)).toMatchObject([{ status: 'failed', mend: expect.stringContaining(setting) }])
  expect(report.text).not.toContain('hunter2')
  await folder.remove()
})

test('a server that takes connections and says nothing does not keep the doctor', async () => {
  const folder = await temporaryFolder()
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const report = await examined({ DATA_DIR: folder.path, REDIS_URL: `redis://127.0.0.1:${port}` })
  expect(report.of('redis')).toMatchObject([{ status: 'failed' }])
  silent.close()
  await folder.remove()
})

test('a damaged file, an open folder and a newer schema are told apart', async () => {
  const folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
  const env = { DATA_DIR: folder.path }
  await writeFile(join(folder.path, 'signpost.db'), 'this is no database, whatever its name says'.repeat(100))
  const broken = await examined(env)
  expect(broken.of('data folder')).toMatchObject([
    { status: 'warning', mend: expect.stringContaining('chmod 700') },
  ])
  expect(broken.of('database')).toMatchObject([
    { status: 'failed', mend: expect.stringContaining('restore') },
  ])
  await rm(join(folder.path, 'signpost.db'))
  await cliJson(env, ['migrate'])
  const Database = await sqliteDriver()
  const database = new Database(join(folder.path, 'signpost.db'))
  database.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run('999-future', '2030')
  database.close()
  const future = await examined(env)
  expect(future.of('schema')).toMatchObject([
    { status: 'failed', says: expect.stringContaining('999-future') },
  ])
  const start = await cli(env, ['guilds', 'list'])
  expect([start.code, start.err]).toEqual([
    1,
    expect.stringContaining('a newer version has changed the database'),
  ])
  await folder.remove()
})

test('a data folder that is a file fails, and nothing else is tried in it', async () => {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'file')
  await mkdir(folder.path, { recursive: true })
  await writeFile(path, '')
  const report = await examined({ DATA_DIR: path })
  expect(report.of('data folder')).toMatchObject([
    { status: 'failed', mend: expect.stringContaining('DATA_DIR') },
  ])
  expect(report.of('database')).toEqual([])
  await folder.remove()
})

test.each([
  [{ SITE_URL: 'https://bots.example' }, 'TRUST_PROXY=1'],
  [{ SITE_URL: 'http://bots.example', TRUST_PROXY: '1' }, 'https'],
  [{ HOST: '0.0.0.0', SITE_URL: 'http://127.0.0.1:3000' }, 'SITE_URL'],
] as [Env, string][])('with %j it says to look at %s', async (env, mend) => {
  const folder = await temporaryFolder()
  const report = await examined({ DATA_DIR: folder.path, ...env })
  expect(report.of('address')).toMatchObject([{ status: 'warning', mend: expect.stringContaining(mend) }])
  await folder.remove()
})

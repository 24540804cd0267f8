import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { loadSecrets } from '#app/platform/db/secrets.server.ts'
import { explainDatabaseError } from '#app/platform/db/trouble.server.ts'
import { createBackup } from '#app/features/backups/backup.server.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})
async function openFolder() {
  const { path, remove } = await temporaryFolder()
  undo.push(remove)
  await chmod(path, 0o777)
  return path
}
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

async function fill(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir })
  const db = await openDatabase(config)
  await migrate(db)
  await loadSecrets(config, db)
  return { config, db }
}

test('the files of a database in an open folder, even in a backup, are private', async () => {
  const dataDir = await openFolder()
  const before = process.umask(0)
  try {
    const { config, db } = await fill(dataDir)
    for (const name of ['signpost.db', 'signpost.db-wal', 'signpost.db-shm', 'secrets.json'])
      expect([name, await modeOf(join(dataDir, name))]).toEqual([name, '600'])
    const { path } = await createBackup(config, { now: new Date('2026-11-23T00:00:00.000Z') })
    for (const name of await readdir(path))
      expect([name, await modeOf(join(path, name))]).toEqual([name, '600'])
    await db.destroy()
  } finally {
    process.umask(before)
  }
})

test('files that an earlier version left open are made private, other files are not', async () => {
  const dataDir = await openFolder()
  const first = await fill(dataDir)
  await first.db.destroy()
  await mkdir(join(dataDir, 'cache'))
  for (const name of ['gateway-session.json', 'notes.txt']) await writeFile(join(dataDir, name), '{}')
  for (const name of await readdir(dataDir))
    await chmod(join(dataDir, name), name === 'cache' ? 0o755 : 0o644)
  const { db } = await fill(dataDir)
  const modes = Object.fromEntries(
    await Promise.all(
      (await readdir(dataDir)).map(async (name) => [name, await modeOf(join(dataDir, name))]),
    ),
  ) as Record<string, string>
  await db.destroy()
  expect(modes).toMatchObject({
    'signpost.db': '600',
    'secrets.json': '600',
    'gateway-session.json': '600',
    cache: '700',
    'notes.txt': '644',
  })
})

/** What is said of a data folder or a database that cannot be opened. */
async function said(env: Record<string, string>) {
  const config = readConfig(env)
  const opened = async () => {
    const db = await openDatabase(config)
    await migrate(db).finally(() => db.destroy())
  }
  const error: unknown = await opened().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return explainDatabaseError(error, config)?.message
}

test('a folder that cannot be written is said with its path and DATA_DIR', async () => {
  const folder = await openFolder()
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'taken', 'signpost.db'), { recursive: true })
  for (const name of ['file', 'file/data', 'taken'])
    expect(await said({ DATA_DIR: join(folder, name) })).toMatch(
      /^Signpost cannot write to the folder \S+ \((EEXIST|ENOTDIR|SQLITE_CANTOPEN\w*)\)\. .*DATA_DIR/,
    )
})

test('a file that is no database is said with DATA_DIR', async () => {
  const folder = await openFolder()
  await writeFile(join(folder, 'signpost.db'), 'x'.repeat(5_000))
  expect(await said({ DATA_DIR: folder })).toMatch(/in DATA_DIR \(.*\) is not a database \(SQLITE_NOTADB\)/)
})

test('an unreachable database is reported with DATABASE_URL, without its password', async () => {
  const message = await said({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' })
  expect(message).toBe(
    'The database at 127.0.0.1:1 does not respond (ECONNREFUSED). Check DATABASE_URL, and make sure that PostgreSQL is running.',
  )
})

test('an error that is not of a store is not blamed on one', () => {
  const config = readConfig({})
  for (const error of [
    new Error('x'),
    Object.assign(new Error('x'), { code: 'ENOENT', path: '/elsewhere/x' }),
  ])
    expect(explainDatabaseError(error, config)).toBeNull()
})

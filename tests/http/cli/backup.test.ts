import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { client, json } from '#tests/support/http/client.ts'
import { runSql } from '#tests/support/db/postgres.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { cli, cliJson, startServer, type Env } from '#tests/support/http/server.ts'

const undo: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

/** Stores of their own, migrated; `empty` ones have no table yet. */
async function stores(name: string, { migrated = true } = {}): Promise<Env & { DATA_DIR: string }> {
  const engine = await openEngine(name, { migrated })
  undo.push(engine.remove)
  return engine.env
}

const empty = (name: string) => stores(name, { migrated: false })

type Backup = { path: string; engine: string; bytes: number; removed: string[] }
const backUp = (env: Env, ...args: string[]) => cliJson<Backup>(env, ['backup', ...args])

/** A service with an owner, the demo guild and a key. */
async function furnished(env: Env) {
  const { guild_id } = await cliJson<{ guild_id: string }>(env, ['seed', 'demo'])
  const password = 'correct horse battery'
  const who = ['--email', 'ada@b.example', '--name', 'Ada', '--role', 'owner', '--password', password]
  await cliJson(env, ['users', 'create', ...who])
  const args = ['keys', 'create', '--guild', guild_id, '--scopes', 'stats:read', '--name', 'Reader']
  const { key } = await cliJson<{ key: string }>(env, args)
  return { guild_id, key, password }
}

/** What a service tells of itself with the key and the password of another. */
async function askedOf(env: Env, { key, password }: { key: string; password: string }) {
  const server = await startServer({ ...env, EXPECT_USERS: '1', TRUST_PROXY: '1' })
  const visit = client({ name: '', url: server.url, env, setup: '' })
  const stats = await visit('/api/v1/stats?from=2026-11-01&to=2026-11-20', {
    headers: { Authorization: `Bearer ${key}` },
  })
  const signedIn = await visit('/api/auth/login', json({ email: 'ada@b.example', password }))
  const found = { stats: (await stats.json()) as object, status: [stats.status, signedIn.status] }
  await server.stop()
  return found
}

/** From which stores into which: PostgreSQL does not go into SQLite. */
const ways = engineNames.flatMap((from) =>
  engineNames.filter((to) => from.startsWith('sqlite') || to.startsWith('postgres')).map((to) => [from, to]),
) as [string, string][]

describe.each(ways)('from %s to %s', (from, to) => {
  test('a backup of a busy service is whole, and restores everything elsewhere', async () => {
    const source = await stores(from)
    const made = await furnished(source)
    const server = await startServer({ ...source, EXPECT_USERS: '1', TRUST_PROXY: '1' })
    let writing = true
    const acknowledged: string[] = []
    const writer = (async () => {
      while (writing) {
        const email = `w${acknowledged.length}@b.example`
        const answer = await client({ name: '', url: server.url, env: source, setup: '' })(
          '/api/auth/signup',
          json({ email, name: 'W', password: made.password }),
        )
        if (answer.status === 201) acknowledged.push(email)
      }
    })()
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(2)
    const before = acknowledged.length
    const backup = await backUp(source)
    writing = false
    await writer
    await server.stop()
    expect(backup.path.startsWith(join(source.DATA_DIR, 'backups', 'signpost-'))).toBe(true)
    expect((await stat(backup.path)).mode & 0o077).toBe(0)

    const target = await empty(to)
    const restored = await cliJson<{ kept: null; applied: string[] }>(target, [
      'restore',
      '--from',
      backup.path,
    ])
    expect(restored).toMatchObject({ kept: null, applied: [] })
    const there = await askedOf(target, made)
    expect(there).toEqual(await askedOf(source, made))
    expect(there.status).toEqual([200, 200])
    const users = await cliJson<{ users: { email: string }[] }>(target, ['users', 'list'])
    const emails = users.users.map(({ email }) => email)
    for (const email of acknowledged.slice(0, before)) expect(emails).toContain(email)
  }, 90_000)
})

test('a backup of PostgreSQL does not go into SQLite, and says what to set', async () => {
  const [source] = engineNames.filter((name) => name.startsWith('postgres'))
  if (!source) return
  const env = await stores(source)
  await cliJson(env, ['seed', 'demo'])
  const { path } = await backUp(env)
  const { code, err } = await cli(await empty('sqlite, memory'), ['restore', '--from', path])
  expect([code, err]).toEqual([1, expect.stringContaining('DATABASE_URL')])
})

describe.each(engineNames)('with %s', (name) => {
  test('what is there is replaced only when that is said, and is kept', async () => {
    const env = await stores(name)
    await cliJson(env, ['guilds', 'add', '--id', '100000000000000011', '--name', 'Before'])
    const { path } = await backUp(env)
    await cliJson(env, ['guilds', 'add', '--id', '100000000000000012', '--name', 'After'])
    const names = async (stores: Env) =>
      (await cliJson<{ guilds: { name: string }[] }>(stores, ['guilds', 'list'])).guilds.map(
        (guild) => guild.name,
      )

    const refused = await cli(env, ['restore', '--from', path])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--replace')])
    expect(await names(env)).toEqual(['After', 'Before'])

    const { kept } = await cliJson<{ kept: string }>(env, ['restore', '--from', path, '--replace'])
    expect(await names(env)).toEqual(['Before'])
    const old = name.startsWith('postgres')
      ? await empty(name).then(async (other) => {
          await cliJson(other, ['restore', '--from', kept])
          return other
        })
      : { DATA_DIR: kept }
    expect(await names(old)).toEqual(['After', 'Before'])
  }, 60_000)

  test('while a server runs nothing is restored', async () => {
    const env = await stores(name)
    const server = await startServer(env)
    const { path } = await backUp(env)
    const { code, err } = await cli(env, ['restore', '--from', path, '--replace'])
    expect([code, err]).toEqual([1, expect.stringMatching(/stop (the server|every instance)/i)])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop()
  })

  test('an empty database is not backed up, and leaves nothing behind', async () => {
    const env = await empty(name)
    const { code, err } = await cli(env, ['backup'])
    expect([code, err]).toEqual([1, expect.stringContaining('no Signpost database')])
    expect(await readdir(join(env.DATA_DIR, 'backups'))).toEqual([])
  })
})

const postgres = engineNames.filter((name) => name.startsWith('postgres'))

test.each(postgres.flatMap((to) => engineNames.map((from) => [from, to])))(
  'a restore from %s into %s keeps the tables of another program',
  async (from, to) => {
    const source = await stores(from)
    await cliJson(source, ['guilds', 'add', '--id', '100000000000000011', '--name', 'Before'])
    const { path } = await backUp(source)
    const target = await empty(to)
    const query = (text: string) => runSql(target.DATABASE_URL!, text)
    await query('create table bookings as select 1 as seat')

    const { code, err } = await cli(target, ['restore', '--from', path])
    expect([code, err]).toEqual([1, expect.stringContaining('(bookings)')])
    await query('select seat from bookings')

    await query('drop table bookings')
    // What a restore leaves that is interrupted before the first migration.
    await query('create table kysely_migration (name text primary key, timestamp text not null)')
    await cliJson(target, ['restore', '--from', path])
    await query('create table bookings as select 1 as seat')
    await query('create view seats as select seat from bookings')
    await cliJson(target, ['restore', '--from', path, '--replace'])
    await query('select seat from seats')
  },
  60_000,
)

test('an altered, truncated or newer backup is refused, and existing data stays', async () => {
  const env = await stores('sqlite, memory')
  await cliJson(env, ['guilds', 'add', '--id', '100000000000000011', '--name', 'Here'])
  const { path } = await backUp(env)
  const restore = async (from: string) => (await cli(env, ['restore', '--from', from, '--replace'])).err
  const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8')) as { migrations: string[] }
  const file = await readFile(join(path, 'signpost.db'))

  await writeFile(join(path, 'signpost.db'), file.subarray(0, file.length - 4096))
  expect(await restore(path)).toContain('signpost.db was changed or is incomplete')
  await writeFile(join(path, 'signpost.db'), file)
  await rm(join(path, 'secrets.json'))
  expect(await restore(path)).toContain('secrets.json was changed or is incomplete')
  const future = { ...manifest, migrations: [...manifest.migrations, '999-future'] }
  await writeFile(join(path, 'manifest.json'), JSON.stringify(future))
  expect(await restore(path)).toContain('newer version')
  await writeFile(join(path, 'manifest.json'), '{}')
  expect(await restore(path)).toContain('not the manifest')
  expect(await restore(join(path, 'nowhere'))).toContain('no backup')
  const { guilds } = await cliJson<{ guilds: { name: string }[] }>(env, ['guilds', 'list'])
  expect(guilds.map(({ name }) => name)).toEqual(['Here'])
})

test('only so many backups are kept, and only backups are deleted', async () => {
  const env = await stores('sqlite, memory')
  await cliJson(env, ['migrate'])
  const to = join(env.DATA_DIR, 'elsewhere')
  await mkdir(join(to, 'signpost-notes'), { recursive: true })
  const first = await backUp(env, '--to', to)
  const second = await backUp(env, '--to', to)
  const third = await backUp(env, '--to', to, '--keep', '2')
  expect(third.removed.map((name) => join(to, name))).toEqual([first.path])
  expect((await readdir(to)).map((name) => join(to, name)).sort()).toEqual(
    [join(to, 'signpost-notes'), second.path, third.path].sort(),
  )
})

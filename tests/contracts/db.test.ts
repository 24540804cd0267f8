import { build } from 'esbuild'
import { type Kysely, sql } from 'kysely'
import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { automationInput } from '#app/features/automations/schema.ts'
import { readConfig, type Config } from '#app/platform/config/config.server.ts'
import { openDatabase, type Db } from '#app/platform/db/connection.server.ts'
import { isMigrated, migrate } from '#app/platform/db/migrate.server.ts'
import * as sections from '#app/platform/db/migrations/021-sections.server.ts'
import * as settings from '#app/platform/db/migrations/029-settings.server.ts'
import * as interactions from '#app/platform/db/migrations/041-interactions.server.ts'
import { loadSecrets } from '#app/platform/db/secrets.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { aGuild, aSnowflake, openTestApp } from '#tests/support/factories.ts'

/** Runs a piece of code in processes of their own that begin together; returns what each gave back, or what went wrong. */
async function atOnce<T>(count: number, config: Config, code: string) {
  const contents = `
    import { openDatabase } from '#app/platform/db/connection.server.ts'
    import { migrate } from '#app/platform/db/migrate.server.ts'
    import { loadSecrets } from '#app/platform/db/secrets.server.ts'
    const config = ${JSON.stringify(config)}
    const work = async (db) => { ${code} }
    const db = await openDatabase(config)
    console.log('ready')
    for await (const _ of process.stdin);
    process.stdout.write(JSON.stringify(await work(db)))
    await db.destroy()`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['kysely', 'better-sqlite3', 'pg', 'zod'],
  })
  const children = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', outputFiles[0]!.text])
    const told = { out: '', said: '' }
    child.stdout.on('data', (bytes) => (told.out += bytes))
    child.stderr.on('data', (bytes) => (told.said += bytes))
    const ended = new Promise((resolve) => child.once('close', resolve))
    return { child, told, ended }
  })
  await vi.waitFor(
    () => expect(children.map(({ told }) => told.out)).toEqual(Array(count).fill('ready\n')),
    20_000,
  )
  for (const { child } of children) child.stdin.end()
  await Promise.all(children.map(({ ended }) => ended))
  return children.map(({ told: { out, said } }) => ({
    said,
    result: (said ? null : JSON.parse(out.slice('ready\n'.length))) as T,
  }))
}

describe.each(engineNames)('%s', (engine) => {
  let config: Config
  let undo: (() => Promise<unknown>)[]

  beforeEach(async () => {
    const stores = await openEngine(engine, { migrated: false })
    config = readConfig(stores.env)
    undo = [stores.remove]
  })
  afterEach(async () => {
    for (const step of undo) await step()
  })
  const open = async (): Promise<Db> => {
    const db = await openDatabase(config)
    undo.unshift(() => db.destroy())
    return db
  }

  test('migrations run once; a second run finds nothing to do', async () => {
    const db = await open()
    expect(await isMigrated(db)).toBe(false)
    expect((await migrate(db)).length).toBeGreaterThan(0)
    expect(await migrate(db)).toEqual([])
    expect(await isMigrated(db)).toBe(true)
  })

  test('documents of version 0.1 move to the new groups, with their history', async () => {
    const db = await open()
    await migrate(db)
    const at = '2026-11-21T09:30:00.000Z'
    await sql`insert into cms_entries (id, type, slug, title, description, body, tags, section, status, overrides_file, version, created_at, updated_at)
      values ('1', 'doc', 'a', '', '', '', '[]', 'Writing', 'draft', 0, 1, ${at}, ${at})`.execute(db)
    const fields = JSON.stringify({ section: 'Writing', body: 'says "section":"Writing"' })
    await sql`insert into cms_revisions (entry_id, n, act, fields, at) values ('1', 1, 'saved', ${fields}, ${at})`.execute(
      db,
    )
    const shown = JSON.stringify({ type: 'doc', section: 'API reference', body: '' })
    await sql`insert into published_entries (id, path, entry, revision) values ('1', '/docs/a', ${shown}, 1), ('2', '/docs/b', null, 2)`.execute(
      db,
    )
    await sections.up(db as unknown as Kysely<unknown>)
    const entry = await db.selectFrom('cms_entries').select('section').executeTakeFirstOrThrow()
    const { rows } = await sql<{ fields: string }>`select fields from cms_revisions`.execute(db)
    const { rows: published } = await sql<{
      entry: string | null
    }>`select entry from published_entries order by id`.execute(db)
    expect(published.map((row) => row.entry)).toEqual([shown.replace('API reference', 'Reference'), null])
    expect(entry.section).toBe('Site')
    expect(JSON.parse(rows[0]!.fields)).toEqual({ section: 'Site', body: 'says "section":"Writing"' })
  })

  test('settings without an effect are removed, and a welcome becomes an automation', async () => {
    const db = await open()
    await migrate(db)
    const times = { created_at: '', stats_changed_at: null }
    for (const id of ['1', '2'])
      await db
        .insertInto('guilds')
        .values({ id, name: '', ...times })
        .execute()
    const old = { prefix: '!', locale: 'de', moderation_role_id: '4', timezone: 'Europe/Rome' }
    const welcome = { enabled: true, channel_id: '300000000000000006', message: 'Welcome, {user.mention}!' }
    for (const [guild_id, settings] of [
      ['1', { ...old, welcome }],
      ['2', { ...old, welcome: { ...welcome, message: null } }],
    ] as const)
      await db
        .insertInto('guild_settings')
        .values({ guild_id, settings: JSON.stringify(settings) as never, version: 3, updated_at: '' })
        .execute()
    await settings.up(db as never)
    await settings.up(db as never)
    expect(await db.selectFrom('guild_settings').select(['settings', 'version']).execute()).toEqual(
      Array(2).fill({ settings: '{"timezone":"Europe/Rome"}', version: 3 }),
    )
    const rows = await db.selectFrom('automations').selectAll().execute()
    expect(rows.map(({ guild_id, enabled }) => [guild_id, enabled])).toEqual([['1', 0]])
    const { name, description, enabled, definition } = rows[0]!
    const input = { name, description, enabled: enabled === 1, ...(JSON.parse(definition) as object) }
    expect(automationInput.parse(input).actions).toMatchObject([
      {
        type: 'SEND_MESSAGE',
        config: { channel_id: '300000000000000006', content: 'Welcome, {user.mention}!' },
      },
    ])
  })

  test('responses of version 0.1 keep their guild, and direct messages are dropped', async () => {
    const db = await open()
    await migrate(db)
    await db
      .insertInto('guilds')
      .values({ id: '1', name: '', created_at: '', stats_changed_at: null })
      .execute()
    for (const table of ['interactions', 'deferred_answers']) await db.schema.dropTable(table).execute()
    await sql`create table interactions (id text primary key, guild_id text, answer text not null, opening text,
      created_at text not null)`.execute(db)
    await sql`create table deferred_answers (interaction_id text primary key, guild_id text not null references guilds (id),
      application_id text not null, token text not null, run_id text, message text not null, ready integer not null,
      attempts integer not null, due_at text not null, created_at text not null, expires_at text not null)`.execute(
      db,
    )
    await sql`insert into interactions values ('7', '1', '{"type":4}', null, '2'), ('8', null, '{"type":4}', null, '2')`.execute(
      db,
    )
    await sql`insert into deferred_answers values ('7', '1', '9', 'x', null, '{}', 1, 2, '3', '4', '5')`.execute(
      db,
    )
    await interactions.up(db as never)
    const same = { guild_id: '1', answer: '{"type":4}', opening: null, created_at: '2' }
    expect(await db.selectFrom('interactions').selectAll().execute()).toEqual([{ ...same, id: '7' }])
    expect(await db.selectFrom('deferred_answers').selectAll().execute()).toEqual([
      {
        ...{
          guild_id: '1',
          interaction_id: '7',
          application_id: '9',
          token: 'x',
          run_id: null,
          message: '{}',
        },
        ...{ ready: 1, attempts: 2, due_at: '3', created_at: '4', expires_at: '5' },
      },
    ])
  })

  test('processes that migrate at once apply each migration once and agree on the schema', async () => {
    const done = await atOnce<string[]>(4, config, `return migrate(db)`)
    expect(done.map(({ said }) => said)).toEqual(['', '', '', ''])
    const applied = done.flatMap(({ result }) => result)
    expect(applied.length).toBeGreaterThan(0)
    expect(applied).toEqual([...new Set(applied)])
    expect(await isMigrated(await open())).toBe(true)
  })

  test('the secrets are created once, shared by concurrent starts, and survive a restart', async () => {
    const db = await open()
    await migrate(db)
    const done = await atOnce<{ pepper: string }>(4, config, `return loadSecrets(config, db)`)
    expect(done.map(({ said }) => said)).toEqual(['', '', '', ''])
    const kept = await loadSecrets(config, db)
    for (const { result } of done) expect(result).toEqual(kept)
    expect(Buffer.from(kept.pepper, 'base64url')).toHaveLength(32)
    if (config.databaseUrl) return
    const file = join(config.dataDir, 'secrets.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(kept)
  })

  test('concurrent transactions that read and then write wait for each other', async () => {
    const db = await open()
    await migrate(db)
    const guild = { id: '1', name: '', created_at: '', stats_changed_at: null }
    await db.insertInto('guilds').values(guild).execute()
    // PostgreSQL has no lock of the whole database, so that the reader says what it is about to write.
    const done = await atOnce<null>(
      3,
      config,
      `for (let round = 0; round < 50; round++) {
        await db.transaction().execute(async (tx) => {
          const guild = tx.selectFrom('guilds').select('name')
          const { name } = await (config.databaseUrl ? guild.forUpdate() : guild).executeTakeFirstOrThrow()
          await tx.updateTable('guilds').set({ name: name + 'x' }).execute()
        })
      }
      return null`,
    )
    expect(done).toEqual(Array(3).fill({ said: '', result: null }))
    const { name } = await db.selectFrom('guilds').select('name').executeTakeFirstOrThrow()
    expect(name).toHaveLength(150)
  })

  test('a unique index, a foreign key and a cascade hold', async () => {
    const db = await open()
    await migrate(db)
    const guild = { id: aSnowflake(), name: 'a', created_at: '', stats_changed_at: null }
    await db.insertInto('guilds').values(guild).execute()
    await expect(db.insertInto('guilds').values(guild).execute()).rejects.toThrow()
    const key = { id: 'k', guild_id: guild.id, name: '', hash: '', scopes: '[]', created_at: '' }
    await expect(
      db
        .insertInto('api_keys')
        .values({ ...key, guild_id: '1' })
        .execute(),
    ).rejects.toThrow()
    await db.insertInto('api_keys').values(key).execute()
    await db.deleteFrom('guilds').execute()
    expect(await db.selectFrom('api_keys').select('id').execute()).toEqual([])
  })
})

describe.each(engineNames)('a transaction on %s', (engine) => {
  test('is rolled back completely if anything in it throws, even in a nested one', async () => {
    const it = await openTestApp(engine)
    const names = () => it.app.db.selectFrom('guilds').select('id').execute()
    const failing = inTransaction(it.ctx(), async (ctx) => {
      await aGuild({ ...it, ctx: () => ctx })
      await inTransaction(ctx, async (inner) => {
        expect(inner.db).toBe(ctx.db)
        await aGuild({ ...it, ctx: () => inner })
        throw new Error('no')
      })
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names()).toEqual([])
    expect(await inTransaction(it.ctx(), (ctx) => aGuild({ ...it, ctx: () => ctx }, '1'))).toMatchObject({
      id: '1',
    })
    expect(await names()).toEqual([{ id: '1' }])
    await it.close()
  })

  test('keeps concurrent writes when the statement itself computes the sum', async () => {
    const it = await openTestApp(engine)
    const { id } = await aGuild(it)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        inTransaction(it.ctx(), ({ db }) =>
          db
            .updateTable('guilds')
            .set({ name: sql`name || 'x'` })
            .where('id', '=', id)
            .execute(),
        ),
      ),
    )
    const { name } = await it.app.db.selectFrom('guilds').select('name').executeTakeFirstOrThrow()
    expect(name).toBe(`A guild${'x'.repeat(20)}`)
    await it.close()
  })
})

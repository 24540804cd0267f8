import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Migrator, sql, type Migration } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMER_MEMBER } from '#app/access.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { updateCommand } from '#app/features/commands/manage.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import { aMessage, keptMessages } from '#tests/support/db/contact.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { aGuild, anonymous, aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { anAdministrator, commandWith, madeCommand } from '#tests/support/db/management.ts'
import { actingAs } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test('a deleted user is a former member in their changes, and a namesake is not', async () => {
    const { id: guildId } = await aGuild(it)
    const [one, twin] = [await anAdministrator(it), await anAdministrator(it)]
    const [made, other] = [await madeCommand(one, guildId), await madeCommand(twin, guildId)]
    await deleteAccount(one, { password })
    const stale = async ({ id, type, name }: typeof made) =>
      refusalOf(() => updateCommand(twin, { guildId, id, version: 9, ...commandWith({ name, type }) }))
    expect(await stale(made)).toMatchObject({ current: { updated_by: FORMER_MEMBER } })
    expect(await stale(other)).toMatchObject({ current: { updated_by: 'Grace' } })
    expect((await exportAccount(twin)).signed).toMatchObject([{ of: 'command', id: other.id, name: 'Grace' }])
  })

  test('whoever is gone can sign nothing any more, and is told so', async () => {
    const { id: guildId } = await aGuild(it)
    const ctx = await anAdministrator(it)
    await deleteAccount(ctx, { password })
    const error: unknown = await madeCommand(ctx, guildId).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(/foreign key/i) as string })
    expect(toRefusal(error, { app: it.app, facts: { requestId: 'r' } } as never)).toMatchObject({
      status: 409,
      code: 'conflict',
    })
  })

  test('messages from an unconfirmed address are neither exported nor deleted', async () => {
    const user = await aUser(it)
    const ctx = actingAs(it, user)
    await submitMessage(it.ctx(anonymous), aMessage({ email: user.email }))
    expect((await exportAccount(ctx)).messages).toEqual([])
    await deleteAccount(ctx, { password })
    expect(await keptMessages(it)).toMatchObject([{ email: user.email }])
  })
})

/** Every migration up to one, as a version that knows no later one has them. */
async function migrationsUpTo(last: string): Promise<Record<string, Migration>> {
  const files = readdirSync('app/platform/db/migrations/first-release').map((file) =>
    file.replace('.server.ts', ''),
  )
  const known = files.filter((name) => name <= last).sort()
  const load = (name: string) =>
    import(
      /* @vite-ignore */ join(process.cwd(), `app/platform/db/migrations/first-release/${name}.server.ts`)
    ) as Promise<Migration>
  return Object.fromEntries(await Promise.all(known.map(async (name) => [name, await load(name)] as const)))
}

test.each(engineNames)(
  'a migration gives a name its id only if it can be of one account alone, %s',
  async (engine) => {
    const stores = await openEngine(engine, { migrated: false })
    const db = await openDatabase(readConfig(stores.env))
    const provider = { getMigrations: () => migrationsUpTo('016-agents') }
    expect((await new Migrator({ db, provider }).migrateToLatest()).error).toBeUndefined()
    const run = (text: string) => sql.raw(text).execute(db)
    const users = { a: 'Ada', g: 'Grace', h: 'Grace', n: 'New name' }
    for (const [id, name] of Object.entries(users))
      await run(
        `insert into users (id, email, name, role, created_at) values ('${id}', '${id}@b.example', '${name}', 'admin', '')`,
      )
    await run(`insert into audit (id, at, action, actor_kind, actor_id, actor_name, details)
      values ('1', '', 'user.created', 'user', 'n', 'Old name', '{}')`)
    for (const [at, by] of ['Ada', 'Grace', 'Old name', 'Nobody known'].entries())
      await run(
        `insert into redirects (from_path, to_path, created_at, created_by) values ('/${at}', '/', '', '${by}')`,
      )
    await run(`insert into redirects (from_path, to_path, created_at) values ('/moved', '/', '')`)
    const entry = (id: string, by: string) =>
      run(`insert into cms_entries (id, type, slug, title, description, body, tags, status, overrides_file, version,
        created_at, updated_at, updated_by) values ('${id}', 'page', '${id}', '', '', '', '[]', 'draft', 0, 2, '', '', '${by}')`)
    const revision = (of: string, n: number, by: string, id: string) =>
      run(
        `insert into cms_revisions (entry_id, n, act, at, "by", by_id) values ('${of}', ${n}, 'saved', '', ${by}, ${id})`,
      )
    await entry('one', 'Grace')
    await revision('one', 1, `'Gone'`, 'null')
    await revision('one', 2, `'Grace'`, `'h'`)
    await entry('two', 'Gone')
    await revision('two', 1, 'null', 'null')
    await revision('two', 2, `'Gone'`, 'null')

    expect((await migrate(db))[0]).toBe('017-people')
    const { rows } = await sql`select from_path, created_by, created_by_id from redirects order by 1`.execute(
      db,
    )
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      ['/0', 'Ada', 'a'],
      ['/1', 'Grace', null],
      ['/2', 'Old name', 'n'],
      ['/3', 'Nobody known', null],
      ['/moved', null, null],
    ])
    const entries = await db
      .selectFrom('cms_entries')
      .select(['updated_by', 'updated_by_id'])
      .orderBy('id')
      .execute()
    expect(entries.map((row) => Object.values(row))).toEqual([
      ['Grace', 'h'],
      [FORMER_MEMBER, null],
    ])
    const history = await db
      .selectFrom('cms_revisions')
      .select('by')
      .orderBy('entry_id')
      .orderBy('n')
      .execute()
    expect(history.map(({ by }) => by)).toEqual([FORMER_MEMBER, 'Grace', null, FORMER_MEMBER])
    await db.destroy()
    await stores.remove()
  },
)

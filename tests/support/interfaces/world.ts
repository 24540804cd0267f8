import { sql } from 'kysely'
import { connectBot, disconnectBot } from '#app/features/bots/bots.server.ts'
import { placesOn } from '#tests/support/db/claims.ts'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { fromJson } from '#app/primitives/json.ts'

type Row = Record<string, unknown>
/** Difference that a call made to a row: null before means created, null after means deleted. */
type Change = { table: string; before: Row | null; after: Row | null }

/** Rows that a call leaves behind. */
export type Traces = { changes: Change[]; audit: Row[] }

export type World = TestApp & {
  discord: Awaited<ReturnType<typeof fakeDiscord>>
  /** Connects or disconnects the bot. */
  setBot(isConnected: boolean): Promise<void>
  /** Creates a guild at Discord, and a person who manages the guild there. */
  aPlace: ReturnType<typeof placesOn>['aPlace']
  /** Runs a call and returns its result with the rows that it changed. */
  traced<T extends object>(call: () => Promise<T | null>): Promise<(T & Traces) | null>
  /** Forgets the rows that changed so far. */
  forget(): Promise<unknown>
}

/** Tables that record how a call was made, which differs by interface. */
const perCall = ['idempotency_keys', 'spent_confirmations', 'sessions', 'api_keys', 'key_networks', 'users']

/** Opens the service in process on SQLite, where triggers log each changed row. */
export async function openWorld(): Promise<World> {
  const discord = await fakeDiscord()
  const it = await openTestApp('sqlite, memory', {
    ...{ SITE_URL: 'https://site.test', RATE_LIMITS: 'off', RUNNER_EMBEDDED: 'off' },
    DISCORD_API_URL: discord.env.DISCORD_API_URL,
  })
  const { db } = it.app
  const run = (text: string) => sql.raw(text).execute(db)
  await run('create table traces (n integer primary key, name text, id integer, before text, after text)')
  const tables = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like '%WITHOUT ROWID%'
    and name not like '%fts%' and name <> 'traces'`.execute(db)
  for (const { name } of tables.rows.filter((one) => !perCall.includes(one.name))) {
    const columns = await sql<{
      name: string
      type: string
    }>`select name, type from pragma_table_info(${name})`.execute(db)
    const row = (which: string) =>
      `json_object(${columns.rows
        .filter(({ type }) => !/blob/i.test(type))
        .map((one) => `'${one.name}', ${which}."${one.name}"`)
        .join(', ')})`
    const log = (event: string, id: string, before: string, after: string) =>
      run(`create trigger trace_${name}_${event} after ${event} on "${name}" begin
        insert into traces (name, id, before, after) values ('${name}', ${id}.rowid, ${before}, ${after}); end`)
    await log('insert', 'new', 'null', row('new'))
    await log('update', 'new', row('old'), row('new'))
    await log('delete', 'old', row('old'), 'null')
  }

  return {
    ...it,
    discord,
    aPlace: placesOn(it, discord).aPlace,
    async setBot(isConnected) {
      Object.assign(discord.application, { flags: 0, endpoint: null })
      // The version of a bot that is connected again is higher.
      if (it.app.bot.current()) await disconnectBot(it.ctx())
      if (isConnected) await connectBot(it.ctx(), { token: discord.env.DISCORD_BOT_TOKEN })
    },
    async close() {
      await it.close()
      await discord.stop()
    },
    forget: () => run('delete from traces'),
    async traced(call) {
      await run('delete from traces')
      const result = await call()
      if (!result) return null
      const { rows } = await sql<{ name: string; id: number; before: string | null; after: string | null }>`
        select name, id, before, after from traces order by n`.execute(db)
      const parsed = (text: string | null) => (text === null ? null : fromJson<Row>(text as never))
      const byRow = new Map<string, Change>()
      for (const { name, id, before, after } of rows) {
        const key = `${name} ${id}`
        const change = byRow.get(key) ?? { table: name, before: parsed(before), after: null }
        byRow.set(key, { ...change, after: parsed(after) })
      }
      const all = [...byRow.values()].filter(
        (one) => JSON.stringify(one.before) !== JSON.stringify(one.after),
      )
      const isAudit = ({ table }: Change) => table === 'audit'
      return {
        ...result,
        changes: all.filter((one) => !isAudit(one) && one.after?.kind !== 'key_new_network'),
        audit: all.filter(isAudit).map(({ after }) => after!),
      }
    },
  }
}

/** What a report and a page of the log cost with 10,000 and with 10 million events behind them. Prints milliseconds. */
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#app/context.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import { reportGuildStats } from '#app/features/stats/stats.server.ts'
import { createRevisionCache } from '#app/platform/cache/revision-cache.ts'

const GUILD = '100000000000000001'
const ROUNDS = 400

const folder = await mkdtemp(join(tmpdir(), 'signpost-history-'))
const [few, many] = [await open('few', 10_000), await open('many', Number(process.argv[2] ?? 10_000_000))]

/** The demo guild, with so many events of the last 90 days. @returns its context */
async function open(name: string, count: number): Promise<Context> {
  const db = await openDatabase({ databaseUrl: undefined, dataDir: join(folder, name) })
  await migrate(db)
  const ctx = {
    db,
    now: () => new Date(),
    actor: { kind: 'system' },
    contentIndex: { site: { time_zone: 'UTC' } },
    revisionCache: createRevisionCache(),
  } as unknown as Context
  await seedDemo(ctx)
  const indexes = await sql<{ sql: string; name: string }>`
    select name, sql from sqlite_master where type = 'index' and tbl_name = 'events' and sql is not null`.execute(
    db,
  )
  for (const { name } of indexes.rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  const begin = Date.now() / 1000 - 90 * 86_400
  await sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into events (id, guild_id, type, occurred_at, received_at, actor, actor_id, data)
    select printf('%019d', i), ${GUILD},
      case when i % 10000 = 0 then 'MEMBER_BAN' when i % 4 = 0 then 'REACTION_ADD' else 'MESSAGE_CREATE' end,
      strftime('%Y-%m-%dT%H:%M:%fZ', ${begin} + i * ${(90 * 86_400) / count}, 'unixepoch'), '2026-01-01T00:00:00.000Z',
      '{"id":"' || (i % 400) || '","name":"person","is_bot":false}', cast(i % 400 as text), '{}'
    from n`.execute(db)
  for (const { sql: text } of indexes.rows) await sql.raw(text).execute(db)
  return ctx
}

async function timeOf(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Medians, measured in turns. */
async function inTurns(work: (ctx: Context) => Promise<unknown>, rounds = ROUNDS) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    times[0].push(await timeOf(() => work(few)))
    times[1].push(await timeOf(() => work(many)))
  }
  const [one, other] = times.map((list) => list.sort((a, b) => a - b)[Math.floor(rounds / 2)]!)
  return { few: one!, many: other! }
}

const report = (ctx: Context) => reportGuildStats(ctx, { guildId: GUILD, days: 30 })
const page = (query: object) => (ctx: Context) => listEvents(ctx, { guildId: GUILD, limit: 50, ...query })
const result = {
  warm: await inTurns(report, ROUNDS * 10),
  cold: await inTurns((ctx) => report({ ...ctx, revisionCache: createRevisionCache(0) })),
  newest: await inTurns(page({})),
  by_type: await inTurns(page({ type: 'MEMBER_BAN' })),
  by_actor: await inTurns(page({ actor: '7' })),
}
process.stdout.write(JSON.stringify(result))
for (const { db } of [few, many]) await db.destroy()
await rm(folder, { recursive: true, force: true })

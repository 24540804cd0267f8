/** Events into SQLite: ours, and the same rows by bare prepared inserts of many rows. Prints events a second of each. */
import type Database from 'better-sqlite3'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#app/context.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { memorySignals } from '#app/platform/signals/memory.server.ts'

/** As many as a runner's frame holds. */
const BATCH = 500
const BATCHES = 60
const ROUNDS = 5
const GUILD = '100000000000000001'

const folder = await mkdtemp(join(tmpdir(), 'signpost-ingestion-'))
const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
await migrate(db)
await db
  .insertInto('guilds')
  .values({ id: GUILD, name: 'Bench', created_at: '', stats_changed_at: null })
  .execute()
const ctx = {
  db,
  now: () => new Date(),
  signals: memorySignals(),
  contentIndex: { site: { time_zone: 'UTC' } },
  actor: { kind: 'runner', runnerId: 'r', guildId: null },
} as unknown as Context

const [major] = process.versions.node.split('.')
const driver = Number(major) >= 22 ? await import('better-sqlite3-napi') : await import('better-sqlite3')
const bare: Database.Database = new driver.default(join(folder, 'bare.db'))
for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL']) bare.pragma(pragma)
const columns = 'id guild_id type occurred_at received_at actor actor_id target channel data'.split(' ')
const schema = (await import('kysely')).sql<{ sql: string }>`select sql from sqlite_master
  where tbl_name in ('events') and sql is not null order by type desc`
for (const { sql } of (await schema.execute(db)).rows) bare.exec(sql.replace(/ references "guilds"[^,]*/, ''))

let last = 0
let time = Date.parse('2026-01-01')
let seed = 7
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
const types: GatewayEvent['type'][] = [
  ...Array<GatewayEvent['type']>(12).fill('MESSAGE_CREATE'),
  ...(['REACTION_ADD', 'VOICE_JOIN', 'VOICE_LEAVE', 'COMMAND_USE', 'MEMBER_JOIN', 'MEMBER_UPDATE'] as const),
]

/** A batch as runners report it: what happened in a busy guild within two seconds, not quite in order. */
function batch(): GatewayEvent[] {
  time += 2000
  return Array.from({ length: BATCH }, () => {
    const who = Math.floor(random() * 400)
    const where = Math.floor(random() * 20)
    return {
      id: `13${String(++last).padStart(17, '0')}`,
      type: types[Math.floor(random() * types.length)]!,
      occurred_at: new Date(time + random() * 2000).toISOString(),
      guild_id: GUILD,
      actor: { id: `2000000000000${String(who).padStart(5, '0')}`, name: `person ${who}`, is_bot: false },
      target: null,
      channel: { id: `30000000000000${String(where).padStart(4, '0')}`, name: `channel ${where}` },
      data: { length: Math.floor(random() * 200), command: `command-${where}`, failed: random() < 0.1 },
    }
  })
}

const insert = bare.prepare(
  `insert into events (${columns.join(', ')}) values ${Array(BATCH)
    .fill(`(${columns.map(() => '?').join(', ')})`)
    .join(', ')}`,
)
const insertBatch = bare.transaction((values: unknown[]) => insert.run(values))

function floor(events: GatewayEvent[]) {
  const received = new Date().toISOString()
  insertBatch(
    events.flatMap(({ id, guild_id, type, occurred_at, actor, channel, data }) => [
      ...[id, guild_id, type, occurred_at, received, JSON.stringify(actor), actor!.id, null],
      ...[JSON.stringify(channel), JSON.stringify(data)],
    ]),
  )
}

async function rate(batches: GatewayEvent[][], work: (events: GatewayEvent[]) => unknown) {
  const started = performance.now()
  for (const events of batches) await work(events)
  return (batches.length * BATCH * 1000) / (performance.now() - started)
}

const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const batches = Array.from({ length: BATCHES }, batch)
  theirs.push(await rate(batches, floor))
  ours.push(await rate(batches, (events) => recordEvents(ctx, { events })))
}
// The first round warms up.
const median = (values: number[]) => values.slice(1).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]
process.stdout.write(JSON.stringify({ ours: median(ours), floor: median(theirs) }))
bare.close()
await db.destroy()
await rm(folder, { recursive: true, force: true })

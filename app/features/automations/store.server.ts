import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import {
  containsText,
  countRows,
  valuesTable,
  inChunks,
  is,
  listed,
  writeOver,
} from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

type Subject = { automation_id: string; subject: string }

/** Lets subjects rest until a time, and returns those that did not rest already: of two who try at once, one gets it. */
export const startCooldowns = (db: Db, rows: (Subject & { until: string })[], now: string) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('automation_cooldowns')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['automation_id', 'subject'])
          .doUpdateSet({ until: sql.ref('excluded.until') })
          .where('automation_cooldowns.until', '<=', now),
      )
      .returning(['automation_id', 'subject'])
      .execute(),
  )

/** Counts runs within a minute, and returns how many there are by now. */
export const addToRateCounts = (db: Db, rows: (Subject & { minute: string; runs: number })[]) =>
  inChunks(rows, (chunk) =>
    db
      .insertInto('automation_paces')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['automation_id', 'subject']).doUpdateSet({
          runs: sql`case when automation_paces.minute = excluded.minute then automation_paces.runs else 0 end + excluded.runs`,
          minute: sql.ref('excluded.minute'),
        }),
      )
      .returning(['automation_id', 'subject', 'runs'])
      .execute(),
  )

/** Deletes what holds no longer, a bounded number of each. */
export async function deleteExpiredThrottles(
  db: Db,
  { now, minute, limit }: { now: string; minute: string; limit: number },
) {
  for (const [table, column, before] of [
    ['automation_cooldowns', 'until', now],
    ['automation_paces', 'minute', minute],
  ] as const) {
    const [name, time] = [sql.table(table), sql.ref(column)]
    await sql`
      delete from ${name} where (automation_id, subject) in
        (select automation_id, subject from ${name} where ${time} < ${before} limit ${limit})`.execute(db)
  }
}

export type AutomationRow = Selectable<Tables['automations']>
export type RunRow = Selectable<Tables['runs']>
type AutomationFilter = { guildId: string; enabled?: boolean | undefined; q?: string | undefined }
type Versioned = { guildId: string; id: string; version: number }

const atVersion = ({ guildId, id, version }: Versioned) => ({ guild_id: guildId, id, version })

const withFilter = (db: Db, { guildId, enabled, q }: AutomationFilter) =>
  db
    .selectFrom('automations')
    .where('guild_id', '=', guildId)
    .$if(Boolean(q), (query) =>
      query.where(({ or }) => or([containsText('name', q!), containsText('description', q!)])),
    )
    .$if(enabled !== undefined, (query) => query.where('enabled', '=', Number(enabled)))

/** By name. */
export const automationRows = (db: Db, list: AutomationFilter & { limit: number; offset: number }) =>
  listed(withFilter(db, list).selectAll(), list, 'name', 'id')

/** Those of several guilds whose name holds the text, by name. */
export const searchAutomations = (
  db: Db,
  { guildIds, q, limit }: { guildIds: readonly string[]; q: string; limit: number },
) =>
  db
    .selectFrom('automations')
    .select(['id', 'guild_id', 'name'])
    .where('guild_id', 'in', guildIds)
    .where(containsText('name', q))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

export const countAutomations = (db: Db, list: AutomationFilter) => countRows(withFilter(db, list))

export const automationById = (db: Db, guildId: string, id: string) =>
  withFilter(db, { guildId }).selectAll().where('id', '=', id).executeTakeFirst()

export const insertAutomation = (db: Db, row: Insertable<Tables['automations']>) =>
  db.insertInto('automations').values(row).returningAll().executeTakeFirstOrThrow()

/** Writes over `version`. Undefined when another stands, or none. */
export const writeAutomation = (db: Db, at: Versioned, row: Updateable<Tables['automations']>) =>
  writeOver(db, 'automations', atVersion(at), row)

export const removeAutomation = (db: Db, at: Versioned) =>
  db
    .deleteFrom('automations')
    .where(is('automations', atVersion(at)))
    .returning('id')
    .executeTakeFirst()

/** The automations of guilds that are on, in one order. */
export const enabledIn = (db: Db, guildIds: string[]) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('automations')
      .innerJoin('guilds', 'guilds.id', 'automations.guild_id')
      .select(['automations.id', 'automations.version', 'automations.guild_id', 'guilds.name as guild_name'])
      .where('automations.guild_id', 'in', chunk)
      .where(sql<SqlBool>`automations.enabled = 1`)
      .orderBy('automations.id')
      .execute(),
  )

/** Those of guilds that are on and failed the last time, the latest first. */
export const failingIn = (db: Db, guildIds: string[], most: number) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('automations')
      .select(['id', 'guild_id', 'name', 'last_triggered_at', 'updated_at'])
      .where('guild_id', 'in', chunk)
      .where(sql<SqlBool>`automations.enabled = 1`)
      .where('last_outcome', '=', 'failed')
      .orderBy('last_triggered_at', 'desc')
      .limit(most)
      .execute(),
  )

/** Automations of guilds that the service disabled because they took too long, the latest first. */
export const slowIn = (db: Db, guildIds: string[], most: number) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('automations')
      .select(['id', 'guild_id', 'name', 'stopped_at'])
      .where('guild_id', 'in', chunk)
      .where('stopped_at', 'is not', null)
      .orderBy('stopped_at', 'desc')
      .limit(most)
      .execute(),
  )

export const definitionsOf = (db: Db, ids: string[]) =>
  inChunks(ids, (chunk) =>
    db.selectFrom('automations').select(['id', 'name', 'definition']).where('id', 'in', chunk).execute(),
  )

/** Those whose time has come, the longest waiting first. */
export const dueAutomations = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('automations')
    .select(['id', 'guild_id', 'definition', 'next_run_at'])
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(limit)
    .execute()

/** When the next one is due. */
export async function nextScheduled(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('automations')
    .select('next_run_at')
    .where('next_run_at', 'is not', null)
    .orderBy('next_run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_run_at ?? null
}

/** Moves an automation on to its next time: of all who try, one does. */
export const reschedule = (db: Db, { id, from, to }: { id: string; from: string; to: string | null }) =>
  db
    .updateTable('automations')
    .set({ next_run_at: to })
    .where(is('automations', { id, next_run_at: from }))
    .returning('id')
    .executeTakeFirst()

const runs = (db: Db, automationId: string) => db.selectFrom('runs').where('automation_id', '=', automationId)

/** The newest first. */
export const runsOf = (
  db: Db,
  { automationId, ...page }: { automationId: string; limit: number; offset: number },
) => listed(runs(db, automationId).selectAll(), page, 'id desc')

export const runById = (db: Db, automationId: string, id: string) =>
  runs(db, automationId).selectAll().where('id', '=', id).executeTakeFirst()

export const countRuns = (db: Db, automationId: string) => countRows(runs(db, automationId))

/** What is added to the counters of an automation. */
export type Counts = {
  id: string
  runs: number
  successes: number
  failures: number
  triggered_at: string | null
  outcome: string | null
  error: string | null
}

const counted = {
  id: 'text',
  runs: 'integer',
  successes: 'integer',
  failures: 'integer',
  triggered_at: 'text',
  outcome: 'text',
  error: 'text',
} as const

/** Adds to counters, in the statement, so that no writer loses another’s count. What is null stays as it is. */
export const addToCounters = (db: Db, rows: Counts[]) =>
  inChunks(rows, async (chunk) => {
    await sql`
      with ${valuesTable(counted, chunk)}
      update automations set
        run_count = run_count + given.runs,
        success_count = success_count + given.successes,
        failure_count = failure_count + given.failures,
        last_triggered_at = coalesce(given.triggered_at, last_triggered_at),
        last_outcome = coalesce(given.outcome, last_outcome),
        last_error = coalesce(given.error, last_error)
      from given where automations.id = given.id`.execute(db)
    return []
  })

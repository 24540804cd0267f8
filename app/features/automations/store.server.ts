import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { RunsQuery } from '#app/features/automations/runs/runs.ts'
import type { Definition } from '#app/features/automations/schema.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { guildItemStore } from '#app/platform/db/guild-items.server.ts'
import { countRows, valuesTable, inChunks, is, listed, listedAfter } from '#app/platform/db/sql.server.ts'
import { rowsWithText } from '#app/platform/db/text-scan.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'automations.definition': Definition
  }
}

type Subject = { automation_id: string; subject: string }

/** Starts cooldowns atomically. Returns the cooldowns that were not already active. */
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

/** Ends the cooldowns that a run started, unless the automation has run since. */
export const endCooldowns = (db: Db, run: Pick<RunRow, 'id' | 'automation_id'>, subjects: string[]) =>
  db
    .deleteFrom('automation_cooldowns')
    .where('automation_id', '=', run.automation_id!)
    .where('subject', 'in', subjects)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('id')
            .where('automation_id', '=', run.automation_id)
            .where('id', '>', run.id),
        ),
      ),
    )
    .execute()

/** Returns the end of an active cooldown. */
export const readCooldown = (db: Db, { automation_id, subject }: Subject, now: string) =>
  db
    .selectFrom('automation_cooldowns')
    .select('until')
    .where('automation_id', '=', automation_id)
    .where('subject', '=', subject)
    .where('until', '>', now)
    .executeTakeFirst()

/** Adds to the run counts for a minute. Returns the new counts. */
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

/** Deletes expired cooldowns and rate counts, at most `limit` of each. */
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

export const automationStore = guildItemStore<AutomationRow>('automations', 'id')

export const insertAutomation = (db: Db, row: Insertable<Tables['automations']>) =>
  db.insertInto('automations').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns one automation of any guild. */
export const anyAutomation = (db: Db) =>
  db.selectFrom('automations').select('id').where('guild_id', '!=', DEMO_GUILD.id).limit(1).executeTakeFirst()

/** Returns guilds' enabled automations in a stable order. */
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

/** Returns the guilds with an enabled automation whose definition names an event type. */
export const guildsNaming = (db: Db, type: EventType) =>
  db
    .selectFrom('automations')
    .select('guild_id')
    .distinct()
    .where(sql<SqlBool>`enabled = 1`)
    .where('definition', 'like', `%"${type}"%`)
    .orderBy('guild_id')
    .execute()

/** Returns guilds' enabled automations whose last run failed, newest first. */
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

export const definitionsOf = (db: Db, ids: string[]) =>
  inChunks(ids, (chunk) =>
    db.selectFrom('automations').select(['id', 'name', 'definition']).where('id', 'in', chunk).execute(),
  )

/** Matches automations of guilds that are served. */
const isServed = sql<SqlBool>`exists (
  select 1 from guilds where guilds.id = automations.guild_id and guilds.state in ('active', 'unavailable'))`

/** Returns the due automations of guilds that are served, longest overdue first. */
export const dueAutomations = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('automations')
    .select(['id', 'guild_id', 'definition', 'next_run_at'])
    .where('next_run_at', '<=', now)
    .where(isServed)
    .orderBy('next_run_at')
    .limit(limit)
    .execute()

/** Returns the time of the next scheduled run, or null. */
export async function nextScheduled(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('automations')
    .select('next_run_at')
    .where('next_run_at', 'is not', null)
    .where(isServed)
    .orderBy('next_run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_run_at ?? null
}

/** Sets the next run of an automation. Only one of several concurrent calls succeeds. */
export const reschedule = (db: Db, { id, from, to }: { id: string; from: string; to: string | null }) =>
  db
    .updateTable('automations')
    .set({ next_run_at: to })
    .where(is('automations', { id, next_run_at: from }))
    .returning('id')
    .executeTakeFirst()

const runs = (db: Db, automationId: string) => db.selectFrom('runs').where('automation_id', '=', automationId)

/** Returns the runs of an automation, newest first. */
export const runsOf = (
  db: Db,
  { automationId, ...page }: { automationId: string; limit: number; offset: number },
) => listed(runs(db, automationId).selectAll(), page, 'id desc')

export const runById = (db: Db, automationId: string, id: string) =>
  runs(db, automationId).selectAll().where('id', '=', id).executeTakeFirst()

const runColumns = { started_at: ['id'], name: ['name', 'id'], outcome: ['outcome', 'id'] } as const

/** Returns the runs of a guild's automations after a run, by default newest first. */
export function guildRuns(
  db: Db,
  { guildId, automation, outcome, sort = 'started_at', order, limit }: RunsQuery & { guildId: string },
  after: RunRow | undefined,
) {
  let query = db
    .selectFrom('runs')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('automation_id', 'is not', null)
  if (automation) query = query.where('automation_id', '=', automation)
  if (outcome) query = query.where('outcome', '=', outcome)
  return listedAfter(query, { by: runColumns[sort], order, after, limit })
}

/** Returns a run of a guild's automations. */
export const guildRun = (db: Db, guildId: string, id: string) =>
  db
    .selectFrom('runs')
    .selectAll()
    .where(is('runs', { guild_id: guildId, id }))
    .where('automation_id', 'is not', null)
    .executeTakeFirst()

export const countRuns = (db: Db, automationId: string) => countRows(runs(db, automationId))

/** Increments for an automation's counters. */
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

/** Adds to counters within the statement, so that concurrent writes are not lost. Null values change nothing, except that a success clears the error. */
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
        last_error = case when given.outcome = 'succeeded' then given.error else coalesce(given.error, last_error) end
      from given where automations.id = given.id`.execute(db)
    return []
  })

/** Yields the automations of all guilds that contain any of the texts. */
export const automationsWithText = (db: Db, texts: readonly string[]) =>
  rowsWithText(db, 'automations', { key: ['id'], columns: ['definition'], texts })

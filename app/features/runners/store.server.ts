import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { countRows } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type RunnerRow = Selectable<Tables['runners']>

export const insertRunner = (db: Db, row: Insertable<Tables['runners']>) =>
  db.insertInto('runners').values(row).returningAll().executeTakeFirstOrThrow()

/** Creates a runner, or updates and reactivates an existing runner. */
export const upsertRunner = (db: Db, row: Insertable<Tables['runners']>) =>
  db
    .insertInto('runners')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ name: row.name, hash: row.hash, revoked_at: null }),
    )
    .execute()

/** Acquires or renews a leadership. Returns undefined while another instance is the leader. */
export const acquireLead = (db: Db, row: Insertable<Tables['leaders']>, now: string) =>
  db
    .insertInto('leaders')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder: row.holder, until: row.until })
        .where(({ or, eb }) => or([eb('leaders.holder', '=', row.holder), eb('leaders.until', '<=', now)])),
    )
    .returning('name')
    .executeTakeFirst()

/** Returns a leadership that has not expired. */
export const activeLead = (db: Db, name: string, now: string) =>
  db
    .selectFrom('leaders')
    .select('holder')
    .where('name', '=', name)
    .where('until', '>', now)
    .executeTakeFirst()

export const runnerById = (db: Db, id: string) =>
  db.selectFrom('runners').selectAll().where('id', '=', id).executeTakeFirst()

export const allRunners = (db: Db) =>
  db.selectFrom('runners').selectAll().orderBy('created_at').orderBy('id').execute()

export const markRevoked = (db: Db, id: string, at: string) =>
  db
    .updateTable('runners')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Updates the last-seen time of a runner. Returns undefined if the runner is unknown or revoked. */
export const markSeen = (db: Db, id: string, at: string) =>
  db
    .updateTable('runners')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/**
 * Stores the session of an instance. A new connection overwrites the row with a new id, which ends the instance's
 * previous session.
 */
export const replaceSession = (db: Db, row: Insertable<Tables['runner_sessions']>) =>
  db
    .insertInto('runner_sessions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['runner_id', 'instance_key']).doUpdateSet({ ...row, disconnected_at: null }),
    )
    .execute()

/**
 * Updates the last-seen time of a session. Returns undefined if the session was replaced or was updated after `before`.
 */
export const touchSession = (db: Db, { id, at, before }: { id: string; at: string; before: string }) =>
  db
    .updateTable('runner_sessions')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .where('last_seen_at', '<', before)
    .returning('runner_id')
    .executeTakeFirst()

export const setSlots = (db: Db, id: string, slots: number) =>
  db.updateTable('runner_sessions').set({ slots }).where('id', '=', id).where('slots', '!=', slots).execute()

export const endSession = (db: Db, id: string, at: string) =>
  db
    .updateTable('runner_sessions')
    .set({ disconnected_at: at, last_seen_at: at })
    .where('id', '=', id)
    .execute()

export const liveRunners = (db: Db, ids: string[]) =>
  db.selectFrom('runners').select('id').where('id', 'in', ids).where('revoked_at', 'is', null).execute()

export const currentSessions = (db: Db, ids: string[]) =>
  db.selectFrom('runner_sessions').select('id').where('id', 'in', ids).execute()

/** Matches runners that are not revoked and can serve a guild: runners for that guild and runners for all guilds. */
const mayServe = (guildId: string) =>
  sql<SqlBool>`runners.revoked_at is null and (runners.guild_id = ${guildId} or runners.guild_id is null)`

export const countRunnersFor = (db: Db, guildId: string) =>
  countRows(db.selectFrom('runners').where(mayServe(guildId)))

const sessionsServing = (db: Db, guildId: string) =>
  db
    .selectFrom('runner_sessions')
    .innerJoin('runners', 'runners.id', 'runner_sessions.runner_id')
    .where(mayServe(guildId))

/** Returns the sessions of the runners that serve a guild, most recently seen first. */
export const sessionsFor = (db: Db, guildId: string) =>
  sessionsServing(db, guildId)
    .select([
      'runner_sessions.version',
      'runner_sessions.connected_at',
      'runner_sessions.disconnected_at',
      'runner_sessions.last_seen_at',
    ])
    .orderBy('runner_sessions.last_seen_at', 'desc')
    .limit(100)
    .execute()

/** Returns the runners that are not revoked, oldest first. */
export const liveRunnerRows = (db: Db) =>
  db
    .selectFrom('runners')
    .select(['id', 'name', 'guild_id', 'created_at', 'last_seen_at'])
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns the sessions seen since a time, most recently seen first. */
export const recentSessions = (db: Db, since: string) =>
  db
    .selectFrom('runner_sessions')
    .selectAll()
    .where('last_seen_at', '>=', since)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

/** Returns the open sessions of the runners that serve a guild. */
export const openSessionsFor = (db: Db, guildId: string) =>
  sessionsServing(db, guildId)
    .select([
      'runner_sessions.id',
      'runner_sessions.slots',
      'runner_sessions.last_seen_at',
      'runner_sessions.disconnected_at',
    ])
    .where('runner_sessions.disconnected_at', 'is', null)
    .execute()

import { sql, type Insertable, type Selectable } from 'kysely'
import { hasRole, roles } from '#app/access.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, is } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type SessionRow = Selectable<Tables['sessions']>

export const insertSession = (db: Db, row: Insertable<Tables['sessions']>) =>
  db.insertInto('sessions').values(row).execute()

/** Roles whose sessions expire when idle. */
const idleRoles = roles.filter((role) => hasRole(role, 'users:write'))

/**
 * Returns a session with its user. Excludes disabled accounts, and administrators' sessions that were last seen at
 * `idle` or earlier.
 */
export const sessionWithUser = (
  db: Db,
  [column, value]: ['id' | 'token_hash', string],
  { now, idle }: { now: string; idle: string },
) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.renew',
      'sessions.proved_at as provedAt',
      'users.id as userId',
      'users.role',
      'users.name',
      'users.theme',
    ])
    .select(({ selectFrom }) =>
      selectFrom('guild_managers')
        .select(sql<string | null>`string_agg(guild_managers.guild_id, ',')`.as('ids'))
        .whereRef('guild_managers.user_id', '=', 'users.id')
        .as('guildIds'),
    )
    .select(({ selectFrom }) =>
      selectFrom('guild_claims')
        .select(
          sql<
            string | null
          >`string_agg(guild_id || ' ' || checked_at || ' ' || tried_at || ' ' || coalesce(suspended_at, ''), ',')`.as(
            'claims',
          ),
        )
        .whereRef('guild_claims.user_id', '=', 'users.id')
        .as('claims'),
    )
    .where(`sessions.${column}`, '=', value)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .where((where) =>
      where.or([where('users.role', 'not in', idleRoles), where('sessions.last_seen_at', '>', idle)]),
    )
    .executeTakeFirst()

export const sessionById = (db: Db, id: string) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

export const sessionsOfUser = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const touchSession = (db: Db, id: string, at: string) =>
  db.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()

export const markProved = (db: Db, id: string, at: string) =>
  db.updateTable('sessions').set({ proved_at: at }).where('id', '=', id).execute()

/** Marks a user's sessions for renewal after a permission change. */
export const markForRenewal = (db: Db, userId: string) =>
  db.updateTable('sessions').set({ renew: 1 }).where('user_id', '=', userId).execute()

/** Expires a marked session at `until`. Returns undefined if a concurrent request has already done so. */
export const retireSession = (db: Db, id: string, until: string) =>
  db
    .updateTable('sessions')
    .set({ renew: 0, expires_at: until })
    .where(is('sessions', { id, renew: 1 }))
    .returningAll()
    .executeTakeFirst()

/** Replaces the token of a session. Returns undefined if the session was deleted. */
export const replaceToken = (db: Db, id: string, tokenHash: string) =>
  db
    .updateTable('sessions')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst()

export const deleteSession = (db: Db, tokenHash: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()

export const deleteSessionOfUser = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom('sessions')
    .where(is('sessions', { user_id: userId, id }))
    .returningAll()
    .executeTakeFirst()

/** Deletes a user's sessions except `keep`. Returns their number. */
export async function deleteSessionsOfUser(db: Db, userId: string, keep: string | null) {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (keep) query = query.where('id', '!=', keep)
  return deleted(query)
}

/** Deletes administrators' sessions that were last seen at `idle` or earlier. */
export const deleteIdleSessions = (db: Db, idle: string) =>
  db
    .deleteFrom('sessions')
    .where('last_seen_at', '<=', idle)
    .where('user_id', 'in', db.selectFrom('users').select('id').where('role', 'in', idleRoles))
    .execute()

export const deleteExpiredSessions = (db: Db, now: string) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute()

import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { countRows } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type InvitationRow = Selectable<Tables['invitations']>

export const insertInvitation = (db: Db, row: Insertable<Tables['invitations']>) =>
  db.insertInto('invitations').values(row).execute()

const isPending = (db: Db, now: string) =>
  db.selectFrom('invitations').where('invitations.expires_at', '>', now)

const inGuild = (db: Db, now: string, guildId: string | undefined) =>
  isPending(db, now).$if(guildId !== undefined, (query) => query.where('invitations.guild_id', '=', guildId!))

/** Returns pending invitations, newest first. */
export const invitationRows = (
  db: Db,
  now: string,
  { guild_id, limit, offset }: { guild_id?: string | undefined; limit: number; offset: number },
) =>
  inGuild(db, now, guild_id)
    .innerJoin('users', 'users.id', 'invitations.invited_by_id')
    .leftJoin('guilds', 'guilds.id', 'invitations.guild_id')
    .selectAll('invitations')
    .select(['users.name as invited_by', 'guilds.name as guild_name'])
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countInvitations = (db: Db, now: string, guildId: string | undefined) =>
  countRows(inGuild(db, now, guildId))

/** Returns the pending invitations to an email address. */
export const invitationsTo = (db: Db, email: string, now: string) =>
  isPending(db, now).selectAll().where('email', '=', email).orderBy('id').execute()

/** Returns the pending invitations from a sender. */
export const invitationsBy = (db: Db, userId: string, now: string) =>
  isPending(db, now).selectAll().where('invited_by_id', '=', userId).orderBy('id').execute()

export const invitationById = (db: Db, id: string, now: string) =>
  isPending(db, now).selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the invitation for a token, or undefined if the token is unknown, used or expired. */
export const invitationOf = (db: Db, tokenHash: string, now: string) =>
  isPending(db, now).selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

/** Stores the token for an invitation email. Returns undefined if the invitation was revoked or has expired. */
export const setInvitationToken = (db: Db, id: string, tokenHash: string, now: string) =>
  db
    .updateTable('invitations')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Deletes an invitation. Of concurrent calls, only the first call returns the row. Other calls return undefined. */
export const deleteInvitation = (db: Db, id: string) =>
  db.deleteFrom('invitations').where('id', '=', id).returning('id').executeTakeFirst()

export const deleteInvitationsTo = (db: Db, email: string) =>
  db.deleteFrom('invitations').where('email', '=', email).execute()

export const deleteExpiredInvitations = (db: Db, now: string) =>
  db.deleteFrom('invitations').where('expires_at', '<=', now).execute()

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, is } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

type Row = Insertable<Tables['interactions']>

/** The ids that were not answered before. Under PostgreSQL a second one waits for the first to commit. */
export const insertResponses = (db: Db, rows: Row[]) =>
  db
    .insertInto('interactions')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()

export const updateResponse = (db: Db, id: string, answer: string) =>
  db.updateTable('interactions').set({ answer, opening: null }).where('id', '=', id).execute()

export const responsesOf = (db: Db, ids: string[]) =>
  db.selectFrom('interactions').select(['id', 'answer']).where('id', 'in', ids).execute()

/** What the form that an interaction opened was opened with. Undefined once the answer is not kept any more. */
export const modalOpening = async (db: Db, { id, guildId }: { id: string; guildId: string }) => {
  const row = await db
    .selectFrom('interactions')
    .select('opening')
    .where(is('interactions', { id, guild_id: guildId }))
    .executeTakeFirst()
  return row?.opening ?? undefined
}

/** Deletes at most `limit` of those from before a time, and says how many. */
export async function deleteInteractionsBefore(db: Db, time: string, limit: number): Promise<number> {
  const oldest = db
    .selectFrom('interactions')
    .select('id')
    .where('created_at', '<', time)
    .orderBy('created_at')
    .limit(limit)
  return deleted(db.deleteFrom('interactions').where('id', 'in', oldest))
}

/** A command with its guild's name and what the guild has set. */
const commands = (db: Db) =>
  db
    .selectFrom('commands')
    .innerJoin('guilds', 'guilds.id', 'commands.guild_id')
    .leftJoin('guild_settings', 'guild_settings.guild_id', 'commands.guild_id')
    .selectAll('commands')
    .select(['guilds.name as guild_name', 'guild_settings.settings'])

export const commandByName = (
  db: Db,
  { guildId, name, type }: { guildId: string; name: string; type: number },
) =>
  commands(db)
    .where(is('commands', { guild_id: guildId, type, name }))
    .executeTakeFirst()

export const commandById = (db: Db, { guildId, id }: { guildId: string; id: string }) =>
  commands(db).where('commands.id', '=', id).where('commands.guild_id', '=', guildId).executeTakeFirst()

export type CommandRow = NonNullable<Awaited<ReturnType<typeof commandByName>>>

type Uses = { id: string; uses: number; errors: number; at: string; error: string | null }

/** Counts uses. The last of two instances' times stands, whichever of them writes last. */
export const countUses = (db: Db, { id, uses, errors, at, error }: Uses) =>
  db
    .updateTable('commands')
    .set({
      use_count: sql<number>`use_count + ${uses}`,
      last_used_at: sql<string>`case when last_used_at > ${at} then last_used_at else ${at} end`,
      ...(error === null
        ? {}
        : {
            error_count: sql<number>`error_count + ${errors}`,
            last_error: JSON.stringify({ message: error, at }),
          }),
    })
    .where('id', '=', id)
    .execute()

/** Counts uses that turned out to have failed, after they were counted as uses. */
export const countFailures = (
  db: Db,
  { id, errors, at, error }: Omit<Uses, 'uses' | 'error'> & { error: string },
) =>
  db
    .updateTable('commands')
    .set({
      error_count: sql<number>`error_count + ${errors}`,
      last_error: JSON.stringify({ message: error, at }),
    })
    .where('id', '=', id)
    .execute()

/** Lets the user rest until a time. Undefined while they rest already: of two who try at once, one gets it. */
export const startCooldown = (db: Db, row: Insertable<Tables['command_cooldowns']>, now: string) =>
  db
    .insertInto('command_cooldowns')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['command_id', 'user_id'])
        .doUpdateSet({ until: row.until })
        .where('command_cooldowns.until', '<=', now),
    )
    .returning('until')
    .executeTakeFirst()

export const cooldownOf = (db: Db, commandId: string, userId: string) =>
  db
    .selectFrom('command_cooldowns')
    .select('until')
    .where(is('command_cooldowns', { command_id: commandId, user_id: userId }))
    .executeTakeFirst()

/** Deletes some of the cooldowns that are over. */
export const deleteCooldowns = (db: Db, now: string, most: number) =>
  sql`delete from command_cooldowns where (command_id, user_id) in (
    select command_id, user_id from command_cooldowns where until <= ${now} limit ${most})`.execute(db)

export type DeferredRow = Selectable<Tables['deferred_answers']>

export const insertDeferred = (db: Db, row: Insertable<Tables['deferred_answers']>) =>
  db.insertInto('deferred_answers').values(row).execute()

/** Sets what is said, unless it is set already or has been said. */
export const setDeferredMessage = (
  db: Db,
  interactionId: string,
  { message, now }: { message: string | null; now: string },
) =>
  db
    .updateTable('deferred_answers')
    .set({ ready: 1, due_at: now, ...(message === null ? {} : { message }) })
    .where(is('deferred_answers', { interaction_id: interactionId, ready: 0 }))
    .returning('interaction_id')
    .executeTakeFirst()

/** Those whose time has come, the longest waiting first. */
export const dueDeferred = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('deferred_answers')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('interaction_id')
    .limit(limit)
    .execute()

/** When the next one is due. */
export const nextDeferred = async (db: Db) => {
  const row = await db
    .selectFrom('deferred_answers')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .executeTakeFirst()
  return row?.due_at ?? null
}

/**
 * Takes a due answer until `until`: of all who try, one gets it. From here on `message` is what is said, so that an
 * outcome that comes later does not change it.
 */
export const claimDeferred = (
  db: Db,
  { interaction_id, attempts }: DeferredRow,
  { now, until, message }: { now: string; until: string; message: string },
) =>
  db
    .updateTable('deferred_answers')
    .set({ attempts: attempts + 1, due_at: until, ready: 1, message })
    .where(is('deferred_answers', { interaction_id, attempts }))
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Lets a failed attempt be followed by another. It counts only while the answer is still that attempt’s. */
export const postponeDeferred = (db: Db, { interaction_id, attempts }: DeferredRow, due_at: string) =>
  db
    .updateTable('deferred_answers')
    .set({ due_at })
    .where(is('deferred_answers', { interaction_id, attempts }))
    .execute()

export const deleteDeferred = (db: Db, { interaction_id, attempts }: DeferredRow) =>
  db.deleteFrom('deferred_answers').where(is('deferred_answers', { interaction_id, attempts })).execute()

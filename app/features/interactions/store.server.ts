import { type Insertable, type Selectable, sql } from 'kysely'
import type { InteractionInput } from '#app/features/interactions/interaction-input.ts'
import type { InteractionResponse } from '#app/features/interactions/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { deleted, is } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'interactions.answer': InteractionResponse
    'interactions.opening': InteractionInput
  }
}

type Row = Insertable<Tables['interactions']>

/** Inserts responses and returns the new keys. In PostgreSQL a duplicate waits for the first transaction. */
export const insertResponses = (db: Db, rows: Row[]) =>
  db
    .insertInto('interactions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['guild_id', 'id']).doNothing())
    .returning(['id', 'guild_id'])
    .execute()

type Key = Pick<Row, 'guild_id' | 'id'>
const keyOf = ({ guild_id, id }: Key) => is('interactions', { guild_id, id })

export const updateResponse = (db: Db, key: Key, answer: string) =>
  db.updateTable('interactions').set({ answer, opening: null }).where(keyOf(key)).execute()

/** Returns responses by their ids in some guilds, also of an id in another of these guilds. */
export const responsesOf = (db: Db, keys: Key[]) =>
  db
    .selectFrom('interactions')
    .select(['id', 'guild_id', 'answer'])
    .where(
      'guild_id',
      'in',
      keys.map((key) => key.guild_id),
    )
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .execute()

/** Returns the input that opened a form, or undefined once the response has been deleted. */
export const modalOpening = async (db: Db, key: Key) => {
  const row = await db.selectFrom('interactions').select('opening').where(keyOf(key)).executeTakeFirst()
  return row?.opening ?? undefined
}

/** Deletes at most `limit` interactions from before a time. Returns the number of deleted interactions. */
export async function deleteInteractionsBefore(db: Db, time: string, limit: number): Promise<number> {
  const oldest = db
    .selectFrom('interactions')
    .select(['guild_id', 'id'])
    .where('created_at', '<', time)
    .orderBy('created_at')
    .limit(limit)
    .$asTuple('guild_id', 'id')
  return deleted(db.deleteFrom('interactions').where((eb) => eb(eb.refTuple('guild_id', 'id'), 'in', oldest)))
}

/** Selects commands with the name and settings of their guilds. */
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

type Failure = { errors: number; at: string; error: string }
type Uses = { id: string; uses: number; errors: number; at: string; error: string | null }

const failed = ({ errors, at, error }: Failure) => ({
  error_count: sql<number>`error_count + ${errors}`,
  last_error: JSON.stringify({ message: error, at }),
})

/** Counts uses. Keeps the latest time, even if another instance writes last. */
export const recordUses = (db: Db, { id, uses, errors, at, error }: Uses) =>
  db
    .updateTable('commands')
    .set({
      use_count: sql<number>`use_count + ${uses}`,
      last_used_at: sql<string>`case when last_used_at > ${at} then last_used_at else ${at} end`,
      ...(error === null ? {} : failed({ errors, at, error })),
    })
    .where('id', '=', id)
    .execute()

/** Counts a failure of a use that was already counted. */
export const countFailures = (db: Db, { id, ...failure }: Failure & { id: string }) =>
  db.updateTable('commands').set(failed(failure)).where('id', '=', id).execute()

/** Starts the cooldown atomically. Returns undefined if a cooldown is active. */
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

/** Deletes one batch of expired cooldowns. */
export const deleteCooldowns = (db: Db, now: string, most: number) =>
  sql`delete from command_cooldowns where (command_id, user_id) in (
    select command_id, user_id from command_cooldowns where until <= ${now} limit ${most})`.execute(db)

export type DeferredRow = Selectable<Tables['deferred_answers']>

export const insertDeferred = (db: Db, row: Insertable<Tables['deferred_answers']>) =>
  db.insertInto('deferred_answers').values(row).execute()

/** Sets the message unless it is already set or sent. */
export const setDeferredMessage = (
  db: Db,
  { guild_id, id }: Key,
  { message, now }: { message: string | null; now: string },
) =>
  db
    .updateTable('deferred_answers')
    .set({ ready: 1, due_at: now, ...(message === null ? {} : { message }) })
    .where(is('deferred_answers', { guild_id, interaction_id: id, ready: 0 }))
    .returning('interaction_id')
    .executeTakeFirst()

/** Returns due responses, longest waiting first. */
export const dueDeferred = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('deferred_answers')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('interaction_id')
    .limit(limit)
    .execute()

/** Returns the time when the next response is due. */
export const nextDeferred = async (db: Db) => {
  const row = await db
    .selectFrom('deferred_answers')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .executeTakeFirst()
  return row?.due_at ?? null
}

const isClaimed = ({ guild_id, interaction_id, attempts }: DeferredRow) =>
  is('deferred_answers', { guild_id, interaction_id, attempts })

/**
 * Claims a due response until `until`, atomically. After the claim, `message` is sent, and a later outcome does not
 * change the message.
 */
export const claimDeferred = (
  db: Db,
  row: DeferredRow,
  { now, until, message }: { now: string; until: string; message: string },
) =>
  db
    .updateTable('deferred_answers')
    .set({ attempts: row.attempts + 1, due_at: until, ready: 1, message })
    .where(isClaimed(row))
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Schedules another attempt, if the current attempt still has the claim. */
export const postponeDeferred = (db: Db, row: DeferredRow, due_at: string) =>
  db.updateTable('deferred_answers').set({ due_at }).where(isClaimed(row)).execute()

export const deleteDeferred = (db: Db, row: DeferredRow) =>
  db.deleteFrom('deferred_answers').where(isClaimed(row)).execute()

import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { ListQuery } from '#app/features/chat/schema.ts'

export type ConversationRow = Selectable<Tables['chat_conversations']> & {
  message_count: number
  running_message_id: string | null
}

/** Makes everybody else who starts something for the same user wait until this transaction is over. */
export const lockPerson = (db: Db, userId: string) =>
  db
    .insertInto('chat_people')
    .values({ user_id: userId, changes: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({ changes: row('chat_people.changes', '+', 1) })),
    )
    .execute()

export const insertConversation = (db: Db, row: Insertable<Tables['chat_conversations']>) =>
  db.insertInto('chat_conversations').values(row).execute()

const described = (db: Db, userId: string) =>
  db
    .selectFrom('chat_conversations')
    .selectAll('chat_conversations')
    .select(({ selectFrom }) => [
      selectFrom('chat_messages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('conversation_id', '=', 'chat_conversations.id')
        .as('message_count'),
      selectFrom('chat_messages')
        .select('id')
        .whereRef('conversation_id', '=', 'chat_conversations.id')
        .where('status', '=', 'streaming')
        .as('running_message_id'),
    ])
    .where('user_id', '=', userId)

export const conversationRow = async (db: Db, userId: string, id: string) =>
  (await described(db, userId).where('id', '=', id).executeTakeFirst()) as ConversationRow | undefined

/** The one in which something happened last comes first. */
export const conversationRows = async (db: Db, userId: string, { limit, offset }: ListQuery) =>
  (await described(db, userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()) as ConversationRow[]

export async function countConversations(db: Db, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('chat_conversations')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

/** False when the user has no such conversation. */
export async function setTitle(db: Db, userId: string, id: string, title: string): Promise<boolean> {
  const row = await db
    .updateTable('chat_conversations')
    .set({ title })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Time never goes back, whatever the clocks of two instances say. */
export const touchConversation = (db: Db, id: string, at: string) =>
  db
    .updateTable('chat_conversations')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('updated_at', '<', at)
    .execute()

/** False when the user has no such conversation. */
export async function removeConversation(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('chat_conversations')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const outcomeRow = (db: Db, model: string) =>
  db.selectFrom('chat_outcomes').selectAll().where('model', '=', model).executeTakeFirst()

/** A success takes away what failed before. */
export const writeOutcome = (db: Db, row: Insertable<Tables['chat_outcomes']>) =>
  db
    .insertInto('chat_outcomes')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('model').doUpdateSet({
        succeeded_at: sql`coalesce(excluded.succeeded_at, chat_outcomes.succeeded_at)`,
        failed_at: sql`coalesce(excluded.failed_at, chat_outcomes.failed_at)`,
        error: sql.ref('excluded.error'),
      }),
    )
    .execute()

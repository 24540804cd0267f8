import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Citation, Fault, ListQuery, Usage } from '#app/features/chat/schema.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import { anyRow, countRows, is, listed } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'chat_messages.citations': Citation[]
    'chat_messages.error': Fault
    'chat_messages.usage': Usage
  }
}

export type MessageRow = Selectable<Tables['chat_messages']>
export type EventRow = Selectable<Tables['chat_events']>

export const insertMessages = (db: Db, rows: Insertable<Tables['chat_messages']>[]) =>
  db.insertInto('chat_messages').values(rows).execute()

export const removeMessage = (db: Db, id: string) =>
  db.deleteFrom('chat_messages').where('id', '=', id).execute()

/** Returns the message if its conversation belongs to the user. */
export const messageRow = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('chat_conversations', 'chat_conversations.id', 'chat_messages.conversation_id')
    .selectAll('chat_messages')
    .where('chat_messages.id', '=', id)
    .where('chat_conversations.user_id', '=', userId)
    .executeTakeFirst()

/** Returns messages in order. */
export const messageRows = (db: Db, conversation_id: string, page: ListQuery) =>
  listed(
    db.selectFrom('chat_messages').selectAll().where('conversation_id', '=', conversation_id),
    page,
    'position',
  )

/** Returns messages before a position, newest first. */
export const messagesBefore = (db: Db, conversationId: string, position: number, limit: number) =>
  db
    .selectFrom('chat_messages')
    .select(['role', 'content'])
    .where('conversation_id', '=', conversationId)
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

/** Returns the number of messages in a conversation and the last position. */
export async function conversationExtent(db: Db, conversationId: string) {
  const { total, last } = await db
    .selectFrom('chat_messages')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('position').as('last')])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return { total, last: (last as number | null) ?? 0 }
}

/** Returns a user's running answers. */
export const runningOf = (db: Db, userId: string) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('chat_conversations', 'chat_conversations.id', 'chat_messages.conversation_id')
    .select(['chat_messages.id', 'chat_messages.conversation_id'])
    .where('chat_messages.status', '=', 'streaming')
    .where('chat_conversations.user_id', '=', userId)
    .execute()

/** Returns answers whose last heartbeat was before a time. */
export const lostMessages = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('chat_messages')
    .select('id')
    .where('status', '=', 'streaming')
    .where('alive_at', '<', before)
    .orderBy('alive_at')
    .limit(limit)
    .execute()

/** Records a heartbeat. Returns false if the answer has ended. */
export const recordHeartbeat = (db: Db, id: string, at: string) =>
  anyRow(
    db
      .updateTable('chat_messages')
      .set({ alive_at: at })
      .where(is('chat_messages', { id, status: 'streaming' }))
      .returning('id'),
  )

/**
 * Ends an answer once. Returns undefined if the answer has already ended, or if there was a heartbeat since `before`.
 */
export const settleMessage = (
  db: Db,
  id: string,
  change: Updateable<Tables['chat_messages']>,
  before?: string,
) =>
  db
    .updateTable('chat_messages')
    .set(change)
    .where(is('chat_messages', { id, status: 'streaming' }))
    .$if(before !== undefined, (query) => query.where('alive_at', '<', before!))
    .returning(['id', 'conversation_id', 'model'])
    .executeTakeFirst()

export const writeContent = (
  db: Db,
  id: string,
  row: Pick<MessageRow, 'content' | 'citations' | 'last_event'>,
) => db.updateTable('chat_messages').set(row).where('id', '=', id).execute()

export const insertEvents = (db: Db, rows: EventRow[]) => db.insertInto('chat_events').values(rows).execute()

export const eventsAfter = (db: Db, messageId: string, seq: number, limit = 100_000) =>
  db
    .selectFrom('chat_events')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** Deletes the events of at most `limit` answers that ended before a time. Returns the number of answers. */
export async function deleteEvents(db: Db, before: string, limit: number): Promise<number> {
  // Only recent answers have events, and each answer starts with event 1.
  const old = await db
    .selectFrom('chat_events')
    .innerJoin('chat_messages', 'chat_messages.id', 'chat_events.message_id')
    .select('chat_messages.id')
    .where('chat_events.seq', '=', 1)
    .where('chat_messages.finished_at', '<', before)
    .limit(limit)
    .execute()
  if (!old.length) return 0
  await db
    .deleteFrom('chat_events')
    .where(
      'message_id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
  return old.length
}

export type ConversationRow = Selectable<Tables['chat_conversations']> & {
  message_count: number
  running_message_id: string | null
}

/** Locks a user's chat until this transaction ends. */
export const lockChatUser = (db: Db, userId: string) =>
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

/** Returns conversations, most recently active first. */
export const conversationRows = (db: Db, userId: string, page: ListQuery) =>
  listed(described(db, userId), page, 'updated_at desc', 'id desc') as Promise<ConversationRow[]>

export const countConversations = (db: Db, userId: string) =>
  countRows(db.selectFrom('chat_conversations').where('user_id', '=', userId))

/** Renames a conversation. Returns false if the user has no conversation with this id. */
export const setTitle = (db: Db, userId: string, id: string, title: string) =>
  anyRow(
    db
      .updateTable('chat_conversations')
      .set({ title })
      .where(is('chat_conversations', { id, user_id: userId }))
      .returning('id'),
  )

/** Updates the time of the last activity. Never sets an earlier time, even if the clocks of instances differ. */
export const touchConversation = (db: Db, id: string, at: string) =>
  db
    .updateTable('chat_conversations')
    .set({ updated_at: at })
    .where('id', '=', id)
    .where('updated_at', '<', at)
    .execute()

/** Deletes a conversation. Returns false if the user has no conversation with this id. */
export const removeConversation = (db: Db, userId: string, id: string) =>
  anyRow(
    db
      .deleteFrom('chat_conversations')
      .where(is('chat_conversations', { id, user_id: userId }))
      .returning('id'),
  )

export const outcomeRow = (db: Db, model: string) =>
  db.selectFrom('chat_outcomes').selectAll().where('model', '=', model).executeTakeFirst()

/** Stores the outcome of a call to a model. A success clears an earlier failure. */
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

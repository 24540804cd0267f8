import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#app/db/connection.server.ts'
import { contains } from '#app/db/like.server.ts'
import type { Tables } from '#app/db/tables.ts'

export type AutomationRow = Selectable<Tables['automations']>
type Narrow = { guildId: string; enabled?: boolean | undefined; q?: string | undefined }
type Versioned = { guildId: string; id: string; version: number }

const narrowed = (db: Db, { guildId, enabled, q }: Narrow) =>
  db
    .selectFrom('automations')
    .where('guild_id', '=', guildId)
    .$if(Boolean(q), (query) =>
      query.where(({ or }) => or([contains('name', q!), contains('description', q!)])),
    )
    .$if(enabled !== undefined, (query) => query.where('enabled', '=', Number(enabled)))

/** By name. */
export const automationRows = (db: Db, list: Narrow & { limit: number; offset: number }) =>
  narrowed(db, list).selectAll().orderBy('name').orderBy('id').limit(list.limit).offset(list.offset).execute()

export async function countAutomations(db: Db, list: Narrow) {
  const { total } = await narrowed(db, list)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const automationById = (db: Db, guildId: string, id: string) =>
  narrowed(db, { guildId }).selectAll().where('id', '=', id).executeTakeFirst()

export const insertAutomation = (db: Db, row: Insertable<Tables['automations']>) =>
  db.insertInto('automations').values(row).returningAll().executeTakeFirstOrThrow()

/** Writes over `version`. Undefined when another stands, or none. */
export const writeAutomation = (
  db: Db,
  { guildId, id, version }: Versioned,
  row: Updateable<Tables['automations']>,
) =>
  db
    .updateTable('automations')
    .set({ ...row, version: version + 1 })
    .where('guild_id', '=', guildId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const removeAutomation = (db: Db, { guildId, id, version }: Versioned) =>
  db
    .deleteFrom('automations')
    .where('guild_id', '=', guildId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()

const runs = (db: Db, automationId: string) =>
  db.selectFrom('automation_runs').where('automation_id', '=', automationId)

/** The newest first. */
export const runsOf = (
  db: Db,
  { automationId, limit, offset }: { automationId: string; limit: number; offset: number },
) => runs(db, automationId).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()

export async function countRuns(db: Db, automationId: string) {
  const { total } = await runs(db, automationId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

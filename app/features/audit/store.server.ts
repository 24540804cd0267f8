import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { containsText, countRows, deleted, is, listed } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { AuditAction, AuditQuery, AuditSort } from '#app/features/audit/schema.ts'
import { networkOf } from '#app/platform/security/networks.server.ts'

export type AuditRow = Selectable<Tables['audit']>

export const insertAudit = (db: Db, row: Insertable<Tables['audit']>) =>
  db.insertInto('audit').values(row).execute()

function filteredAudit(db: Db, { action, actor, target, through, from, to }: AuditQuery) {
  let query = db.selectFrom('audit')
  if (action) query = query.where('action', '=', action)
  if (from) query = query.where('at', '>=', `${from}T00:00:00.000Z`)
  if (to) query = query.where('at', '<=', `${to}T23:59:59.999Z`)
  if (through === 'agent') query = query.where('agent_tool', 'is not', null)
  if (through === 'person') query = query.where('agent_tool', 'is', null).where('actor_kind', '=', 'user')
  if (actor)
    query = query.where((where) =>
      where.or([where('actor_id', '=', actor), containsText('actor_name', actor)]),
    )
  if (target)
    query = query.where((where) =>
      where.or([where('target_id', '=', target), containsText('target_name', target)]),
    )
  return query
}

/** Returns audit rows, by default newest first. */
export const auditRows = (db: Db, { order, ...query }: AuditQuery & AuditSort) =>
  listed(filteredAudit(db, query).selectAll(), query, order === 'asc' ? 'id' : 'id desc')

export const countAudit = (db: Db, query: AuditQuery) => countRows(filteredAudit(db, query))

/** Returns all rows with a user as actor or target, newest first. */
export const auditOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where((where) => where.or([where('actor_id', '=', userId), where('target_id', '=', userId)]))
    .orderBy('id', 'desc')
    .execute()

/** Returns the latest changes of a resource, newest first. */
export const changesOf = (db: Db, action: string, targetId: string) =>
  db
    .selectFrom('audit')
    .select('details')
    .where(is('audit', { target_id: targetId, action }))
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

/** Returns when an action on a resource was last recorded. */
export const lastAudit = (db: Db, action: AuditAction, targetId: string) =>
  db
    .selectFrom('audit')
    .select('at')
    .where(is('audit', { target_id: targetId, action }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes up to `limit` of the oldest rows before a time. Returns their number. */
export async function deleteAuditBefore(db: Db, time: string, limit: number): Promise<number> {
  const old = db.selectFrom('audit').select('id').where('at', '<', time).orderBy('id').limit(limit)
  return deleted(db.deleteFrom('audit').where('id', 'in', old))
}

/** Actions that affect only the actor's account, in addition to rows whose target is the actor. */
const ownActs = [
  'session.opened',
  'session.refused',
  'session.revoked',
  'session.ended',
  'agent.wrote',
] satisfies AuditAction[]

/** Removes an email from the rows about invitations to that email. */
export const anonymizeInvitations = (db: Db, email: string) =>
  db
    .updateTable('audit')
    .set({ target_name: null })
    .where(is('audit', { target_kind: 'invitation', target_name: email }))
    .execute()

/**
 * Removes a user's name, addresses and provider usernames from all rows, including rows from before sign-in. Keeps the
 * id as a pseudonym. For actions on others and the site, also keeps the network.
 */
export async function anonymizeAudit(db: Db, userId: string) {
  const theirs = () => db.updateTable('audit').where('actor_id', '=', userId)
  await theirs().set({ actor_name: null }).execute()
  await theirs()
    .set({ address: null })
    .where((where) => where.or([where('target_id', '=', userId), where('action', 'in', ownActs)]))
    .execute()
  const kept = await db
    .selectFrom('audit')
    .select('address')
    .distinct()
    .where('actor_id', '=', userId)
    .where('address', 'is not', null)
    // If two requests delete the account at once, an address can already be a network.
    .where('address', 'not like', '%/%')
    .execute()
  for (const { address } of kept)
    await theirs()
      .set({ address: networkOf(address!) })
      .where('address', '=', address)
      .execute()
  const accepted = db
    .selectFrom('audit')
    .select('target_id')
    .where(is('audit', { actor_id: userId, action: 'invitation.accepted' }))
  await db.updateTable('audit').set({ target_name: null }).where('target_id', 'in', accepted).execute()
  const aboutThem = () => db.updateTable('audit').where('target_id', '=', userId)
  await aboutThem().set({ target_name: null }).execute()
  await aboutThem().set({ address: null }).where('actor_kind', '=', 'anonymous').execute()
  const linked = await db
    .selectFrom('audit')
    .select(['id', 'details'])
    .where('target_id', '=', userId)
    .where('action', 'in', ['identity.linked', 'identity.unlinked'])
    .execute()
  for (const { id, details } of linked) {
    const { username: _, ...rest } = fromJson(details)
    await db
      .updateTable('audit')
      .set({ details: JSON.stringify(rest) })
      .where('id', '=', id)
      .execute()
  }
}

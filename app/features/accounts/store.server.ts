import type { Insertable, Selectable, Updateable } from 'kysely'
import type { UserSort, UsersQuery } from '#app/features/accounts/schema.ts'
import type { Provider } from '#app/platform/config/providers.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import {
  containsText,
  countRows,
  insertNew,
  is,
  isPostgres,
  listed,
  orderBy,
} from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type IdentityRow = Selectable<Tables['identities']>

export const identitiesOfUser = (db: Db, userId: string) =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('provider').execute()

export const identityOf = (db: Db, provider: Provider, providerUserId: string) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where(is('identities', { provider, provider_user_id: providerUserId }))
    .executeTakeFirst()

/**
 * Inserts an identity. Returns undefined if the identity already belongs to an account, or the account already has an
 * identity from the provider.
 */
export const insertIdentity = (db: Db, row: Insertable<Tables['identities']>) =>
  insertNew(db, 'identities', row)

export const touchIdentity = (db: Db, id: string, change: { username: string; last_used_at: string }) =>
  db.updateTable('identities').set(change).where('id', '=', id).execute()

export const deleteIdentitiesOfUser = (db: Db, userId: string) =>
  db.deleteFrom('identities').where('user_id', '=', userId).execute()

export const deleteIdentity = (db: Db, userId: string, provider: Provider) =>
  db
    .deleteFrom('identities')
    .where(is('identities', { user_id: userId, provider }))
    .returningAll()
    .executeTakeFirst()

export type UserRow = Selectable<Tables['users']>

export const userByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const userById = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const allUsers = (db: Db) =>
  db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').execute()

/**
 * Inserts a user. Returns undefined if the email is taken. The unique index prevents two concurrent sign-ups with the
 * same email.
 */
export const insertUser = (db: Db, row: Insertable<Tables['users']>) => insertNew(db, 'users', row, ['email'])

export const updateUser = (db: Db, id: string, change: Updateable<Tables['users']>) =>
  db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirst()

export const deleteUser = (db: Db, id: string) => db.deleteFrom('users').where('id', '=', id).execute()

export const hasOwner = async (db: Db) =>
  Boolean(await db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst())

function filteredUsers(db: Db, { q, role, status }: UsersQuery) {
  let query = db.selectFrom('users')
  if (q)
    query = query.where((where) =>
      where.or([containsText('email', q), containsText('name', q), where('id', '=', q)]),
    )
  if (role) query = query.where('role', '=', role)
  if (status) query = query.where('disabled_at', status === 'disabled' ? 'is not' : 'is', null)
  return query
}

/** Returns users, by default newest first. Ids start with the creation time. */
export const findUsers = (db: Db, { sort, order = 'desc', ...query }: UsersQuery & UserSort) => {
  const by =
    sort === 'name' ? orderBy('lower(name)', order) : ([order === 'desc' ? 'id desc' : 'id'] as const)
  return listed(filteredUsers(db, query).selectAll(), query, ...by)
}

export const countUsers = (db: Db, query: UsersQuery) => countRows(filteredUsers(db, query))

/** Blocks concurrent removals of owners until this transaction ends. */
export const lockOwners = (db: Db) =>
  db
    .updateTable('owner_changes')
    .set((row) => ({ count: row('count', '+', 1) }))
    .execute()

/**
 * Locks an account before its deletion. Concurrent writes that reference the account finish first, and later writes
 * violate the foreign key. SQLite serializes transactions anyway.
 */
export const lockUserForDelete = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()

/** Locks an account until this transaction ends. */
export const lockUser = (db: Db, id: string) =>
  db
    .updateTable('users')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', id)
    .execute()

/** Counts the owners that can sign in. */
export const countOwners = (db: Db) =>
  countRows(db.selectFrom('users').where('role', '=', 'owner').where('disabled_at', 'is', null))

/** Returns the emails of owners that can sign in, oldest account first. */
export const emailsOfOwners = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'owner')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ email }) => email)

import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { Provider } from '#app/platform/config/providers.ts'

export type IdentityRow = Selectable<Tables['identities']>

export const identitiesOfUser = (db: Db, userId: string) =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('provider').execute()

export const identityOf = (db: Db, provider: Provider, providerUserId: string) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_user_id', '=', providerUserId)
    .executeTakeFirst()

/** Undefined when this identity belongs to an account already, or the account has one of the provider. */
export const insertIdentity = (db: Db, row: Insertable<Tables['identities']>) =>
  db
    .insertInto('identities')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const touchIdentity = (db: Db, id: string, change: { username: string; last_used_at: string }) =>
  db.updateTable('identities').set(change).where('id', '=', id).execute()

export const deleteIdentitiesOfUser = (db: Db, userId: string) =>
  db.deleteFrom('identities').where('user_id', '=', userId).execute()

export const deleteIdentity = (db: Db, userId: string, provider: Provider) =>
  db
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirst()

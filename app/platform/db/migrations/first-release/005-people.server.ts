import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('users').addColumn('email_verified_at', 'text').execute()
  await db.schema.alterTable('users').addColumn('avatar_url', 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('theme', 'text', (column) => column.notNull().defaultTo('system'))
    .execute()
  await db.schema.alterTable('users').addColumn('disabled_at', 'text').execute()

  // Sessions now store the network instead of the full address. Existing sessions end here.
  await sql`delete from sessions`.execute(db)
  await db.schema.alterTable('sessions').dropColumn('address').execute()
  await db.schema.alterTable('sessions').addColumn('ip_prefix', 'text').execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('proved_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('renew', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('identities')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_user_id', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('identities_provider_user', ['provider', 'provider_user_id'])
    .addUniqueConstraint('identities_user_provider', ['user_id', 'provider'])
    .execute()

  await db.schema
    .createTable('account_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('account_tokens_user_purpose', ['user_id', 'purpose'])
    .execute()

  await db.schema
    .createTable('pending_signups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('pending_signups_expiry').on('pending_signups').column('expires_at').execute()

  // Removing an owner writes this row first, which serializes concurrent removals.
  await db.schema
    .createTable('owner_changes')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into owner_changes (id, count) values (1, 0)`.execute(db)

  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('target_kind', 'text')
    .addColumn('target_id', 'text')
    .addColumn('target_name', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor_id', 'id']).execute()
  await db.schema.createIndex('audit_target').on('audit').columns(['target_id', 'id']).execute()
  await db.schema.createIndex('audit_action').on('audit').columns(['action', 'id']).execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('settled_at', 'text')
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute()
}

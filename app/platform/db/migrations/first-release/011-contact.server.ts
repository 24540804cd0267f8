import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('contact_submissions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('spam_reason', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('status_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text')
    .execute()
  // Indexes for lists and counts by status, and for retention.
  await db.schema
    .createIndex('contact_submissions_status')
    .on('contact_submissions')
    .columns(['status', 'id'])
    .execute()
  await db.schema
    .createIndex('contact_submissions_age')
    .on('contact_submissions')
    .columns(['status', 'status_at'])
    .execute()

  await db.schema
    .createTable('solved_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('solved_challenges_expiry')
    .on('solved_challenges')
    .column('expires_at')
    .execute()

  await db.schema
    .createTable('challenge_health')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('answered_at', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('failure', 'text')
    .execute()
}

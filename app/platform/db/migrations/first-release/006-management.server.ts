import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await guilds(db)
  await commands(db)
  await automations(db)
  await integrations(db)
  await jobs(db)
  await db.schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute()
}

async function guilds(db: Kysely<unknown>) {
  await db.schema
    .createTable('guild_settings')
    .addColumn('guild_id', 'text', (column) =>
      column.primaryKey().references('guilds.id').onDelete('cascade'),
    )
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute()

  await db.schema
    .createTable('guild_managers')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('guild_managers_key', ['guild_id', 'user_id'] as never[])
    .execute()
  await db.schema.createIndex('guild_managers_user').on('guild_managers').column('user_id').execute()
}

async function commands(db: Kysely<unknown>) {
  for (const name of ['defer', 'cooldown_seconds']) {
    await db.schema
      .alterTable('commands')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  for (const name of ['actions', 'components', 'allowed_mentions']) {
    await db.schema
      .alterTable('commands')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  }
  await db.schema
    .alterTable('commands')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo('custom'))
    .execute()
  for (const name of [
    'modal',
    'last_error',
    'discord_command_id',
    'registered_at',
    'registered_hash',
    'updated_by',
  ]) {
    await db.schema.alterTable('commands').addColumn(name, 'text').execute()
  }

  await db.schema
    .createTable('command_registrations')
    .addColumn('guild_id', 'text', (column) =>
      column.primaryKey().references('guilds.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text')
    .addColumn('registered_at', 'text')
    .addColumn('last_error', 'text')
    .execute()
}

async function automations(db: Kysely<unknown>) {
  await db.schema
    .alterTable('automations')
    .addColumn('ever_enabled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update automations set ever_enabled = enabled`.execute(db)
  for (const name of ['last_outcome', 'last_error', 'next_run_at', 'updated_by']) {
    await db.schema.alterTable('automations').addColumn(name, 'text').execute()
  }

  await db.schema
    .createTable('automation_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('automation_id', 'text', (column) =>
      column.notNull().references('automations.id').onDelete('cascade'),
    )
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('steps', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema
    .createIndex('automation_runs_automation')
    .on('automation_runs')
    .columns(['automation_id', 'id'])
    .execute()
}

async function integrations(db: Kysely<unknown>) {
  await db.schema
    .createTable('integrations')
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .addPrimaryKeyConstraint('integrations_key', ['guild_id', 'slug'] as never[])
    .execute()

  // The guild is empty for integrations that serve all guilds.
  await db.schema
    .createTable('heartbeats')
    .addColumn('guild_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('at', 'text')
    .addColumn('last_error', 'text')
    .addPrimaryKeyConstraint('heartbeats_key', ['guild_id', 'slug'] as never[])
    .execute()
}

async function jobs(db: Kysely<unknown>) {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('deadline_at', 'text')
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('max_attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('jobs_idempotency', ['guild_id', 'type', 'idempotency_key'])
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'run_at']).execute()
}

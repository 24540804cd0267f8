import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await jobs(db)
  await runs(db)
  await db.schema.alterTable('deferred_answers').renameColumn('job_id', 'run_id').execute()
  await automations(db)
  await db.schema
    .createTable('leaders')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .execute()
}

async function jobs(db: Kysely<unknown>) {
  for (const name of [
    'run_id',
    'lease_token',
    'lease_expires_at',
    'accept_by',
    'instance_id',
    'runner_id',
    'instance',
    'leased_at',
    'accepted_at',
    'cancel_requested_at',
    'result',
    'error',
    'finished_at',
  ]) {
    await db.schema.alterTable('jobs').addColumn(name, 'text').execute()
  }
  await db.schema.alterTable('jobs').addColumn('step', 'integer').execute()
  await db.schema
    .alterTable('jobs')
    .addColumn('returned', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema.dropIndex('jobs_due').execute()
  // Indexes for claiming jobs by guild, finding due jobs, leases, missed deadlines and lists.
  await sql`create index jobs_queued on jobs (guild_id, priority desc, run_at, id) where state = 'queued'`.execute(
    db,
  )
  await sql`create index jobs_due on jobs (run_at) where state = 'queued'`.execute(db)
  await sql`create index jobs_out on jobs (instance_id, guild_id) where state in ('leased', 'running')`.execute(
    db,
  )
  await sql`create index jobs_leases on jobs (lease_expires_at) where state in ('leased', 'running')`.execute(
    db,
  )
  await sql`create index jobs_deadlines on jobs (deadline_at) where state = 'queued' and deadline_at is not null`.execute(
    db,
  )
  await db.schema.createIndex('jobs_guild').on('jobs').columns(['guild_id', 'id']).execute()
  await db.schema.createIndex('jobs_state').on('jobs').columns(['guild_id', 'state', 'id']).execute()

  await db.schema
    .createTable('job_attempts')
    // The lease token, which no two attempts share.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('runner_id', 'text')
    .addColumn('instance', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('leased_at', 'text', (column) => column.notNull())
    .addColumn('accepted_at', 'text')
    .addColumn('ended_at', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('late', 'text')
    .execute()
  await db.schema
    .createIndex('job_attempts_job')
    .on('job_attempts')
    .columns(['job_id', 'leased_at'])
    .execute()
}

/** Recreates the unused table of runs, so that it covers commands as well. */
async function runs(db: Kysely<unknown>) {
  await db.schema.dropTable('automation_runs').execute()
  await db.schema
    .createTable('runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('guild_id', 'text', (column) => column.notNull().references('guilds.id').onDelete('cascade'))
    .addColumn('automation_id', 'text', (column) => column.references('automations.id').onDelete('cascade'))
    .addColumn('command_id', 'text', (column) => column.references('commands.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('steps', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    // An event starts an automation once, and an interaction starts its command once.
    .addUniqueConstraint('runs_automation_event', ['automation_id', 'event_id'])
    .addUniqueConstraint('runs_command_event', ['command_id', 'event_id'])
    .execute()
  await db.schema.createIndex('runs_automation').on('runs').columns(['automation_id', 'id']).execute()
  await db.schema.createIndex('runs_guild').on('runs').columns(['guild_id', 'id']).execute()
}

async function automations(db: Kysely<unknown>) {
  await sql`create index automations_enabled on automations (guild_id) where enabled = 1`.execute(db)
  await sql`create index automations_due on automations (next_run_at) where next_run_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('automation_cooldowns')
    .addColumn('automation_id', 'text', (column) =>
      column.notNull().references('automations.id').onDelete('cascade'),
    )
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('automation_cooldowns_key', ['automation_id', 'subject'] as never[])
    .execute()
  await db.schema
    .createIndex('automation_cooldowns_until')
    .on('automation_cooldowns')
    .column('until')
    .execute()
  // Runs of an automation per subject within a minute, to detect loops.
  await db.schema
    .createTable('automation_paces')
    .addColumn('automation_id', 'text', (column) =>
      column.notNull().references('automations.id').onDelete('cascade'),
    )
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('minute', 'text', (column) => column.notNull())
    .addColumn('runs', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('automation_paces_key', ['automation_id', 'subject'] as never[])
    .execute()
  await db.schema.createIndex('automation_paces_minute').on('automation_paces').column('minute').execute()
}

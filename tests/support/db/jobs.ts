import { monotonicFactory } from 'ulid'
import { readConfig } from '#app/platform/config/config.server.ts'
import type { App } from '#app/context.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import type { JobPayload } from '#app/features/jobs/schema.ts'
import { anEvent, NOON, type TestApp } from '#tests/support/factories.ts'
import type { Env } from '#tests/support/http/server.ts'

/** Rows of one millisecond keep their order. */
const ulid = monotonicFactory()

/** Where rows go: a test’s own app, or the database of a server. */
type Store = { app: Pick<App, 'db'> }

/** What a test may say of a row itself; the rest is what it would usually be. */
type Over = Record<string, unknown>

/** A step of a run that went well, unless told otherwise. */
export const aStep = (over: Partial<RunStep> = {}): RunStep => ({
  id: 'greet',
  type: 'SEND_MESSAGE',
  outcome: 'succeeded',
  delay_seconds: 0,
  on_error: 'stop',
  input: { channel_id: '300000000000000001', content: 'Hello!' },
  output: { message_id: '500000000000000001' },
  error: null,
  job_id: null,
  attempts: 1,
  started_at: NOON,
  finished_at: NOON,
  ...over,
})

type RunOver = {
  guildId: string
  automationId: string
  id?: string
  name?: string
  outcome?: string
  steps?: RunStep[]
  error?: object | null
}

/** A run of an automation that a new member set off. */
export async function aRun({ app }: Store, { guildId, automationId, ...over }: RunOver) {
  const { id = ulid(), name = 'Greets', outcome = 'succeeded', steps = [aStep()], error = null } = over
  const event = anEvent({ guild_id: guildId, type: 'MEMBER_JOIN' })
  const row = {
    id,
    guild_id: guildId,
    automation_id: automationId,
    command_id: null,
    name,
    event_id: event.id,
    event: JSON.stringify(event),
    outcome,
    steps: JSON.stringify(steps),
    error: error && JSON.stringify(error),
    started_at: NOON,
    finished_at: outcome === 'running' ? null : NOON,
  }
  await app.db.insertInto('runs').values(row).execute()
  return row
}

/** A job of a step of a command, waiting since noon unless told otherwise. */
export async function aJob(
  { app }: Store,
  guildId: string,
  { payload = {}, ...over }: Over & { payload?: Partial<JobPayload> } = {},
) {
  const id = ulid()
  const source = { kind: 'command', id: 'a', name: 'Greets', run_id: 'r', step: 0 } as const
  const row = {
    id,
    guild_id: guildId,
    type: 'SEND_MESSAGE',
    idempotency_key: id,
    state: 'queued',
    priority: 0,
    run_at: NOON,
    deadline_at: null,
    attempt: 0,
    max_attempts: 5,
    created_at: NOON,
    ...over,
    payload: JSON.stringify({
      guild_id: guildId,
      config: { channel_id: '300000000000000001', content: 'Hello!' },
      source,
      event: anEvent({ guild_id: guildId }),
      ...payload,
    }),
  }
  await app.db.insertInto('jobs').values(row).execute()
  return row
}

/** An attempt of a job that failed, unless told otherwise. */
export async function anAttempt({ app }: Store, job_id: string, over: Over = {}) {
  const row = {
    id: ulid(),
    job_id,
    attempt: 1,
    runner_id: 'aaaaaaaa',
    instance: 'Home server',
    outcome: 'failed',
    leased_at: NOON,
    accepted_at: NOON,
    ended_at: NOON,
    error: JSON.stringify({ code: 'discord_500', message: 'Discord did not answer.' }),
    late: null,
    ...over,
  }
  await app.db.insertInto('job_attempts').values(row).execute()
  return row
}

/** A connected process of a runner; makes the runner too when none is given. */
export async function anInstance({ app, ctx }: TestApp, over: Over & { guild_id?: string | null } = {}) {
  const { guild_id = null, runner_id = ulid().slice(-8), ...rest } = over
  const at = ctx().now().toISOString()
  const runner = { id: runner_id as string, name: 'Harbour', guild_id, hash: ulid(), created_at: at }
  await app.db
    .insertInto('runners')
    .values({ ...runner, revoked_at: null, last_seen_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = {
    id: ulid(),
    runner_id: runner.id,
    instance_key: ulid(),
    name: 'Home server',
    version: '1.0.0',
    slots: 10,
    connected_at: at,
    last_seen_at: at,
    disconnected_at: null,
    ...rest,
  }
  await app.db.insertInto('runner_sessions').values(row).execute()
  return row
}

/** The database of a running server, to write what only runners would. */
export async function storeOf({ env }: { env: Env }): Promise<Store & { close(): Promise<void> }> {
  const db = await openDatabase(readConfig(env))
  return { app: { db }, close: () => db.destroy() }
}

import type { Insertable } from 'kysely'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import type { RunStep } from '#app/features/jobs/runs/schema.ts'
import { demoAutomations } from '#app/features/demo/content.ts'
import { actionsOf, demoRuns, type DemoRun, type DemoStep } from '#app/features/demo/runs.ts'
import type { JobPayload, JobState } from '#app/features/jobs/schema.ts'
import type { ResolvedConfig } from '#app/features/actions/resolve-action.ts'

/** Milliseconds until a runner receives a job, and until the runner starts the job. */
const [HANDED, TAKEN] = [35, 12]

type Rows = {
  runs: Insertable<Tables['runs']>[]
  jobs: Insertable<Tables['jobs']>[]
  attempts: Insertable<Tables['job_attempts']>[]
}

const idOf = (letter: string, number: number) =>
  `01JDEM000000000000000${letter}${String(number).padStart(4, '0')}`
const iso = (ms: number) => new Date(ms).toISOString()

/** Returns the demo's runs with their jobs and attempts as of `now`. Ids are deterministic. */
export function demoRunRows(guildId: string, now: Date): Rows {
  const rows: Rows = { runs: [], jobs: [], attempts: [] }
  for (const [index, run] of demoRuns.entries()) addRun(rows, guildId, run, index, now)
  return rows
}

function addRun(rows: Rows, guildId: string, run: DemoRun, index: number, now: Date) {
  const { id: automationId, name } = demoAutomations[run.automation]!
  const id = idOf('R', index + 1)
  const started = now.getTime() - run.minutesAgo * 60_000
  const event = {
    id: `demo-run-${index + 1}`,
    occurred_at: iso(started - 90),
    guild_id: guildId,
    ...run.event,
  }
  let at = started
  const steps = run.steps.map((step, place): RunStep => {
    const { id: action, type, delay_seconds, on_error } = actionsOf(run.automation)[place]!
    at += delay_seconds * 1000
    const job = addJob(rows, {
      step,
      at,
      type,
      payload: {
        guild_id: guildId,
        config: step.config as ResolvedConfig,
        source: { kind: 'automation', id: automationId, name, run_id: id, step: place },
        event,
      },
    })
    const began = iso(at)
    at = job.ended
    return {
      id: action,
      type,
      outcome: step.outcome,
      delay_seconds,
      on_error,
      input: step.config,
      output: step.output ?? null,
      error: job.error,
      job_id: job.id,
      attempts: job.attempt,
      started_at: began,
      finished_at: iso(job.ended),
    }
  })
  const first = steps.find(({ error, outcome }) => outcome === 'failed' && error)
  rows.runs.push({
    id,
    guild_id: guildId,
    automation_id: automationId,
    command_id: null,
    name,
    event_id: event.id,
    event: JSON.stringify(event),
    outcome: run.outcome,
    steps: JSON.stringify(steps),
    error: first ? JSON.stringify({ ...first.error, at: first.finished_at }) : null,
    started_at: iso(started),
    finished_at: iso(at),
  })
}

type NewJob = { step: DemoStep; at: number; type: string; payload: JobPayload }

function addJob({ jobs, attempts }: Rows, { step, at, type, payload }: NewJob) {
  const id = idOf('J', jobs.length + 1)
  let handed = at + HANDED
  let attempt = 0
  for (const [index, { outcome, ms, error, late }] of step.attempts.entries()) {
    if (outcome !== 'returned') attempt++
    attempts.push({
      id: `${id}-${index + 1}`,
      job_id: id,
      attempt: Math.max(1, attempt),
      runner_id: null,
      instance: 'Home server',
      outcome,
      leased_at: iso(handed),
      accepted_at: outcome === 'returned' ? null : iso(handed + TAKEN),
      ended_at: iso(handed + ms),
      error: error ? JSON.stringify(error) : null,
      late: late === undefined ? null : JSON.stringify(late),
    })
    handed += ms
    // The retry delay is five seconds after the first failure and doubles after each further failure.
    if (index < step.attempts.length - 1) handed += 5_000 * 2 ** index
  }
  const last = step.attempts.at(-1)
  const error = step.outcome === 'failed' ? (last?.error ?? null) : null
  jobs.push({
    id,
    guild_id: payload.guild_id,
    type,
    payload: JSON.stringify(payload),
    idempotency_key: id,
    state: stateOf(step),
    priority: 0,
    run_at: iso(at),
    deadline_at: null,
    attempt,
    max_attempts: 5,
    created_at: iso(at),
    run_id: payload.source.run_id,
    step: payload.source.step,
    result: step.output ? JSON.stringify(step.output) : null,
    error: error && JSON.stringify({ ...error, at: iso(handed) }),
    finished_at: iso(handed),
  })
  return { id, attempt, error, ended: handed }
}

/** Returns the state of a job. A job is dead if its last attempt failed. */
function stateOf({ outcome, attempts }: DemoStep): JobState {
  if (outcome !== 'failed') return outcome
  return attempts.length === 5 ? 'dead' : 'failed'
}

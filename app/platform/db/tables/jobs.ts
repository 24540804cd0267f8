import type { Generated } from 'kysely'
import type { Json, Time } from '#app/platform/db/tables/columns.ts'

type Fault = { code: string; message: string }

export type Jobs = {
  id: string
  guild_id: string
  type: string
  payload: Json<unknown>
  idempotency_key: string
  state: string
  priority: number
  run_at: Time
  deadline_at: Time | null
  attempt: number
  max_attempts: number
  created_at: Time
  /** The run that it is a step of, and which step. */
  run_id: string | null
  step: number | null
  /** Of the attempt under way, and once the job has ended of the last one. */
  lease_token: string | null
  lease_expires_at: Time | null
  /** Until when the runner has to take it on. */
  accept_by: Time | null
  /** The session of the runner that has it. */
  instance_id: string | null
  runner_id: string | null
  /** What that runner calls itself. */
  instance: string | null
  leased_at: Time | null
  accepted_at: Time | null
  cancel_requested_at: Time | null
  result: Json<unknown> | null
  error: Json<Fault & { at: Time }> | null
  finished_at: Time | null
  /** How often in a row it came back without an attempt being charged. */
  returned: Generated<number>
}

/** An attempt that has ended. The one under way stands in the row of its job. */
export type JobAttempts = {
  /** The lease token, which no two attempts share. */
  id: string
  job_id: string
  attempt: number
  runner_id: string | null
  /** What the runner calls itself. */
  instance: string | null
  /** `succeeded`, `failed`, `lost`, `returned` (not taken on, or given back) or `cancelled`. */
  outcome: string
  leased_at: Time
  accepted_at: Time | null
  ended_at: Time
  error: Json<Fault> | null
  /** What was reported after the lease was over: it changed nothing. */
  late: Json<unknown> | null
}

/** What an automation did with an event, or a command with an interaction: either of the two ids is set. */
export type Runs = {
  id: string
  guild_id: string
  automation_id: string | null
  command_id: string | null
  /** Of the automation or the command, as it was called then. */
  name: string
  /** Of the event, or of the interaction. */
  event_id: string
  event: Json<unknown>
  outcome: string
  steps: Json<unknown[]>
  error: Json<Fault & { at: Time }> | null
  started_at: Time
  finished_at: Time | null
}

export type AutomationCooldowns = { automation_id: string; subject: string; until: Time }
export type AutomationPaces = { automation_id: string; subject: string; minute: Time; runs: number }

/** Of many instances, the one that does what only one may do. */
export type Leaders = { name: string; holder: string; until: Time }

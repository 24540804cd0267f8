import type { Generated } from 'kysely'
import type { Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

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
  /** Run and step that the job belongs to. */
  run_id: string | null
  step: number | null
  /** Token of the current attempt, or of the last attempt of a finished job. */
  lease_token: string | null
  lease_expires_at: Time | null
  /** Deadline for the runner to accept the job. */
  accept_by: Time | null
  /** Session of the runner that has the job. */
  instance_id: string | null
  runner_id: string | null
  /** Name that the runner reports. */
  instance: string | null
  leased_at: Time | null
  accepted_at: Time | null
  cancel_requested_at: Time | null
  result: Json<unknown> | null
  error: Json<Fault & { at: Time }> | null
  finished_at: Time | null
  /** Number of consecutive returns that did not count as attempts. */
  returned: Generated<number>
}

/** Finished attempt. The current attempt is in the row of the job. */
export type JobAttempts = {
  /** Lease token, unique per attempt. */
  id: string
  job_id: string
  attempt: number
  runner_id: string | null
  /** Name that the runner reports. */
  instance: string | null
  /** `succeeded`, `failed`, `lost`, `returned` (not accepted, or handed back) or `cancelled`. */
  outcome: string
  leased_at: Time
  accepted_at: Time | null
  ended_at: Time
  error: Json<Fault> | null
  /** Result that arrived after the lease expired, and so had no effect. */
  late: Json<unknown> | null
}

/** Run of an automation or a command. Exactly one of the two ids is set. */
export type Runs = {
  id: string
  guild_id: string
  automation_id: string | null
  command_id: string | null
  /** Name of the automation or command at the time of the run. */
  name: string
  /** Id of the event or of the interaction. */
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

/** Leader election: the instance that currently performs a single-instance task. */
export type Leaders = { name: string; holder: string; until: Time }

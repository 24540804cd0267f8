import { z } from 'zod'
import type { JobPayload, JobType } from '#app/features/jobs/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { directoryMessages, type DirectoryServerFrame } from '#app/features/directory/schema.ts'
import { guildSnapshot, reportedEvent } from '#app/features/events/schema.ts'
import { guildList, guildReport } from '#app/features/guilds/schema.ts'
import { reportedInteraction, type InteractionReply } from '#app/features/interactions/schema.ts'

/** Prefix of runner tokens, which lets secret scanners find leaked tokens. */
export const RUNNER_PREFIX = 'sgn_run_'
/** WebSocket subprotocol and its path. */
export const RUNNER_PROTOCOL = 'runner.v1'
export const RUNNER_PATH = '/api/runner/ws'

/** Limits of a socket. Times in milliseconds, sizes in bytes. */
export const runnerLimits = {
  identifyMs: 5_000,
  missedHeartbeats: 2.5,
  maxPayload: 1_048_576,
  /** Buffered bytes above which no jobs are sent. Above `maxBuffered`, the socket is closed. */
  calmBuffered: 1_048_576,
  maxBuffered: 8 * 1_048_576,
  messagesPerSecond: 50,
  /** Interactions that a socket can send in a second, and can have in progress. */
  interactions: 200,
  socketsPerToken: 5,
  eventsPerBatch: 500,
} as const

/**
 * Returns the timing of a runner in milliseconds, with four heartbeats per lease. After 2.5 missed heartbeats, a runner
 * counts as disconnected.
 */
export function runnerTimes({ runnerLeaseSeconds }: { runnerLeaseSeconds: number }) {
  const leaseMs = runnerLeaseSeconds * 1_000
  const heartbeatMs = leaseMs / 4
  return { leaseMs, heartbeatMs, silentMs: heartbeatMs * runnerLimits.missedHeartbeats }
}

/**
 * Close codes of the socket. `refused` and `unsupported` stop the runner. `replaced` stops only the older connection.
 */
export const closeCodes = {
  bye: 1000,
  tooBig: 1009,
  restarting: 1012,
  badMessage: 4001,
  notJson: 4002,
  notIdentified: 4003,
  refused: 4004,
  replaced: 4005,
  tooFast: 4008,
  silent: 4009,
  unsupported: 4010,
} as const

export type CloseReason = keyof typeof closeCodes

export const createRunnerInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'Enter a name.' })
    .max(100, { error: 'Use at most 100 characters.' }),
  guild: snowflake.optional(),
})

export const runnerId = z.strictObject({
  id: z.string().regex(/^[0-9A-Za-z]{8}$/, { error: 'Enter the eight characters of a runner’s id.' }),
})

const id = z.string().min(1).max(100)
const attempt = z.number().int().min(1).max(1_000)
const slots = z.number().int().min(0).max(1_000)
const sentence = z.string().max(2_000)

/** Schemas of the messages from runners, by `op`. Unknown fields are ignored, so that newer runners can connect. */
export const runnerMessages = {
  identify: z.object({
    instance_key: id,
    name: z.string().trim().min(1).max(100),
    version: z.string().max(50),
    capabilities: z.array(id).max(100).default([]),
    slots,
    session_id: id.nullish(),
    active: z
      .array(z.object({ job_id: id, attempt, lease_token: id }))
      .max(1_000)
      .default([]),
  }),
  ready_for: z.object({ slots }),
  accept: z.object({ job_id: id, lease_token: id }),
  reject: z.object({ job_id: id, lease_token: id, reason: sentence }),
  progress: z.object({ job_id: id }),
  log: z.object({ message: z.string().max(10_000) }),
  events: z.object({ batch_id: id, events: z.array(reportedEvent).max(runnerLimits.eventsPerBatch) }),
  snapshot: guildSnapshot,
  guild: guildReport,
  guilds: guildList,
  ...directoryMessages,
  heartbeat: z.object({
    seq: z.number().int().min(0),
    leases: z
      .array(z.tuple([id, id]))
      .max(1_000)
      .default([]),
  }),
  result: z.object({
    job_id: id,
    attempt,
    lease_token: id,
    status: z.enum(['succeeded', 'failed']),
    output: z.unknown().optional(),
    error: z.object({ code: id, message: sentence, retryable: z.boolean() }).nullish(),
  }),
  interaction: reportedInteraction,
  bye: z.object({ reason: sentence.optional() }).default({}),
} as const

export type RunnerOp = keyof typeof runnerMessages
export type RunnerMessage<Op extends RunnerOp> = z.output<(typeof runnerMessages)[Op]>
/** Message from a runner. Invalid events of a batch are in `rejected`, not in `d`. */
export type RunnerFrame = {
  [Op in RunnerOp]: { op: Op; d: RunnerMessage<Op> } & (Op extends 'events'
    ? { rejected?: RejectedEvent[] }
    : object)
}[RunnerOp]

/** Event that was rejected. The id is null if the event has no valid id. */
export type RejectedEvent = { id: string | null; reason: string }

/** Schema of a batch before its events are validated one by one. */
export const eventBatch = z.object({
  batch_id: id,
  events: z.array(z.unknown()).max(runnerLimits.eventsPerBatch),
})

/** Schema of a text frame before its message is validated. */
export const envelope = z.object({ op: z.string().max(50), d: z.unknown().optional() })

/** Message to a runner. Times are ISO 8601 in UTC. */
export type ServerFrame =
  | DirectoryServerFrame
  | {
      op: 'hello'
      d: { v: 1; heartbeat_ms: number; lease_ms: number; max_payload: number; server_time: string }
    }
  | { op: 'job'; d: JobFrame }
  | { op: 'cancel'; d: { job_id: string; reason: CancelReason } }
  | { op: 'ready'; d: { session_id: string; runner_id: string; keep: string[]; drop: string[] } }
  | { op: 'heartbeat_ack'; d: { seq: number; extended: string[]; lost: string[]; cancel: string[] } }
  | {
      op: 'ack'
      d: { outcome: AckOutcome } & ({ job_id: string } | { batch_id: string; rejected?: RejectedEvent[] })
    }
  | { op: 'interaction_reply'; d: InteractionReply }
  | { op: 'drain'; d: { deadline_at: string } }
  | { op: 'error'; d: { code: string; message: string; ref: string | null } }

/** Job as sent to a runner. `lease_token` proves the lease of this attempt. `attempt` counts from 1. */
export type JobFrame = {
  job_id: string
  attempt: number
  type: JobType
  payload: JobPayload
  idempotency_key: string
  lease_token: string
  lease_expires_at: string
  deadline_at: string | null
  priority: number
}

/** Reason why a runner must stop a job. `lost` means that the runner no longer has the lease. */
export type CancelReason = 'cancelled' | 'deadline' | 'lost'

export type AckOutcome = 'recorded' | 'duplicate' | 'stale' | 'unknown'

/** Public fields of a runner, without its token. */
export type RunnerView = {
  id: string
  name: string
  guild_id: string | null
  created_at: string
  revoked_at: string | null
  last_seen_at: string | null
}
export type CreateRunnerInput = z.infer<typeof createRunnerInput>

/** Maximum number of events that a program can report in one call. */
const MAX_REPORTED_EVENTS = 100

/** Id of an event that a program chooses: printable ASCII. */
const eventIdOfKey = reportedEvent.shape.id.regex(/^[ -~]+$/, {
  error: 'Use printable ASCII characters in the id of an event.',
})

/** Events that a program reports with an API key. The key determines the guild. */
export const reportEventsInput = z
  .strictObject({
    events: z
      .array(reportedEvent.omit({ guild_id: true }).extend({ id: eventIdOfKey }))
      .min(1, { error: 'Send at least one event.' })
      .max(MAX_REPORTED_EVENTS, { error: `Send at most ${MAX_REPORTED_EVENTS} events.` })
      .meta({ description: `Events in any order, up to ${MAX_REPORTED_EVENTS}.` }),
  })
  .meta({
    example: {
      events: [
        {
          id: 'shop-order-1042',
          type: 'MEMBER_UPDATE',
          occurred_at: '2026-11-21T09:30:00.000Z',
          actor: { id: '200000000000000042', name: 'Ada', is_bot: false },
          target: null,
          channel: null,
          data: { plan: 'supporter' },
        },
      ],
    },
  })

export const reportedEvents = z.object({
  guild_id: snowflake.meta({ example: '100000000000000001' }),
  recorded: z.number().int().meta({ description: 'Number of new events.', example: 1 }),
  duplicates: z.number().int().meta({ description: 'Number of events that were known before.', example: 0 }),
})

export type ReportEventsInput = z.output<typeof reportEventsInput>

import type { LRUCache } from 'lru-cache'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { ResolvedConfigs } from '#app/features/actions/resolve-action.ts'
import type { JobPayload, JobType } from '#app/features/jobs/schema.ts'
import {
  closeCodes,
  type RunnerMessage,
  type RunnerOp,
  type ServerFrame,
} from '#app/features/runners/schema.ts'

/** Logger of the runner's parts. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, text: string) => void>

/** Failure of an action. `code` is for programs. The message contains no token and no URL. */
type ActionError = { code: string; message: string; retryable: boolean }

/** Outcome of an action. */
export type ActionOutcome = { status: 'succeeded'; output: object } | { status: 'failed'; error: ActionError }

export const failed = (code: string, message: string, retryable: boolean): ActionOutcome => ({
  status: 'failed',
  error: { code, message: message.slice(0, 2_000), retryable },
})

/** Facts from the gateway about the ids in a task. Missing facts are unknown, not false. */
export type KnownIds = { channelGuild?: string; isMember?: boolean; hasRole?: boolean }

/** Action that the executor runs. */
export type Task = { type: JobType; payload: JobPayload; idempotency_key: string; known?: KnownIds }

/** Runs actions. Always settles soon after an abort, and never rejects. */
export type Executor = {
  run(task: Task, signal: AbortSignal): Promise<ActionOutcome>
  close(): Promise<void>
}

/** Dependencies of an action. */
export type Tools = {
  discord: DiscordClient
  /** Direct message channels by user. A user's channel never changes. */
  dms: LRUCache<string, string>
  privateHosts: readonly string[]
  now: () => number
}

/** Task as passed to the action. */
export type Job<T extends JobType> = {
  config: ResolvedConfigs[T]
  payload: JobPayload
  idempotencyKey: string
  signal: AbortSignal
}

/** Runs an action and returns a small result object. Throws `ActionFailed` or `DiscordError`. */
export type Action<T extends JobType> = (tools: Tools, job: Job<T>) => Promise<object>

/** Sends a message with the fields of the protocol's schema. */
export type Send = <Op extends RunnerOp>(op: Op, d: RunnerMessage<Op>) => void

/** Fields of a message from the service. */
export type ServiceMessage<Op extends ServerFrame['op']> = Extract<ServerFrame, { op: Op }>['d']

/** Parses a frame of the service, which is trusted to follow the protocol. Returns null for invalid JSON. */
export function readFrame(text: string): ServerFrame | null {
  try {
    return parseLimited(text) as ServerFrame
  } catch {
    return null
  }
}

/** Close codes after which a runner does not reconnect, with their log messages. */
export const fatalCloseCodes: Record<number, string> = {
  [closeCodes.refused]:
    'The service no longer accepts the token of this runner. Create a token with runners create.',
  [closeCodes.replaced]:
    'Another process connected as the same instance. Use a different --instance for each process.',
  [closeCodes.unsupported]:
    'The service uses another version of the protocol. Update the runner or the service, whichever is older.',
}

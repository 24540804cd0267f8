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

/** What the parts of a runner write down. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, text: string) => void>

/** Why an action came to nothing. `code` is for programs; the message holds no token and no address. */
type ActionError = { code: string; message: string; retryable: boolean }

/** How an action ended. */
export type ActionOutcome = { status: 'succeeded'; output: object } | { status: 'failed'; error: ActionError }

export const failed = (code: string, message: string, retryable: boolean): ActionOutcome => ({
  status: 'failed',
  error: { code, message: message.slice(0, 2_000), retryable },
})

/** What the gateway has said of the ids in a task. What is missing is unknown, not wrong. */
export type KnownIds = { channelGuild?: string; isMember?: boolean; hasRole?: boolean }

/** One action to do, as the executor needs it. */
export type Task = { type: JobType; payload: JobPayload; idempotency_key: string; known?: KnownIds }

/** Does actions. After the signal is aborted it settles soon, whatever the action does; it never rejects. */
export type Executor = {
  run(task: Task, signal: AbortSignal): Promise<ActionOutcome>
  close(): Promise<void>
}

/** What an action is done with. */
export type Tools = {
  discord: DiscordClient
  /** The channels of direct messages by user; they stay the same for good. */
  dms: LRUCache<string, string>
  privateHosts: readonly string[]
  now: () => number
}

/** One task as its action sees it. */
export type Job<T extends JobType> = {
  config: ResolvedConfigs[T]
  payload: JobPayload
  idempotencyKey: string
  signal: AbortSignal
}

/** Does one action and says what came of it, as a small object. Throws `ActionFailed` or `DiscordError`. */
export type Action<T extends JobType> = (tools: Tools, job: Job<T>) => Promise<object>

/** Sends one message. The fields are those of the protocol’s schema. */
export type Send = <Op extends RunnerOp>(op: Op, d: RunnerMessage<Op>) => void

/** The fields of a message from the service. */
export type ServiceMessage<Op extends ServerFrame['op']> = Extract<ServerFrame, { op: Op }>['d']

/** A frame of the service, which is trusted to keep to the protocol; null for what is no JSON. */
export function readFrame(text: string): ServerFrame | null {
  try {
    return parseLimited(text) as ServerFrame
  } catch {
    return null
  }
}

/** Close codes after which a runner does not connect again, with what the log says. */
export const fatalCloseCodes: Record<number, string> = {
  [closeCodes.refused]: 'The service no longer accepts the token of this runner.',
  [closeCodes.replaced]:
    'Another process connected as the same instance. Give each an --instance of its own.',
  [closeCodes.unsupported]: 'The service uses another version of the protocol. Update the older side.',
}

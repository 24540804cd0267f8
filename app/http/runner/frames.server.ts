import type { z } from 'zod'
import { emptyBelow, jsonLimits, measureText, parseStored } from '#app/primitives/bounded-json.ts'
import { directoryLimits } from '#app/features/directory/schema.ts'
import type { JobRow } from '#app/features/jobs/jobs.server.ts'
import {
  envelope,
  eventBatch,
  runnerMessages,
  type CloseReason,
  type JobFrame,
  type RejectedEvent,
  type RunnerFrame,
} from '#app/features/runners/schema.ts'
import { reportedEvent, type GatewayEvent } from '#app/features/events/schema.ts'
import { isUnstorable, issuesOf, NUL_MESSAGE, pathOfNul } from '#app/http/protocol/parse.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Reason for closing a socket, with a message for the runner. */
export type ProtocolViolation = { breach: CloseReason; message: string; ref: string | null }

/** Reads a text frame. Before `identify`, every other message is a violation. */
export function readFrame(text: string, identified: boolean): RunnerFrame | ProtocolViolation {
  const { levels, items } = measureText(text)
  const isDeep = levels > jsonLimits.levels
  const json = parseJson(isDeep ? emptyBelow(text, jsonLimits.levels + 1) : text)
  if (json === undefined) return violation('notJson', 'A frame must be JSON text.')
  const outer = envelope.safeParse(json)
  if (!outer.success)
    return violation('badMessage', 'A frame must be an object {"op": "<message>", "d": {…}}.')
  const { op, d } = outer.data
  if (!isOp(op)) return violation('badMessage', `The message ${JSON.stringify(op)} does not exist.`, op)
  if (op === 'identify' && versionOf(d) !== 1)
    return violation('unsupported', 'This service supports only version 1 of the protocol.', op)
  if (op === 'identify' && identified)
    return violation('badMessage', 'This socket has already identified. Send identify only once.', op)
  if (op !== 'identify' && !identified)
    return violation('notIdentified', 'The first message must be identify.', op)
  if (op === 'events') return readBatch(d)
  if (op === 'interaction') return violation('badMessage', 'Send op as the first key of an interaction.', op)
  if (isDeep || items > jsonLimits.items) return violation('badMessage', TOO_MUCH, op)
  if (op.startsWith('directory') && Buffer.byteLength(text) > directoryLimits.frameBytes)
    return violation('badMessage', `${op}: A frame can have at most 512 KiB.`, op)
  const message = runnerMessages[op].safeParse(op === 'result' ? withoutNul(d) : d)
  if (!message.success) return violation('badMessage', validationMessage(op, message.error), op)
  const nul = pathOfNul(message.data)
  if (nul) return violation('badMessage', `${[op, ...nul].join('.')}: ${NUL_MESSAGE}`, op)
  return { op, d: message.data } as RunnerFrame
}

const UNSTORABLE = 'Remove NUL characters and unpaired surrogates, which cannot be stored.'

const TOO_MUCH = `A frame can have at most ${jsonLimits.levels} levels, and ${formatInteger(jsonLimits.items)} keys and items.`

/** Replaces NUL characters, so that the response of a webhook cannot close the runner's socket. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(withoutNul)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.replaceAll('\0', '\ufffd'), withoutNul(inner)]),
  )
}

/** Validates each event separately, so that an invalid event does not reject the batch or close the socket. */
function readBatch(d: unknown): RunnerFrame | ProtocolViolation {
  const batch = eventBatch.safeParse(d)
  if (!batch.success) return violation('badMessage', validationMessage('events', batch.error), 'events')
  const { batch_id } = batch.data
  if (batch_id.includes('\0')) return violation('badMessage', `events.batch_id: ${NUL_MESSAGE}`, 'events')
  const events: GatewayEvent[] = []
  const rejected: RejectedEvent[] = []
  for (const one of batch.data.events) {
    const event = reportedEvent.safeParse(one)
    const bad = event.success && pathOfNul(event.data, isUnstorable)
    if (event.success && !bad) events.push(event.data)
    else
      rejected.push({
        id: idOf(one),
        reason: bad ? `${bad.join('.')}: ${UNSTORABLE}` : reasonOf(event.error!),
      })
  }
  return { op: 'events', d: { batch_id, events }, rejected }
}

function idOf(event: unknown): string | null {
  const id = typeof event === 'object' && event !== null && 'id' in event ? event.id : null
  return typeof id === 'string' ? id.slice(0, 100) : null
}

function reasonOf(error: z.ZodError): string {
  const [issue] = issuesOf(error)
  return issue
    ? `${issue.path ? `${issue.path}: ` : ''}${issue.message}`.slice(0, 200)
    : 'The event is invalid.'
}

const isOp = (op: string): op is RunnerFrame['op'] => Object.hasOwn(runnerMessages, op)

const violation = (reason: CloseReason, message: string, ref: string | null = null): ProtocolViolation => ({
  breach: reason,
  message,
  ref,
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns the requested protocol version. Default 1, the version of the subprotocol. */
const versionOf = (d: unknown) => (d !== null && typeof d === 'object' && 'v' in d ? d.v : 1)

function validationMessage(op: string, error: z.ZodError) {
  const [issue] = error.issues
  return issue ? `${[op, ...issue.path].join('.')}: ${issue.message}` : op
}

/** Returns a leased job as a frame for the runner. */
export const jobFrame = (job: JobRow): JobFrame => ({
  job_id: job.id,
  attempt: job.attempt,
  type: job.type as JobFrame['type'],
  payload: parseStored(job.payload) as JobFrame['payload'],
  idempotency_key: job.idempotency_key,
  lease_token: job.lease_token!,
  lease_expires_at: job.lease_expires_at!,
  deadline_at: job.deadline_at,
  priority: job.priority,
})

import type { z } from 'zod'
import type { JobRow } from '#app/features/jobs/jobs.server.ts'
import {
  envelope,
  runnerMessages,
  type CloseReason,
  type JobFrame,
  type RunnerFrame,
} from '#app/features/runners/schema.ts'

/** Why a socket must be closed, with a sentence for the one at the other end. */
export type Breach = { breach: CloseReason; message: string; ref: string | null }

/** Reads one text frame. Before `identify` nothing else is taken, whatever its shape. */
export function readFrame(text: string, identified: boolean): RunnerFrame | Breach {
  const json = parseJson(text)
  if (json === undefined) return breach('notJson', 'A frame is JSON text.')
  const outer = envelope.safeParse(json)
  if (!outer.success) return breach('badMessage', 'A frame is an object {"op": "<message>", "d": {…}}.')
  const { op, d } = outer.data
  if (!isOp(op)) return breach('badMessage', `There is no message ${JSON.stringify(op)}.`, op)
  if (op === 'identify' && versionOf(d) !== 1)
    return breach('unsupported', 'This service speaks version 1.', op)
  if (op === 'identify' && identified) return breach('badMessage', 'This socket has identified already.', op)
  if (op !== 'identify' && !identified) return breach('notIdentified', 'The first message is identify.', op)
  const message = runnerMessages[op].safeParse(d)
  if (!message.success) return breach('badMessage', complaint(op, message.error), op)
  return { op, d: message.data } as RunnerFrame
}

const isOp = (op: string): op is RunnerFrame['op'] => Object.hasOwn(runnerMessages, op)

const breach = (reason: CloseReason, message: string, ref: string | null = null): Breach => ({
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

/** The version that a runner asks for; one that says nothing means the one of the sub-protocol. */
const versionOf = (d: unknown) => (d !== null && typeof d === 'object' && 'v' in d ? d.v : 1)

function complaint(op: string, error: z.ZodError) {
  const [issue] = error.issues
  return issue ? `${[op, ...issue.path].join('.')}: ${issue.message}` : op
}

/** A leased job as its runner gets it. */
export const jobFrame = (job: JobRow): JobFrame => ({
  job_id: job.id,
  attempt: job.attempt,
  type: job.type as JobFrame['type'],
  payload: JSON.parse(job.payload) as JobFrame['payload'],
  idempotency_key: job.idempotency_key,
  lease_token: job.lease_token!,
  lease_expires_at: job.lease_expires_at!,
  deadline_at: job.deadline_at,
  priority: job.priority,
})

/** A close reason holds 123 bytes of UTF-8. */
export function clip(message: string): string {
  let text = message.slice(0, 123)
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1)
  return text
}

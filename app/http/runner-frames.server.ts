import type { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { Refusal } from '#app/errors.ts'
import { creditRunner, touchRunner } from '#app/features/runners/runners.server.ts'
import {
  envelope,
  runnerMessages,
  type CloseReason,
  type RunnerFrame,
  type RunnerMessage,
  type ServerFrame,
} from '#app/features/runners/schema.ts'
import { recordEvents } from '#app/features/stats/events.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'

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

/** What the service does on a message of an identified runner, and what it says to it. Throws when it could not do it. */
export async function answerFrame(
  ctx: Context,
  session_id: string,
  frame: RunnerFrame,
): Promise<ServerFrame[]> {
  switch (frame.op) {
    case 'heartbeat': {
      await touchRunner(ctx, { session_id })
      const { seq, leases } = frame.d
      return [{ op: 'heartbeat_ack', d: { seq, extended: [], lost: leases.map(([job]) => job), cancel: [] } }]
    }
    case 'ready_for':
      await creditRunner(ctx, { session_id, slots: frame.d.slots })
      return []
    case 'events':
      return takeEvents(ctx, frame.d)
    case 'snapshot':
      await recordSnapshot(ctx, frame.d)
      return []
    case 'result':
      return [{ op: 'ack', d: { job_id: frame.d.job_id, outcome: 'unknown' } }]
    default:
      return []
  }
}

/** A refused batch is answered for good. One that met a fault gets no `ack`, so that the runner sends it again. */
async function takeEvents(
  ctx: Context,
  { batch_id, events }: RunnerMessage<'events'>,
): Promise<ServerFrame[]> {
  try {
    const { recorded } = await recordEvents(ctx, { events })
    const outcome = recorded === 0 && events.length > 0 ? 'duplicate' : 'recorded'
    return [{ op: 'ack', d: { batch_id, outcome } }]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [errorFrame(error, batch_id), { op: 'ack', d: { batch_id, outcome: 'unknown' } }]
  }
}

/** The `error` message of a refusal, or one without detail for anything else. */
export function errorFrame(error: unknown, ref: string | null): ServerFrame {
  const known = error instanceof Refusal
  const code = known ? error.code : 'internal'
  const message = known ? error.message : 'Something went wrong here. Send it again later.'
  return { op: 'error', d: { code, message, ref } }
}

/** What an `error` message points at. */
export function refOf({ op, d }: RunnerFrame): string {
  if (op === 'events') return d.batch_id
  if (op === 'result') return d.job_id
  return op === 'snapshot' ? d.guild_id : op
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

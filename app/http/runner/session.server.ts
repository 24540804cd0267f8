import type { RawData, WebSocket } from 'ws'
import { contextFor, type App } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { Refusal } from '#app/errors.ts'
import { createPartBuffer } from '#app/features/directory/parts.ts'
import { DIRECTORY_CAPABILITY, type DirectoryServerFrame } from '#app/features/directory/schema.ts'
import type { ClaimingRunner } from '#app/features/jobs/claim.server.ts'
import type { AnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import type { JobRow } from '#app/features/jobs/jobs.server.ts'
import { releaseJobs, resumeJobs } from '#app/features/jobs/leases.server.ts'
import { connectRunner, disconnectRunner, type RunnerActor } from '#app/features/runners/runners.server.ts'
import {
  closeCodes,
  runnerLimits as limits,
  runnerTimes,
  type CloseReason,
  type RunnerFrame,
  type RunnerMessage,
  type ServerFrame,
} from '#app/features/runners/schema.ts'
import { handleFrames, errorFrame, batchedOps, refOf } from '#app/http/runner/handlers.server.ts'
import { jobFrame } from '#app/http/runner/frames.server.ts'
import { createInteractionLane, isInteraction } from '#app/http/runner/interactions.server.ts'
import { createThrottle } from '#app/http/runner/rate-limit.server.ts'
import { createFrameQueue } from '#app/http/runner/queue.server.ts'
import { truncateBytes } from '#app/primitives/text.ts'

/** Maximum characters of queued frames. Above the limit, reading from the socket is paused. */
const MAX_QUEUED_CHARACTERS = 4 * limits.maxPayload
/** Operations that can change how many jobs a runner can receive. */
const slotFreeingOps: readonly RunnerFrame['op'][] = ['identify', 'ready_for', 'reject', 'result']

/** Socket of a runner. `identity` is null until the runner has identified. */
export type RunnerSession = {
  runnerId: string
  identity: { sessionId: string; instanceKey: string } | null
  /** Returns the runner's current capacity, or null if the runner accepts no jobs. */
  taker(): ClaimingRunner | null
  /** Sends leased jobs. Returns false if the socket is closed. */
  give(jobs: JobRow[]): boolean
  /** Asks the runner about a guild, if the runner can respond. */
  ask(frame: DirectoryServerFrame): void
  /** Asks the runner to stop a job. */
  cancel(jobId: string): void
  close(reason: CloseReason, message: string): void
  /** Announces the shutdown, processes received frames, then closes the socket. */
  drain(deadline: Date): void
  terminate(): void
  /** Resolves when the socket is closed and the end is recorded. */
  ended: Promise<void>
}

type SessionOptions = {
  respond: AnswerQueue
  identified(session: RunnerSession): void
  /** Called when the runner might accept more jobs. */
  freed(): void
}

/**
 * Runs the `runner.v1` protocol on an authenticated socket. Frames are processed strictly in order, except interactions.
 */
export function runSession(
  ws: WebSocket,
  app: App,
  actor: RunnerActor,
  { respond, identified, freed }: SessionOptions,
) {
  const ctx = contextFor(app, actor)
  const times = runnerTimes(app.config)
  const pace = createThrottle(limits.messagesPerSecond)
  const silence = setTimeout(() => close('silent', 'no message was received for too long'), times.silentMs)
  const hurry = setTimeout(
    () => close('notIdentified', 'identify was not received in time'),
    limits.identifyMs,
  )
  const parts = createPartBuffer()
  let reportsDirectory = false
  let closing = false
  let about: Omit<ClaimingRunner, 'id'> | null = null
  const queue = createFrameQueue({
    isIdentified: () => session.identity !== null,
    answer,
    breach({ breach, message, ref }) {
      send({ op: 'error', d: { code: 'invalid_request', message, ref } })
      close(breach, message)
    },
    failed(error) {
      app.log.error({ err: error, runner: actor.runnerId }, 'a frame from a runner failed')
      close('badMessage', 'the frame could not be processed')
    },
    eased(waiting) {
      if (closing) return
      if (ws.isPaused && waiting <= MAX_QUEUED_CHARACTERS) ws.resume()
      silence.refresh()
    },
  })
  const interactions = createInteractionLane({ ctx, respond, send })

  const session: RunnerSession = {
    runnerId: actor.runnerId,
    identity: null,
    taker() {
      const isCalm = !closing && ws.readyState === ws.OPEN && ws.bufferedAmount < limits.calmBuffered
      return isCalm && session.identity && about ? { ...about, id: session.identity.sessionId } : null
    },
    give(jobs) {
      for (const job of jobs) {
        pace.owe(2)
        send({ op: 'job', d: jobFrame(job) })
      }
      return !closing && ws.readyState === ws.OPEN
    },
    ask(frame) {
      if (reportsDirectory && (!actor.guildId || actor.guildId === frame.d.guild_id)) send(frame)
    },
    cancel: (job_id) => send({ op: 'cancel', d: { job_id, reason: 'cancelled' } }),
    close,
    drain(deadline) {
      send({ op: 'drain', d: { deadline_at: deadline.toISOString() } })
      about = null
      void Promise.all([queue.idle(), interactions.idle()]).then(() =>
        close('restarting', 'the service is shutting down'),
      )
    },
    terminate: () => ws.terminate(),
    ended: new Promise((resolve) => ws.once('close', () => void queue.idle().then(end).then(resolve))),
  }

  ws.on('error', (error) =>
    app.log.debug({ err: error, runner: actor.runnerId }, 'the socket of a runner failed'),
  )
  ws.on('message', take)
  const { heartbeatMs: heartbeat_ms, leaseMs: lease_ms } = times
  const server_time = app.now().toISOString()
  send({ op: 'hello', d: { v: 1, heartbeat_ms, lease_ms, max_payload: limits.maxPayload, server_time } })
  return session

  function take(data: RawData, isBinary: boolean) {
    if (closing) return
    silence.refresh()
    if (session.identity && !isBinary && isInteraction(data)) {
      if (!interactions.take(data)) close('tooFast', 'too many interactions in a second')
      return
    }
    if (!pace.take()) return close('tooFast', `more than ${limits.messagesPerSecond} messages in a second`)
    if (isBinary) return close('notJson', 'binary frames are not accepted')
    if (queue.push(String(data)) > MAX_QUEUED_CHARACTERS) ws.pause()
  }

  async function answer(frames: RunnerFrame[]) {
    const [frame] = frames as [RunnerFrame]
    try {
      if (frame.op === 'identify') await identify(frame.d)
      else if (frame.op === 'bye') await leave()
      else {
        const { sessionId } = session.identity!
        for (const one of await handleFrames(ctx, sessionId, frames, parts)) send(one)
      }
      if (frame.op === 'ready_for' && about) about.slots = frame.d.slots
    } catch (error) {
      for (const one of frames) fail(error, one)
    }
    if (slotFreeingOps.includes(frame.op)) freed()
  }

  async function identify(message: RunnerMessage<'identify'>) {
    clearTimeout(hurry)
    const { session_id } = await connectRunner(ctx, message)
    session.identity = { sessionId: session_id, instanceKey: message.instance_key }
    const { runnerId, guildId } = actor
    const { keep, drop } = await resumeJobs(ctx, { session: session_id, leases: message.active })
    if (closing || ws.readyState !== ws.OPEN) return
    identified(session)
    pace.owe(keep.length)
    send({ op: 'ready', d: { session_id, runner_id: runnerId, keep, drop } })
    reportsDirectory = message.capabilities.includes(DIRECTORY_CAPABILITY)
    const jobs = message.capabilities.filter((one) => one !== DIRECTORY_CAPABILITY)
    const types = jobs.length ? jobs : null
    about = { runnerId, name: message.name, guildId, types, slots: message.slots }
  }

  async function leave() {
    about = null
    await releaseJobs(ctx, { session: session.identity!.sessionId }).finally(() => close('bye', 'bye'))
  }

  function fail(error: unknown, frame: RunnerFrame) {
    const refused = error instanceof Refusal
    if (!refused)
      app.log.error({ err: error, runner: actor.runnerId, op: frame.op }, 'a message from a runner failed')
    send(errorFrame(error, refOf(frame)))
    if (frame.op === 'identify' && refused) return close('refused', 'the token is not valid')
    // Runners repeat a report only after a reconnect, so close the socket. If the socket stayed open, the job would be
    // leased again.
    const isReport = batchedOps.includes(frame.op) || frame.op === 'guild' || frame.op === 'guilds'
    if (frame.op === 'identify' || (isReport && isOutage(error)))
      close('restarting', 'the service cannot accept this now')
  }

  function send(frame: ServerFrame) {
    if (closing || ws.readyState !== ws.OPEN) return
    ws.send(JSON.stringify(frame))
    if (ws.bufferedAmount > limits.maxBuffered) close('tooFast', 'the runner does not read responses')
  }

  function close(reason: CloseReason, message: string) {
    if (closing) return
    stop()
    // RFC 6455 limits the reason to 123 bytes.
    ws.close(closeCodes[reason], truncateBytes(message, 123))
    ws.resume()
  }

  function stop() {
    closing = true
    queue.end()
    clearTimeout(silence)
    clearTimeout(hurry)
  }

  async function end() {
    stop()
    if (!session.identity) return
    await disconnectRunner(ctx, { session_id: session.identity.sessionId }).catch((error: unknown) => {
      app.log.warn({ err: error, runner: actor.runnerId }, 'the end of a runner’s session was not recorded')
    })
  }
}

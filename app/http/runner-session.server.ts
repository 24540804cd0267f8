import type { RawData, WebSocket } from 'ws'
import { contextFor, type App } from '#app/context.server.ts'
import { Refusal } from '#app/errors.ts'
import { connectRunner, disconnectRunner, type RunnerActor } from '#app/features/runners/runners.server.ts'
import {
  closeCodes,
  runnerLimits as limits,
  type CloseReason,
  type RunnerFrame,
  type RunnerMessage,
  type ServerFrame,
} from '#app/features/runners/schema.ts'
import { answerFrame, errorFrame, readFrame, refOf } from '#app/http/runner-frames.server.ts'

/** Characters of frames that wait for their turn; beyond it the socket is not read until they are done. */
const MAX_WAITING = 4 * limits.maxPayload

/** One runner's socket. `identity` is null until it has identified. */
export type RunnerSession = {
  runnerId: string
  identity: { sessionId: string; instanceKey: string } | null
  close(reason: CloseReason, message: string): void
  /** Says that the service goes away, answers what has arrived, then closes. */
  drain(deadline: Date): void
  terminate(): void
  /** Resolves when the socket is gone and the database knows. */
  ended: Promise<void>
}

/** Speaks `runner.v1` on a socket whose token was checked. Frames are handled strictly one after the other. */
export function runSession(
  ws: WebSocket,
  app: App,
  actor: RunnerActor,
  identified: (session: RunnerSession) => void,
) {
  const ctx = contextFor(app, actor)
  const mayTake = pace(limits.messagesPerSecond)
  const silence = setTimeout(
    () => close('silent', 'no frame for too long'),
    limits.heartbeatMs * limits.missedHeartbeats,
  )
  const hurry = setTimeout(() => close('notIdentified', 'identify did not come in time'), limits.identifyMs)
  let closing = false
  let waiting = 0
  let queue = Promise.resolve()

  const session: RunnerSession = {
    runnerId: actor.runnerId,
    identity: null,
    close,
    drain(deadline) {
      send({ op: 'drain', d: { deadline_at: deadline.toISOString() } })
      queue = queue.then(() => close('restarting', 'the service goes away'))
    },
    terminate: () => ws.terminate(),
    ended: new Promise((resolve) => ws.once('close', () => void queue.then(end).then(resolve))),
  }

  ws.on('error', (error) => app.log.debug({ err: error, runner: actor.runnerId }, 'a runner’s socket failed'))
  ws.on('message', take)
  send({
    op: 'hello',
    d: {
      v: 1,
      heartbeat_ms: limits.heartbeatMs,
      lease_ms: limits.leaseMs,
      max_payload: limits.maxPayload,
      server_time: app.now().toISOString(),
    },
  })
  return session

  function take(data: RawData, isBinary: boolean) {
    if (closing) return
    silence.refresh()
    if (!mayTake()) return close('tooFast', `more than ${limits.messagesPerSecond} messages in a second`)
    if (isBinary) return close('notJson', 'binary frames are not taken')
    const text = data.toString()
    waiting += text.length
    if (waiting > MAX_WAITING) ws.pause()
    queue = queue
      .then(() => receive(text))
      .finally(() => {
        waiting -= text.length
        if (closing) return
        if (ws.isPaused && waiting <= MAX_WAITING) ws.resume()
        silence.refresh()
      })
  }

  async function receive(text: string) {
    if (closing) return
    const frame = readFrame(text, session.identity !== null)
    if ('breach' in frame) {
      send({ op: 'error', d: { code: 'invalid_request', message: frame.message, ref: frame.ref } })
      return close(frame.breach, frame.message)
    }
    try {
      if (frame.op === 'identify') await identify(frame.d)
      else if (frame.op === 'bye') close('bye', 'bye')
      else for (const answer of await answerFrame(ctx, session.identity!.sessionId, frame)) send(answer)
    } catch (error) {
      fail(error, frame)
    }
  }

  async function identify(message: RunnerMessage<'identify'>) {
    clearTimeout(hurry)
    const { session_id } = await connectRunner(ctx, message)
    session.identity = { sessionId: session_id, instanceKey: message.instance_key }
    if (closing || ws.readyState !== ws.OPEN) return
    identified(session)
    const drop = message.active.map((job) => job.job_id)
    send({ op: 'ready', d: { session_id, runner_id: actor.runnerId, keep: [], drop } })
  }

  function fail(error: unknown, frame: RunnerFrame) {
    const refused = error instanceof Refusal
    if (!refused)
      app.log.error({ err: error, runner: actor.runnerId, op: frame.op }, 'a runner’s message failed')
    send(errorFrame(error, refOf(frame)))
    if (frame.op !== 'identify') return
    if (refused) close('refused', 'the token is not valid')
    else close('restarting', 'the service cannot take runners now')
  }

  function send(frame: ServerFrame) {
    if (closing || ws.readyState !== ws.OPEN) return
    ws.send(JSON.stringify(frame))
    if (ws.bufferedAmount > limits.maxBuffered) close('tooFast', 'answers are not read')
  }

  function close(reason: CloseReason, message: string) {
    if (closing) return
    closing = true
    clearTimeout(silence)
    clearTimeout(hurry)
    ws.close(closeCodes[reason], clip(message))
    ws.resume()
  }

  async function end() {
    closing = true
    clearTimeout(silence)
    clearTimeout(hurry)
    if (!session.identity) return
    await disconnectRunner(ctx, { session_id: session.identity.sessionId }).catch((error: unknown) => {
      app.log.warn({ err: error, runner: actor.runnerId }, 'the end of a runner’s session was not recorded')
    })
  }
}

/** True while the sender keeps to `perSecond`, with one second's worth at once. */
function pace(perSecond: number) {
  let left = perSecond
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(perSecond, left + ((now - at) * perSecond) / 1000)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
}

/** A close reason holds 123 bytes of UTF-8. */
const clip = (message: string) => {
  let text = message.slice(0, 123)
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1)
  return text
}

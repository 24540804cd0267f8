import { once } from 'node:events'
import { WebSocket, type RawData } from 'ws'
import {
  closeCodes,
  RUNNER_PROTOCOL,
  runnerLimits,
  type RunnerMessage,
  type ServerFrame,
} from '#app/features/runners/schema.ts'
import { delayOf, type Delays, makePace, refusalOf, type Silence, watchSilence } from '#app/runner/timing.ts'
import { fatal, readFrame, type FromService, type Log, type Send } from '#app/runner/protocol.ts'

/** What the service says in answer to `identify`, after `hello`. */
type Hello = FromService<'hello'>
/** Frames that the connection does not keep to itself. */
export type Delivered = Exclude<ServerFrame, { op: 'hello' | 'ready' }>

/** Why a connection came to its end: it was closed from here, or the service does not want it. */
export type Ending = { reason: 'stopped' } | { reason: 'refused'; message: string }

type Parts = {
  url: string
  token: string
  log: Log
  delays?: Delays
  random?: () => number
  /** Who we are and which jobs we have, asked anew for every socket. */
  identify(): Omit<RunnerMessage<'identify'>, 'session_id'>
  leases(): RunnerMessage<'heartbeat'>['leases']
  ready(ready: FromService<'ready'>, hello: Hello): void
  deliver(frame: Delivered): void
  beat(): void
}

type Connection = {
  /** Sends when the service is ready for it; otherwise it is lost, and `ready` is the time to say it again. */
  send: Send
  isReady(): boolean
  /** Says `bye` and resolves when the socket is closed. */
  close(): Promise<void>
  ended: Promise<Ending>
}

/** Answers to jobs wait for nothing: the service allows two more messages for each job that it sends. */
const answers: readonly string[] = ['accept', 'reject', 'result']

/** Keeps one socket to the service, and makes another whenever it is cut, until it is closed or refused for good. */
export function connect(parts: Parts): Connection {
  const { log } = parts
  const pace = makePace()
  let socket: WebSocket | null = null
  let phase: 'waiting' | 'opening' | 'ready' | 'ended' = 'waiting'
  let sessionId: string | null = null
  let hello: Hello
  let failures = 0
  let seq = 0
  let owed = 0
  let beating: NodeJS.Timeout | undefined
  let silence: Silence | undefined
  let retry: NodeJS.Timeout | undefined
  let settle: (ending: Ending) => void
  const ended = new Promise<Ending>((resolve) => (settle = resolve))
  open()

  return {
    send(op, d) {
      if (phase !== 'ready') return
      if (answers.includes(op) && owed > 0) {
        owed -= 1
        write(op, d)
      } else pace.push(() => write(op, d), op === 'heartbeat')
    },
    isReady: () => phase === 'ready',
    async close() {
      const last = socket
      const wasReady = phase === 'ready'
      end({ reason: 'stopped' })
      if (!last || last.readyState === WebSocket.CLOSED) return
      const closed = once(last, 'close')
      const giveUp = setTimeout(() => last.terminate(), 2_000)
      if (wasReady) last.send(JSON.stringify({ op: 'bye', d: {} }))
      else last.terminate()
      await closed
      clearTimeout(giveUp)
    },
    ended,
  }

  function open() {
    phase = 'opening'
    owed = 0
    const own = new WebSocket(parts.url, RUNNER_PROTOCOL, {
      headers: { Authorization: `Bearer ${parts.token}` },
      handshakeTimeout: 10_000,
      perMessageDeflate: false,
      maxPayload: runnerLimits.maxBuffered,
    })
    socket = own
    own.on('unexpected-response', (request, response) => {
      request.destroy()
      refused(own, response.statusCode ?? 0, response.headers['retry-after'])
    })
    own.on('error', (error) => log.debug({ err: error }, 'the socket to the service failed'))
    own.on('open', () => hear(10_000))
    own.on('ping', () => silence?.heard())
    own.on('message', (data) => {
      try {
        if (own === socket && phase !== 'ended') receive(data)
      } catch (error) {
        log.error({ err: error }, 'a frame of the service failed')
        own.terminate()
      }
    })
    own.on('close', (code, reason) => own === socket && cut(code, String(reason)))
  }

  function refused(own: WebSocket, status: number, retryAfter?: string) {
    if (own !== socket) return
    if (status === 401)
      return end({ reason: 'refused', message: 'The service does not accept the token of this runner.' })
    cut(0, ...refusalOf(status, retryAfter))
  }

  function cut(code: number, reason: string, least = 0) {
    forget()
    socket = null
    if (phase === 'ended') return
    phase = 'waiting'
    const message = fatal[code]
    if (message) return end({ reason: 'refused', message })
    const wait = Math.max(least, delayOf(failures++, parts.delays, parts.random))
    log.warn({ code, reason, wait_ms: Math.round(wait) }, 'not connected to the service; trying again')
    retry = setTimeout(open, wait)
  }

  /** Nobody who is there is silent for longer than this. */
  function hear(patience: number) {
    silence?.stop()
    silence = watchSilence(patience, () => {
      log.warn({}, 'the service is silent')
      socket?.terminate()
    })
  }

  function receive(data: RawData) {
    silence?.heard()
    const frame = readFrame(String(data))
    if (!frame) {
      log.error({}, 'the service sends something that is not JSON')
      return socket?.terminate()
    }
    if (frame.op === 'hello') return meet(frame.d)
    if (frame.op === 'ready') return begin(frame.d)
    if (frame.op === 'heartbeat_ack') failures = 0
    if (frame.op === 'job') owed += 2
    parts.deliver(frame)
  }

  function meet(said: Hello) {
    if ((said.v as number) !== 1) return end({ reason: 'refused', message: fatal[closeCodes.unsupported]! })
    hello = said
    hear(said.heartbeat_ms * runnerLimits.missedHeartbeats)
    write('identify', { ...parts.identify(), session_id: sessionId })
  }

  function begin(ready: FromService<'ready'>) {
    phase = 'ready'
    sessionId = ready.session_id
    beating = setInterval(beat, hello.heartbeat_ms)
    parts.ready(ready, hello)
  }

  function beat() {
    seq += 1
    const d = { seq, leases: parts.leases() }
    pace.push(() => write('heartbeat', d), true)
    parts.beat()
  }

  function write(op: string, d: object) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }))
  }

  function forget() {
    clearInterval(beating)
    silence?.stop()
    clearTimeout(retry)
    pace.clear()
  }

  function end(ending: Ending) {
    if (phase === 'ended') return
    phase = 'ended'
    forget()
    if (ending.reason === 'refused') socket?.terminate()
    settle(ending)
  }
}

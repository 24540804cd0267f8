import { once } from 'node:events'
import { WebSocket, type RawData } from 'ws'
import {
  closeCodes,
  RUNNER_PROTOCOL,
  runnerLimits,
  type RunnerMessage,
  type ServerFrame,
} from '#app/features/runners/schema.ts'
import {
  backoffDelay,
  type Delays,
  createThrottle,
  upgradeRefusal,
  type HeartbeatTimeout,
  createHeartbeatTimeout,
} from '#app/runner/timing.ts'
import { fatalCloseCodes, readFrame, type ServiceMessage, type Log, type Send } from '#app/runner/protocol.ts'

/** Service message after `hello`, in response to `identify`. */
type HelloMessage = ServiceMessage<'hello'>
/** Frames that the connection does not handle itself. */
export type SessionFrame = Exclude<ServerFrame, { op: 'hello' | 'ready' }>

/** Reason why a connection ended permanently: this process closed the connection, or the service refused it. */
export type ConnectionEnd = { reason: 'stopped' } | { reason: 'refused'; message: string }

type ConnectionOptions = {
  url: string
  token: string
  log: Log
  delays?: Delays
  random?: () => number
  /** Returns the identity and the current jobs of this runner. Called for each socket. */
  identify(): Omit<RunnerMessage<'identify'>, 'session_id'>
  leases(): RunnerMessage<'heartbeat'>['leases']
  onReady(ready: ServiceMessage<'ready'>, hello: HelloMessage): void
  onFrame(frame: SessionFrame): void
  onHeartbeat(): void
}

type Connection = {
  /** Sends a message if the service is ready. Otherwise the message is lost and must be sent again in `onReady`. */
  send: Send
  isReady(): boolean
  /** Returns true while more than `MAX_WAITING` messages wait to be sent. */
  isBusy(): boolean
  /** Sends `bye` and resolves when the socket is closed. */
  close(): Promise<void>
  ended: Promise<ConnectionEnd>
}

/** Number of waiting messages above which reports of directories are delayed. */
const MAX_WAITING = 10
/** Job responses that bypass the throttle: the service allows two more messages for each job that it sends. */
const jobResponses: readonly string[] = ['accept', 'reject', 'result']

/** Connects to the service and reconnects until the connection is closed or permanently refused. */
export function connect(options: ConnectionOptions): Connection {
  const { log } = options
  const throttle = createThrottle()
  let socket: WebSocket | null = null
  let phase: 'waiting' | 'opening' | 'ready' | 'ended' = 'waiting'
  let sessionId: string | null = null
  let hello: HelloMessage
  let failures = 0
  let seq = 0
  let owed = 0
  let heartbeatTimer: NodeJS.Timeout | undefined
  let heartbeatTimeout: HeartbeatTimeout | undefined
  let retry: NodeJS.Timeout | undefined
  let settle: (ending: ConnectionEnd) => void
  const ended = new Promise<ConnectionEnd>((resolve) => (settle = resolve))
  open()

  return {
    send(op, d) {
      if (phase !== 'ready') return
      // Interactions have a limit of their own.
      if (op === 'interaction') write(op, d)
      else if (jobResponses.includes(op) && owed > 0) {
        owed -= 1
        write(op, d)
      } else throttle.push(() => write(op, d), op === 'heartbeat')
    },
    isReady: () => phase === 'ready',
    isBusy: () => throttle.size() > MAX_WAITING,
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
    const current = new WebSocket(options.url, RUNNER_PROTOCOL, {
      headers: { Authorization: `Bearer ${options.token}` },
      handshakeTimeout: 10_000,
      perMessageDeflate: false,
      maxPayload: runnerLimits.maxBuffered,
    })
    socket = current
    current.on('unexpected-response', (request, response) => {
      request.destroy()
      refused(current, response.statusCode ?? 0, response.headers['retry-after'])
    })
    current.on('error', (error) => log.debug({ err: error }, 'the connection to the service failed'))
    current.on('open', () => resetHeartbeatTimeout(10_000))
    current.on('ping', () => heartbeatTimeout?.heard())
    current.on('message', (data) => {
      try {
        if (current === socket && phase !== 'ended') receive(data)
      } catch (error) {
        log.error({ err: error }, 'a message from the service could not be processed')
        current.terminate()
      }
    })
    current.on('close', (code, reason) => current === socket && cut(code, String(reason)))
  }

  function refused(current: WebSocket, status: number, retryAfter?: string) {
    if (current !== socket) return
    if (status === 401)
      return end({
        reason: 'refused',
        message: 'The service rejected the token of this runner. Create a token with runners create.',
      })
    cut(0, ...upgradeRefusal(status, retryAfter))
  }

  function cut(code: number, reason: string, least = 0) {
    forget()
    socket = null
    if (phase === 'ended') return
    phase = 'waiting'
    const message = fatalCloseCodes[code]
    if (message) return end({ reason: 'refused', message })
    const wait = Math.max(least, backoffDelay(failures++, options.delays, options.random))
    log.warn({ code, reason, wait_ms: Math.round(wait) }, 'disconnected from the service: reconnecting')
    retry = setTimeout(open, wait)
  }

  /** Restarts the timer that terminates the socket after `patience` milliseconds without data. */
  function resetHeartbeatTimeout(patience: number) {
    heartbeatTimeout?.stop()
    heartbeatTimeout = createHeartbeatTimeout(patience, () => {
      log.warn({}, 'the service does not respond')
      socket?.terminate()
    })
  }

  function receive(data: RawData) {
    heartbeatTimeout?.heard()
    const frame = readFrame(String(data))
    if (!frame) {
      log.error({}, 'the service sent invalid JSON')
      return socket?.terminate()
    }
    if (frame.op === 'hello') return onHello(frame.d)
    if (frame.op === 'ready') return onReady(frame.d)
    if (frame.op === 'heartbeat_ack') failures = 0
    if (frame.op === 'job') owed += 2
    options.onFrame(frame)
  }

  function onHello(said: HelloMessage) {
    if ((said.v as number) !== 1)
      return end({ reason: 'refused', message: fatalCloseCodes[closeCodes.unsupported]! })
    hello = said
    resetHeartbeatTimeout(said.heartbeat_ms * runnerLimits.missedHeartbeats)
    write('identify', { ...options.identify(), session_id: sessionId })
  }

  function onReady(ready: ServiceMessage<'ready'>) {
    phase = 'ready'
    sessionId = ready.session_id
    heartbeatTimer = setInterval(sendHeartbeat, hello.heartbeat_ms)
    options.onReady(ready, hello)
  }

  function sendHeartbeat() {
    seq += 1
    const d = { seq, leases: options.leases() }
    throttle.push(() => write('heartbeat', d), true)
    options.onHeartbeat()
  }

  function write(op: string, d: object) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }))
  }

  function forget() {
    clearInterval(heartbeatTimer)
    heartbeatTimeout?.stop()
    clearTimeout(retry)
    throttle.clear()
  }

  function end(ending: ConnectionEnd) {
    if (phase === 'ended') return
    phase = 'ended'
    forget()
    if (ending.reason === 'refused') socket?.terminate()
    settle(ending)
  }
}

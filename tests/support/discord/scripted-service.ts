import type { AddressInfo } from 'node:net'
import { createServer, type IncomingMessage } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { JobFrame, RunnerMessage, RunnerOp } from '#app/features/runners/schema.ts'
import { runnerMessages } from '#app/features/runners/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

type Frame = { [Op in RunnerOp]: { op: Op; d: RunnerMessage<Op> } }[RunnerOp]
type StreamedEvent = { frame: Frame; socket: number; at: number }

/**
 * A service that says what a test tells it to. It checks every frame against the protocol, greets each socket, and by itself
 * answers `identify` with `ready`, heartbeats with their `ack` and, unless told not to, events and results.
 */
export async function scriptedService(
  script: { status?: number; acks?: boolean; greets?: boolean; heartbeat?: number } = {},
) {
  // In milliseconds: tests have no time for real heartbeats.
  const state = {
    heartbeat: 60,
    status: 0,
    acks: true,
    greets: true,
    drop: [] as string[],
    beats: true,
    ...script,
  }
  const server = createServer((_, answer) => answer.writeHead(426).end())
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'runner.v1' })
  const heard: StreamedEvent[] = []
  const upgrades: IncomingMessage[] = []
  let current: WebSocket | null = null
  let count = 0

  server.on('upgrade', (request, socket, head) => {
    upgrades.push(request)
    if (state.status) return socket.end(`HTTP/1.1 ${state.status} No\r\nContent-Length: 0\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, meet)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`

  function greet(say: (op: string, d: object) => void) {
    const times = { heartbeat_ms: state.heartbeat, lease_ms: 4 * state.heartbeat }
    say('hello', { v: 1, ...times, max_payload: 1_048_576, server_time: new Date().toISOString() })
  }

  function meet(ws: WebSocket) {
    current = ws
    const socket = (count += 1)
    const say = (op: string, d: object) => ws.send(JSON.stringify({ op, d }))
    if (state.greets) greet(say)
    ws.on('message', (data) => {
      const { op, d } = JSON.parse(String(data)) as { op: RunnerOp; d: unknown }
      const frame = { op, d: runnerMessages[op].parse(d) } as Frame
      heard.push({ frame, socket, at: performance.now() })
      if (frame.op === 'identify') {
        const active = frame.d.active.map((job) => job.job_id)
        const keep = active.filter((id) => !state.drop.includes(id))
        const drop = active.filter((id) => state.drop.includes(id))
        say('ready', { session_id: `session-${socket}`, runner_id: 'runner01', keep, drop })
      }
      if (frame.op === 'heartbeat' && state.beats)
        say('heartbeat_ack', { seq: frame.d.seq, extended: [], lost: [], cancel: [] })
      if (!state.acks) return
      if (frame.op === 'events') say('ack', { batch_id: frame.d.batch_id, outcome: 'recorded' })
      if (frame.op === 'result') say('ack', { job_id: frame.d.job_id, outcome: 'recorded' })
      if (frame.op === 'bye') ws.close(1000, 'bye')
    })
  }

  const all = <Op extends RunnerOp>(op: Op) =>
    heard.flatMap(({ frame, ...rest }) =>
      frame.op === op ? [{ d: frame.d as RunnerMessage<Op>, ...rest }] : [],
    )
  return {
    url,
    state,
    upgrades,
    all,
    say: (op: string, d: object) => current!.send(JSON.stringify({ op, d })),
    write: (text: string) => current!.send(text),
    close: (code: number) => current!.close(code),
    cut: () => current!.terminate(),
    async stop() {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let made = 0

/** A job for a message, not yet due for anything else. */
export function aJob(over: Partial<JobFrame> = {}): JobFrame {
  const id = `job-${(made += 1)}`
  return {
    job_id: id,
    attempt: 1,
    type: 'SEND_MESSAGE',
    payload: {
      guild_id: '100000000000000001',
      config: { channel_id: '300000000000000001', content: 'Hello' },
      source: { kind: 'automation', id: 'a', name: 'Welcome', run_id: 'r', step: 0 },
      event: anEvent(),
    },
    idempotency_key: `key-${id}`,
    lease_token: `lease-${id}`,
    lease_expires_at: new Date(Date.now() + 60_000).toISOString(),
    deadline_at: null,
    priority: 0,
    ...over,
  }
}

/** An event of the gateway as it is reported. */
export function anEvent(over: Partial<GatewayEvent> = {}): GatewayEvent {
  return {
    id: `event-${(made += 1)}`,
    type: 'MEMBER_JOIN',
    occurred_at: new Date().toISOString(),
    guild_id: '100000000000000001',
    actor: { id: '200000000000000042', name: 'Ada', is_bot: false },
    target: null,
    channel: null,
    data: {},
    ...over,
  }
}

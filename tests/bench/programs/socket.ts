import { once } from 'node:events'
import WebSocket from 'ws'

export type Frame = { op: string; d: Record<string, unknown> }

/** A runner’s end of a socket that has identified. */
export async function openSocket(url: string, token: string, identity: object) {
  const socket = new WebSocket(`${url}/api/runner/ws`, 'runner.v1', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const frames: Frame[] = []
  const waiting: ((frame: Frame) => void)[] = []
  socket.on('message', (bytes) => {
    const frame = JSON.parse(String(bytes)) as Frame
    const next = waiting.shift()
    if (next) next(frame)
    else frames.push(frame)
  })
  const send = (op: string, d: object) => socket.send(JSON.stringify({ op, d }))
  /** The next message of a kind; others are passed over. */
  const next = async (op: string): Promise<Frame> => {
    for (;;) {
      const frame = frames.shift() ?? (await new Promise<Frame>((resolve) => waiting.push(resolve)))
      if (frame.op === op) return frame
    }
  }
  await once(socket, 'open')
  await next('hello')
  send('identify', { name: 'bench', version: '1', slots: 0, ...identity })
  await next('ready')
  return { send, next, close: () => socket.terminate() }
}

import { once } from 'node:events'
import WebSocket from 'ws'
import { anAddress } from '#tests/support/http/client.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { cliJson } from '#tests/support/http/server.ts'

export type Frame = { op: string; d: Record<string, unknown> }

/** A runner made by the CLI, with its token. */
export const aRunnerToken = (server: Pick<Server, 'env'>, more: string[] = []) =>
  cliJson<{ id: string; token: string }>(server.env, ['runners', 'create', '--name', 'test', ...more])

/** A runner's end of the socket, with the frames that came in kept in order. */
export function connect(
  server: Pick<Server, 'url'>,
  token: string | null,
  { protocols = ['runner.v1'], headers = {} as Record<string, string> } = {},
) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/runner/ws`, protocols, {
    headers: {
      'X-Forwarded-For': anAddress(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  })
  const frames: Frame[] = []
  const waiting: ((frame: Frame) => void)[] = []
  socket.on('message', (bytes) => {
    const frame = JSON.parse(String(bytes)) as Frame
    const next = waiting.shift()
    if (next) next(frame)
    else frames.push(frame)
  })
  socket.on('error', () => {})
  return {
    socket,
    send: (op: string, d: object) => socket.send(JSON.stringify({ op, d })),
    next: () =>
      new Promise<Frame>((resolve) => (frames.length ? resolve(frames.shift()!) : waiting.push(resolve))),
    closed: () => once(socket, 'close').then(([code]) => code as number),
    refused: () =>
      once(socket, 'unexpected-response').then(
        ([, response]) => (response as { statusCode: number }).statusCode,
      ),
  }
}

const identity = (instance_key = 'one', over: object = {}) => ({
  instance_key,
  name: 'test',
  version: '1.0.0',
  capabilities: [],
  slots: 0,
  active: [],
  ...over,
})

/** A runner that has identified. */
export async function ready(
  server: Pick<Server, 'url'>,
  token: string,
  instance?: string,
  over: object = {},
) {
  const runner = connect(server, token)
  const hello = await runner.next()
  runner.send('identify', identity(instance, over))
  return { ...runner, hello, ready: await runner.next() }
}

/** A bare WebSocket server in a process of its own: it carries the frames of jobs, checks nothing and keeps nothing. */
import { WebSocketServer } from 'ws'

/** As many jobs at once as the runner that is measured takes. */
const WINDOW = 500

/** A frame as long as those of the service. */
const job = JSON.stringify({
  op: 'job',
  d: {
    job_id: '01JAAAAAAAAAAAAAAAAAAAAAAA',
    run_id: '01JAAAAAAAAAAAAAAAAAAAAAAB',
    guild_id: '100000000000000010',
    type: 'SEND_MESSAGE',
    attempt: 1,
    lease_token: 'x'.repeat(48),
    lease_expires_at: '2026-01-01T00:00:00.000Z',
    config: { channel_id: '100000000000000010', content: 'Welcome, <@200000000000000001>!' },
    payload: {
      event: { id: 'join-1', type: 'MEMBER_JOIN', actor: { id: '200000000000000001', name: 'person 1' } },
    },
  },
})

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('listening', () => {
  const address = server.address()
  process.send?.({ url: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})

server.on('connection', (socket) => {
  let [given, ended, all] = [0, 0, 0]
  const give = () => {
    if (given++ < all) socket.send(job)
  }
  socket.on('message', (bytes) => {
    const { op, d } = JSON.parse(String(bytes))
    if (op === 'events') socket.send(job)
    if (op === 'work') {
      all = d.jobs
      for (let at = 0; at < WINDOW; at++) give()
    }
    if (op === 'result' && ++ended === all) socket.send('{"op":"done","d":{}}')
    else if (op === 'result') give()
  })
})

/** Says what it holds once its garbage is gone, in megabytes. */
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ held: (heapUsed + external) / 1024 ** 2 })
})

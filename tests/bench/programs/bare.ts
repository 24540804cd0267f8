/** The floors of runners: the frames of jobs, and idle sockets, at a bare WebSocket server. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'

/** Starts the bare server. `held` is what it has in memory, in megabytes. */
export async function openBare() {
  const child = fork('tests/bench/programs/bare-server.js', { execArgv: ['--expose-gc'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    async connect() {
      const socket = new WebSocket(url)
      await once(socket, 'open')
      return socket
    },
    async held() {
      child.send({})
      const [{ held }] = (await once(child, 'message')) as [{ held: number }]
      return held
    },
    close: () => void child.kill(),
  }
}

/** Jobs a second that a bare socket hands out and takes results of, and milliseconds of a frame there and back. */
export async function bareJobs(jobs: number, samples: number) {
  const bare = await openBare()
  const socket = await bare.connect()
  const send = (op: string, d: object) => socket.send(JSON.stringify({ op, d }))
  try {
    const began = performance.now()
    await new Promise<void>((done) => {
      socket.on('message', (bytes) => {
        const { op, d } = JSON.parse(String(bytes)) as { op: string; d: Record<string, unknown> }
        if (op === 'done') return done()
        const lease = { job_id: d.job_id, lease_token: d.lease_token }
        send('accept', lease)
        send('result', { ...lease, attempt: d.attempt, status: 'succeeded' })
      })
      send('work', { jobs })
    })
    const rate = (jobs * 1_000) / (performance.now() - began)
    socket.removeAllListeners('message')
    const times: number[] = []
    for (let sample = 0; sample < samples; sample++) {
      const sent = performance.now()
      send('events', { batch_id: String(sample), events: [{ id: String(sample), type: 'MEMBER_JOIN' }] })
      await once(socket, 'message')
      times.push(performance.now() - sent)
      await wait(10)
    }
    times.sort((one, other) => one - other)
    return { rate, p99: times[Math.floor(samples * 0.99)]! }
  } finally {
    socket.terminate()
    bare.close()
  }
}

/** Megabytes on top while so many sockets are open and say nothing. */
export async function bareIdle(sockets: number) {
  const bare = await openBare()
  const before = await bare.held()
  const open: WebSocket[] = []
  for (let index = 0; index < sockets; index++) open.push(await bare.connect())
  const after = await bare.held()
  for (const socket of open) socket.terminate()
  bare.close()
  return after - before
}

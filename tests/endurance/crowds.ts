import { connect, type Socket } from 'node:net'

/** Connections that hold a server up; `stop` ends them, `answers` counts the status lines that they were sent. */
export type Crowd = { stop(): void; answers: Map<string, number>; open(): number }

type Step = (socket: Socket) => void

/** Opens so many connections, fifty at a time. `begin` is called with each when it is open, and what it returns every second. */
async function crowd(base: string, size: number, begin: (socket: Socket) => Step | void): Promise<Crowd> {
  const { hostname, port } = new URL(base)
  const open = new Set<Socket>()
  const answers = new Map<string, number>()
  const steps = new Map<Socket, Step>()
  const add = async () => {
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => (open.delete(socket), steps.delete(socket)))
    socket.once('data', (bytes) => {
      const status = String(bytes).slice(9, 12)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    })
    const step = begin(socket)
    if (step) steps.set(socket, step)
  }
  for (let n = 0; n < size; n += 50) await Promise.all(Array.from({ length: Math.min(50, size - n) }, add))
  const timer = setInterval(() => steps.forEach((step, socket) => socket.writable && step(socket)), 1_000)
  return {
    answers,
    open: () => open.size,
    stop() {
      clearInterval(timer)
      for (const socket of open) socket.destroy()
    },
  }
}

/** Half write a head, one letter a second; a third write a body so; the rest read a large page one kilobyte a second. */
export const slow = (base: string, size: number) => {
  let n = 0
  return crowd(base, size, (socket) => {
    n += 1
    if (n % 2) {
      socket.write('GET /docs HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      return () => void socket.write('a')
    }
    if (n % 6) {
      socket.write(
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
      )
      return () => void socket.write(' ')
    }
    socket.pause()
    socket.write('GET /llms-full.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    return () => void socket.read(1024)
  })
}

/** Connections that had an answer and say nothing more. */
export const idle = (base: string, size: number) =>
  crowd(base, size, (socket) => void socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'))

/** Heads and bodies without end, one a second from each of so many clients. */
export async function bombs(base: string, size: number): Promise<Crowd> {
  const head = `GET / HTTP/1.1\r\nHost: x\r\n${`X-Bomb: ${'a'.repeat(4000)}\r\n`.repeat(50)}`
  const post = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const body = `${post}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${' '.repeat(65_536)}\r\n`.repeat(280)}`
  const deep = `${post}Content-Length: 400000\r\n\r\n${'['.repeat(400_000)}`
  const answers = new Map<string, number>()
  const note = ({ answers: some }: Crowd) => {
    for (const [status, count] of some) answers.set(status, (answers.get(status) ?? 0) + count)
  }
  let n = 0
  const drop = async () => {
    n += 1
    const next = await crowd(base, 1, (socket) => void socket.write([head, body, deep][n % 3]!))
    setTimeout(() => (note(next), next.stop()), 900)
  }
  const timer = setInterval(() => void drop().catch(() => {}), 1000 / size)
  return { answers, open: () => size, stop: () => clearInterval(timer) }
}

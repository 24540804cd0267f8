import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** A free port of this machine, for a server that is started again where it was. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A network between two processes that a test can cut: nothing gets through, in either direction, and nobody is told. */
export async function aNetwork(target: number) {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => void (isCut || to.write(bytes)))
      from.on('error', end)
      from.on('close', end)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** What is sent from now on is lost, also on connections that are made meanwhile. */
    cut: () => void (isCut = true),
    /** The connections that lost something are dead; new ones work. */
    mend() {
      isCut = false
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

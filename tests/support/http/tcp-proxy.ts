import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/**
 * Opens a connection that a test can cut. It passes on what comes to its own port, and nothing while it is `deaf`. It turns
 * deaf when the other side sends `deafAfter`.
 */
export async function openTcpProxy(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const state: { deaf: boolean; deafAfter?: string; calls: number } = { deaf: false, calls: 0 }
  const server = createServer((near) => {
    state.calls += 1
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        open.delete(end)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => state.deaf || far.write(bytes))
    far.on('data', (bytes) => {
      if (state.deafAfter && bytes.includes(state.deafAfter)) state.deaf = true
      near.write(bytes)
    })
  })
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(at, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = () => open.forEach((end) => end.destroy())
  /** Cuts it, and refuses whoever calls. */
  async function unplug() {
    const closed = new Promise((resolve) => server.close(resolve))
    cut()
    await closed
  }
  return {
    state,
    url: `http://127.0.0.1:${own}`,
    cut,
    unplug,
    /** Takes calls again, at the same port. */
    plug: () => listen(own),
    close: unplug,
  }
}

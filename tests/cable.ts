import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** A connection that a test can cut: it passes on what comes to its own port, and nothing of it while it is `deaf`. */
export async function openCable(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const state = { deaf: false, calls: 0 }
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
    far.on('data', (bytes) => near.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => open.forEach((end) => end.destroy())
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

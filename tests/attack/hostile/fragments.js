/** The part of claim 2 that a broken WebSocket client sends. */

/**
 * Frames in many fragments, with invalid UTF-8 and wrong masks, on a raw socket.
 * @param {{claim: import('#tests/attack/support/claim.js').Claim, server: import('#tests/attack/support/server.js').Server, token: string}} setup
 */
export async function fragments({ claim, server, token }) {
  const { connect: open } = await import('node:net')
  const head = `GET /api/runner/ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: runner.v1\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const frame = (/** @type {number} */ first, /** @type {Buffer} */ body, masked = true) =>
    Buffer.concat([
      Buffer.from([first, (masked ? 0x80 : 0) | body.length]),
      masked ? Buffer.alloc(4) : Buffer.alloc(0),
      body,
    ])
  const byte = Buffer.from('{')
  const series = [
    Array.from({ length: 20000 }, (_, at) => frame(at === 0 ? 0x01 : 0x00, byte)),
    Array.from({ length: 20000 }, () => frame(0x00, Buffer.alloc(0))),
    [frame(0x81, Buffer.from([0xff, 0xfe, 0xc0, 0x80]))],
    [frame(0x01, Buffer.from([0xe2])), frame(0x80, Buffer.from([0x28, 0xa1]))],
    [frame(0x81, byte, false)],
    [frame(0xf1, byte)],
    [frame(0x83, byte), frame(0x8f, byte)],
    Array.from({ length: 5000 }, () => frame(0x89, Buffer.alloc(125))),
    [frame(0x88, Buffer.from([0x03])), frame(0x81, byte)],
    [frame(0x88, Buffer.from([0xff, 0xff]))],
    [Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    [Buffer.from([0x81, 0xfe, 0x00])],
  ]
  for (const parts of series) {
    await new Promise((resolve) => {
      const socket = open(server.port, '127.0.0.1', () => socket.write(head))
      const end = () => {
        clearTimeout(timer)
        socket.destroy()
        resolve(undefined)
      }
      const timer = setTimeout(end, 1500)
      socket.once('data', () => socket.write(Buffer.concat(parts)))
      socket.on('close', end)
      socket.on('error', end)
    })
    claim.check(
      server.alive(),
      'process ended by fragments',
      parts[0]?.toString('hex'),
      server.log().slice(-300),
      'the process lives',
    )
  }
}

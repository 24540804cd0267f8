/** Finds links in emails: in the mailbox of the data folder, or at an SMTP server of our own. */
import { createServer } from 'node:net'
import { decode, sleep } from '#tests/attack/support/server.js'

/**
 * Waits for a link that was sent to an address, and returns its token.
 * @param {() => string[]} read the messages to the address, the newest first
 * @param {string} path such as `/verify-email`
 * @param {string[]} [known] tokens that are not wanted
 */
export async function findToken(read, path, known = []) {
  for (let tries = 0; tries < 60; tries += 1) {
    for (const text of read()) {
      const token = new RegExp(`${path}\\?token=([\\w-]{43})`).exec(text)?.[1]
      if (token && !known.includes(token)) return token
    }
    await sleep(250)
  }
  return ''
}

/** Starts a mail server that keeps what it gets. It takes at most 500 messages. @param {number} port */
export async function startSink(port) {
  /** @type {{to: string[], text: string}[]} */
  const messages = []
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(20000, () => socket.destroy())
    let waiting = ''
    let data = false
    /** @type {string[]} */
    let to = []
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      waiting += chunk.toString('utf8')
      for (;;) {
        const end = waiting.indexOf(data ? '\r\n.\r\n' : '\r\n')
        if (end < 0) break
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + (data ? 5 : 2))
        if (data) {
          if (messages.length < 500) messages.unshift({ to, text: decode(line) })
          data = false
          to = []
          socket.write('250 kept\r\n')
        } else if (/^ehlo/i.test(line)) socket.write('250 sink\r\n')
        else if (/^rcpt to:/i.test(line)) {
          to.push(/<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? '')
          socket.write('250 ok\r\n')
        } else if (/^data/i.test(line)) {
          data = true
          socket.write('354 go on\r\n')
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** @param {string} email */
    read: (email) => messages.filter(({ to }) => to.includes(email.toLowerCase())).map(({ text }) => text),
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

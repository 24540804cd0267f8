/** A runner that speaks, or misspeaks, the runner protocol. */
import { WebSocket } from 'ws'

/** @typedef {{op: string, d: any}} Message */

/**
 * Connects with a token.
 * @param {string} url origin of the server
 * @param {string} token
 * @param {string} [address]
 */
export async function connect(url, token, address = '203.0.113.9') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/runner/ws`, 'runner.v1', {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    perMessageDeflate: false,
  })
  /** @type {Message[]} */
  const heard = []
  /** @type {Set<() => void>} */
  const waiting = new Set()
  const runner = {
    socket,
    heard,
    /** @type {number | undefined} */
    closed: undefined,
    /** @type {string | undefined} */
    failure: undefined,
    /** @param {string} op @param {unknown} d */
    say: (op, d) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ op, d })),
    /**
     * Waits for a message that fits, looking at those that came from `from` on as well.
     * @param {(message: Message) => boolean} fits @param {number} [ms] @param {number} [from]
     * @returns {Promise<Message | undefined>}
     */
    async hear(fits, ms = 5000, from = 0) {
      const end = Date.now() + ms
      for (;;) {
        const found = heard.slice(from).find(fits)
        if (found || runner.closed !== undefined || Date.now() >= end) return found
        await new Promise((resolve) => {
          const wake = () => {
            clearTimeout(timer)
            waiting.delete(wake)
            resolve(undefined)
          }
          const timer = setTimeout(wake, Math.max(1, end - Date.now()))
          waiting.add(wake)
        })
      }
    },
    /** @param {Record<string, unknown>} [more] */
    async identify(more = {}) {
      const key = `attack-${Math.random().toString(36).slice(2)}`
      runner.say('identify', { instance_key: key, name: 'Attack', version: '1', slots: 0, ...more })
      return runner.hear(({ op }) => op === 'ready')
    },
    /** Sends a batch of events and returns its `ack` or `error`. @param {unknown[]} events @param {string} [batch] */
    async report(events, batch = `b-${Math.random().toString(36).slice(2)}`, ms = 20000) {
      const from = heard.length
      runner.say('events', { batch_id: batch, events })
      return runner.hear(({ op, d }) => op === 'ack' && d.batch_id === batch, ms, from)
    },
    close: () => socket.terminate(),
  }
  const wake = () => [...waiting].forEach((call) => call())
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('close', (code) => {
    runner.closed = code
    wake()
  })
  socket.on('error', (error) => {
    runner.failure = error.message
    wake()
  })
  await runner.hear(({ op }) => op === 'hello')
  return runner
}

let last = 0

/** Creates an event that automations know. @param {string} guild @param {Record<string, unknown>} [more] */
export const createEvent = (guild, more = {}) => ({
  id: `${Date.now()}${String((last += 1)).padStart(7, '0')}`,
  type: 'MESSAGE_CREATE',
  occurred_at: new Date().toISOString(),
  guild_id: guild,
  actor: { id: '200000000000000042', name: 'Ada', is_bot: false },
  target: { id: '500000000000000001', kind: 'message', name: 'message' },
  channel: { id: '300000000000000001', name: 'general' },
  data: { content: 'hello' },
  ...more,
})

/** Creates the figures of a guild. @param {unknown} guild */
export const createSnapshot = (guild, members = 1) => ({
  guild_id: guild,
  member_count: members,
  human_count: members,
  bot_count: 0,
  online_count: null,
  channel_count: 1,
  role_count: 1,
  emoji_count: 1,
  boost_count: 1,
  boost_level: 1,
})

import { createServer } from 'node:net'
import { pino } from 'pino'
import { ulid } from 'ulid'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSignals } from '#app/platform/signals/signals.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

const redisUrl = process.env.TEST_REDIS_URL
const log = pino({ level: 'silent' })
const stores: [string, string | undefined][] = [
  ['memory', undefined],
  ...(redisUrl ? [['redis', redisUrl] as [string, string]] : []),
]

let opened: Signals[] = []
afterEach(async () => {
  for (const signals of opened) await signals.close()
  opened = []
})

/** Opens signals and waits until the store answers. */
async function ready(url: string | undefined) {
  const signals = openSignals({ redisUrl: url }, log)
  opened.push(signals)
  await vi.waitFor(async () => expect(await signals.ping()).toBe(true))
  return signals
}

/** Subscribes and waits until messages of `from` arrive. Only what these tests publish is heard. */
async function listening(to: Signals, from: Signals) {
  const prefix = ulid()
  const heard: string[] = []
  const stop = to.subscribe('runners', ({ revoked }) => {
    if (revoked.startsWith(prefix)) heard.push(revoked.slice(prefix.length))
  })
  const say = (text: string) => from.publish('runners', { revoked: prefix + text })
  await vi.waitFor(async () => {
    await say('?')
    await vi.waitFor(() => expect(heard).toContain('?'), { timeout: 100 })
  })
  const words = () => heard.filter((word) => word !== '?')
  return { say, words, stop }
}

describe.each(stores)('%s', (_, url) => {
  test('a message is heard by every subscriber, once and in order', async () => {
    const signals = await ready(url)
    const one = await listening(signals, signals)
    const two = await listening(signals, signals)
    for (const word of ['a', 'b', 'c']) await one.say(word)
    for (const word of ['d', 'e']) await two.say(word)
    await vi.waitFor(() =>
      expect([one.words(), two.words()]).toEqual([
        ['a', 'b', 'c'],
        ['d', 'e'],
      ]),
    )
  })

  test('who has ended the subscription hears nothing more, and the others still do', async () => {
    const signals = await ready(url)
    const [gone, stays] = [await listening(signals, signals), await listening(signals, signals)]
    gone.stop()
    gone.stop()
    await gone.say('a')
    await stays.say('b')
    await vi.waitFor(() => expect(stays.words()).toEqual(['b']))
    expect(gone.words()).toEqual([])
  })

  test('a listener runs after the publisher’s own turn', async () => {
    const signals = await ready(url)
    const { say, words } = await listening(signals, signals)
    const sent = say('a')
    expect(words()).toEqual([])
    await sent
    await vi.waitFor(() => expect(words()).toEqual(['a']))
  })
})

test.runIf(redisUrl)('on Redis a message reaches another instance, once', async () => {
  const [here, there] = [await ready(redisUrl), await ready(redisUrl)]
  const { say, words } = await listening(there, here)
  await say('a')
  await say('b')
  await vi.waitFor(() => expect(words()).toEqual(['a', 'b']))
})

test('while Redis is down, a signal is lost without an error and the ping fails', async () => {
  const signals = openSignals({ redisUrl: `redis://127.0.0.1:${await closedPort()}` }, log)
  opened.push(signals)
  signals.subscribe('runners', () => {})
  await signals.publish('runners', { revoked: 'x' })
  expect(await signals.ping()).toBe(false)
})

async function closedPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

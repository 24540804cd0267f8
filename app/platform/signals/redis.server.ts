import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { memorySignals } from '#app/platform/signals/memory.server.ts'
import type { Signals, Topic, Topics } from '#app/platform/signals/types.ts'

function read(text: string): object | null {
  try {
    const message = parseLimited(text)
    return typeof message === 'object' ? message : null
  } catch {
    return null
  }
}

const channelOf = (topic: string) => `signpost:${topic}`

/** Opens a connection that reconnects in the background. Calls fail immediately while Redis is down. */
export function connectRedis(url: string, log: Logger, name: string): Redis {
  const redis = new Redis(url, {
    connectionName: `signpost-${name}`,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  })
  let down = false
  redis.on('error', (error) => {
    if (!down) log.warn({ err: error, connection: name }, 'Redis does not respond')
    down = true
  })
  redis.on('ready', () => {
    if (down) log.info({ connection: name }, 'Redis responds again')
    down = false
  })
  return redis
}

/** Creates signals across instances. The publisher also receives its own messages through Redis. */
export function redisSignals(url: string, log: Logger): Signals {
  const publisher = connectRedis(url, log, 'publish')
  const subscriber = connectRedis(url, log, 'subscribe')
  const local = memorySignals()
  const topics = new Set<Topic>()

  subscriber.on('message', (channel: string, text: string) => {
    const message = read(text)
    if (!message) return log.warn({ channel }, 'a signal could not be read')
    for (const topic of topics) {
      if (channelOf(topic) === channel) void local.publish(topic, message as Topics[Topic])
    }
  })
  const listen = (topic: Topic) => subscriber.subscribe(channelOf(topic)).catch(() => {})
  // ioredis resubscribes after a disconnect, but not to topics that were added while the connection was down.
  subscriber.on('ready', () => topics.forEach(listen))

  return {
    async publish(topic, message) {
      await publisher.publish(channelOf(topic), JSON.stringify(message)).catch((error: unknown) => {
        log.warn({ err: error, topic }, 'a signal was not sent')
      })
    },
    subscribe(topic, listener) {
      if (!topics.has(topic)) {
        topics.add(topic)
        if (subscriber.status === 'ready') void listen(topic)
      }
      return local.subscribe(topic, listener)
    },
    ping: () =>
      publisher.ping().then(
        () => true,
        () => false,
      ),
    async close() {
      await local.close()
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

import type { Logger } from 'pino'
import type { Config } from '#app/platform/config/config.server.ts'
import { memorySignals } from '#app/platform/signals/memory.server.ts'
import { redisSignals } from '#app/platform/signals/redis.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** Redis when `REDIS_URL` is set, else this process alone. */
export function openSignals({ redisUrl }: Pick<Config, 'redisUrl'>, log: Logger): Signals {
  return redisUrl ? redisSignals(redisUrl, log) : memorySignals()
}

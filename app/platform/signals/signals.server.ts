import type { Logger } from 'pino'
import type { Config } from '#app/platform/config/config.server.ts'
import { memorySignals } from '#app/platform/signals/memory.server.ts'
import { redisSignals } from '#app/platform/signals/redis.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** Opens signals over Redis if `REDIS_URL` is set, else in memory. */
export function openSignals({ redisUrl }: Pick<Config, 'redisUrl'>, log: Logger): Signals {
  return redisUrl ? redisSignals(redisUrl, log) : memorySignals()
}

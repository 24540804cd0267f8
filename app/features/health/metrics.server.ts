import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Forbidden, Unauthorized } from '#app/errors.ts'
import { queueDepth } from '#app/features/jobs/queue-health.server.ts'
import { countWaitingEmails } from '#app/features/mail/queue.server.ts'

/** Reader of the metrics: a local process, or a client with the token. */
type Reader = { local: boolean; token: string | null }

/** Returns all metrics in the Prometheus text format. Throws `Unauthorized` and `Forbidden`. */
export async function readMetrics(ctx: Context, reader: Reader): Promise<{ text: string; type: string }> {
  requireMetricsAccess(ctx, reader)
  await collectStoreMetrics(ctx)
  return { text: await ctx.metrics.text(), type: ctx.metrics.registry.contentType }
}

function requireMetricsAccess({ config: { metricsToken } }: Context, { local, token }: Reader) {
  if (metricsToken !== undefined && token !== null && same(token, metricsToken)) return
  if (local && token === null) return
  if (metricsToken === undefined)
    throw new Forbidden('To read metrics from another machine, set METRICS_TOKEN.')
  throw new Unauthorized('unauthorized', 'Send the token for metrics: Authorization: Bearer <token>.', {
    'WWW-Authenticate': 'Bearer realm="metrics"',
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/**
 * Collects metrics from the database and Redis. If a store is unavailable, its metric reports this, and the other
 * metrics are still collected.
 */
async function collectStoreMetrics(ctx: Context) {
  const { metrics, config, signals } = ctx
  if (config.redisUrl) metrics.redis.set(Number(await signals.ping()))
  else metrics.registry.removeSingleMetric('signpost_redis_up')
  try {
    const { running, waiting, later } = await queueDepth(ctx)
    metrics.jobs.set({ state: 'running' }, running)
    metrics.jobs.set({ state: 'waiting' }, waiting)
    metrics.jobs.set({ state: 'later' }, later)
    metrics.emails.set(await countWaitingEmails(ctx))
    metrics.database.set(1)
  } catch {
    metrics.database.set(0)
  }
}

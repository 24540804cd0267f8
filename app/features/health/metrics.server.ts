import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Forbidden, Unauthorized } from '#app/errors.ts'
import { queueDepth } from '#app/features/jobs/queue-health.server.ts'
import { countWaitingEmails } from '#app/features/mail/queue.server.ts'

/** Who wants to read the metrics: a program on this machine, or whoever shows the token. */
type Reader = { local: boolean; token: string | null }

/** Everything that is counted and looked at, as text in the format of Prometheus. Throws `Unauthorized` and `Forbidden`. */
export async function readMetrics(ctx: Context, reader: Reader): Promise<{ text: string; type: string }> {
  requireMetricsAccess(ctx, reader)
  await collectStoreMetrics(ctx)
  return { text: await ctx.metrics.text(), type: ctx.metrics.registry.contentType }
}

function requireMetricsAccess({ config: { metricsToken } }: Context, { local, token }: Reader) {
  if (metricsToken !== undefined && token !== null && same(token, metricsToken)) return
  if (local && token === null) return
  if (metricsToken === undefined)
    throw new Forbidden('Metrics are read on this machine, or from elsewhere once METRICS_TOKEN is set.')
  throw new Unauthorized('unauthorized', 'Send the token for metrics: Authorization: Bearer <token>.', {
    'WWW-Authenticate': 'Bearer realm="metrics"',
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** What the database and Redis know. A store that does not answer is a figure, and no reason to keep the others back. */
async function collectStoreMetrics(ctx: Context) {
  const { metrics, config, signals } = ctx
  if (config.redisUrl) metrics.redis.set(Number(await signals.ping()))
  else metrics.registry.removeSingleMetric('signpost_redis_up')
  try {
    const { running, waiting, later } = await queueDepth(ctx)
    metrics.jobs.set({ state: 'running' }, running)
    metrics.jobs.set({ state: 'waiting' }, waiting)
    metrics.jobs.set({ state: 'later' }, later)
    metrics.letters.set(await countWaitingEmails(ctx))
    metrics.database.set(1)
  } catch {
    metrics.database.set(0)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { App, Context } from '#app/context.server.ts'
import { isMigrated } from '#app/platform/db/migrate.server.ts'
import { TryLater } from '#app/errors.ts'
import type { HealthPart } from '#app/features/health/schema.ts'
import { listSiteIssues } from '#app/features/integrations/status.server.ts'
import { stuckSince } from '#app/features/jobs/queue-health.server.ts'
import { release } from '#app/platform/config/release.ts'

/** Timeout of the database in milliseconds. */
const TIMEOUT_MS = 2_000
/** Milliseconds that a result is cached, so that health requests cause no load. */
const CACHE_MS = 5_000

/** Resolves to the result of `work`, or to `late` after the timeout. */
const withTimeout = <T, L>(work: Promise<T>, late: L) =>
  Promise.race([work, wait(TIMEOUT_MS, late, { ref: false })])

/** Returns whether this instance accepts requests, and the reason if it does not. Public. */
export async function readiness({ db, shutdownSignal }: Pick<App, 'db' | 'shutdownSignal'>) {
  if (shutdownSignal.aborted) return { status: 'draining' as const }
  const migrated = await withTimeout(
    isMigrated(db).catch(() => null),
    null,
  )
  return {
    status: migrated ? ('ready' as const) : ('not_ready' as const),
    database: migrated === null ? ('failed' as const) : ('ok' as const),
    migrations: migrated === null ? ('unknown' as const) : migrated ? ('ok' as const) : ('pending' as const),
  }
}

/** Returns the health of the service and its dependencies without internal details. Public. */
export function reportHealth(ctx: Context) {
  const slot = Math.floor(ctx.now().getTime() / CACHE_MS)
  return ctx.revisionCache.recall('health', String(slot), () => collectHealth(ctx))
}

async function collectHealth(ctx: Context) {
  const { config, signals, now } = ctx
  const troubles = await withTimeout(Promise.all([listSiteIssues(ctx), stuckSince(ctx)]), null)
  if (!troubles) throw new TryLater('unavailable', 'The database does not respond. Try again soon.', 5)
  const [shared, stuck] = troubles
  const has = (slug: string) => shared.some((one) => one.slug === slug)
  const parts: [name: HealthPart, isSetUp: boolean, isWell: boolean][] = [
    ['database', true, true],
    ['redis', config.redisUrl !== undefined, await signals.ping()],
    ['runners', true, stuck === null],
    ['mail', config.smtpUrl !== undefined, !has('mail')],
    ['chat', config.chat !== null, !has('chat')],
    ['challenge', config.challenge.provider !== 'none', !has('bot-challenge')],
  ]
  const told = parts
    .filter(([, isSetUp]) => isSetUp)
    .map(([name, , isWell]) => ({ name, status: isWell ? ('ok' as const) : ('degraded' as const) }))
  return {
    status: told.every(({ status }) => status === 'ok') ? ('ok' as const) : ('degraded' as const),
    version: release.version,
    checked_at: now().toISOString(),
    parts: told,
  }
}

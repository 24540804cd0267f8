import type { Context } from '#app/context.server.ts'
import type { Slug } from '#app/features/integrations/schema.ts'
import { writeHeartbeat } from '#app/features/integrations/store.server.ts'

/** Minimum interval between heartbeats in milliseconds. */
const INTERVAL_MS = 60_000
/** Maximum number of guilds in memory. */
const MAX_ENTRIES = 10_000

/** Times of this process's last writes, keyed by database: two apps in one process do not share times. */
const lastWritten = new WeakMap<object, Map<string, number>>()

/**
 * Records a heartbeat for an integration, at most once a minute per process, and logs failures. The caller must have
 * checked access.
 */
export async function recordHeartbeat(ctx: Context, guildId: string, slug: Slug): Promise<void> {
  const now = ctx.now().getTime()
  const seen = lastWritten.get(ctx.signals) ?? new Map<string, number>()
  lastWritten.set(ctx.signals, seen)
  const key = `${slug} ${guildId}`
  if (now - (seen.get(key) ?? 0) < INTERVAL_MS) return
  if (seen.size >= MAX_ENTRIES) seen.clear()
  seen.set(key, now)
  try {
    await writeHeartbeat(ctx.db, { guild_id: guildId, slug, at: new Date(now).toISOString() })
  } catch (error) {
    ctx.log.warn({ err: error, guild: guildId, slug }, 'a heartbeat was not recorded')
  }
}

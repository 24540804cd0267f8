import type { Db } from '#app/platform/db/connection.server.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** Milliseconds that changes are collected before they are published. */
const BATCH_MS = 250

/** Guilds with unpublished changes, by signal bus. */
const pendingGuilds = new WeakMap<Signals, Set<string>>()

/**
 * Announces changed jobs, runs or runners of guilds after the commit, in batches. An empty id means all guilds. Signals
 * can be lost, and only shorten the wait for the next poll.
 */
export function notifyChanged(ctx: { db: Db; signals: Signals }, rows: Iterable<{ guild_id: string }>): void {
  const { signals } = ctx
  const guilds = new Set(Array.from(rows, ({ guild_id }) => guild_id))
  if (!guilds.size) return
  onCommit(ctx, `changed ${[...guilds].join()}`, () => {
    const gathered = pendingGuilds.get(signals)
    if (gathered) return guilds.forEach((id) => gathered.add(id))
    pendingGuilds.set(signals, guilds)
    setTimeout(() => {
      pendingGuilds.delete(signals)
      void signals.publish('activity', { guilds: [...guilds] })
    }, BATCH_MS).unref()
  })
}

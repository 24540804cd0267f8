import type { Db } from '#app/platform/db/connection.server.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** How long changes are gathered before they are told, in milliseconds. */
const BATCH_MS = 250

/** The guilds with changes that were not told yet, by the signals that tell them. */
const pendingGuilds = new WeakMap<Signals, Set<string>>()

/**
 * Tells those who watch that jobs, runs or runners of guilds have changed, once it is committed; an empty id stands for all
 * guilds. What changes together is told together. A signal may be lost: it only spares people the wait for the next look.
 */
export function notifyChanged(ctx: { db: Db; signals: Signals }, guildIds: Iterable<string>): void {
  const { signals } = ctx
  const guilds = new Set(guildIds)
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
